// A file as ranges of the original and a few new bytes. Nothing is copied: whoever waits for a decoder holds what came, once.
// When the ranges are the whole original, the original itself is the answer. New bytes are copied by `new Uint8Array`: `slice` of a
// Node buffer is a view, and writing to it would change what the caller holds, or its neighbours.

/** A range of the original, or bytes that replace what was there. */
export type Piece = { readonly from: number; readonly to: number } | Uint8Array;

/** In order; neighbours in the original are one part. */
export function partsOf(bytes: Uint8Array, pieces: readonly Piece[]): readonly Uint8Array[] {
  const parts: Uint8Array[] = [];
  let open: { from: number; to: number } | undefined;
  const close = (): void => {
    if (open) parts.push(isWhole(open, bytes) ? bytes : bytes.subarray(open.from, open.to));
    open = undefined;
  };
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) {
      close();
      parts.push(piece);
    } else if (open?.to === piece.from) {
      open.to = piece.to;
    } else {
      close();
      open = { ...piece };
    }
  }
  close();
  return parts;
}

function isWhole({ from, to }: { from: number; to: number }, bytes: Uint8Array): boolean {
  return from === 0 && to === bytes.length;
}
