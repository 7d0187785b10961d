// Puts a file together from ranges of the original and a few new bytes. When the ranges are the whole original, the
// original itself is the answer: what needs no change is passed through as the same object.

/** Far over what the door takes, so that only bytes which no probe has seen can cross it. */
export const maxStrippedChunks = 1_000_000;

/** A range of the original, or bytes that replace what was there. */
export type Piece = { readonly from: number; readonly to: number } | Uint8Array;

export function joinPieces(bytes: Uint8Array, pieces: readonly Piece[]): Uint8Array {
  if (isWhole(bytes, pieces)) return bytes;
  const parts = pieces.map((piece) =>
    piece instanceof Uint8Array ? piece : bytes.subarray(piece.from, piece.to),
  );
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function isWhole(bytes: Uint8Array, pieces: readonly Piece[]): boolean {
  let at = 0;
  for (const piece of pieces) {
    if (piece instanceof Uint8Array || piece.from !== at) return false;
    at = piece.to;
  }
  return at === bytes.length;
}
