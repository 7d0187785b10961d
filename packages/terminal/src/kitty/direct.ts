// The kitty graphics protocol, direct: the PNG travels inside the sequence, so it works over SSH, and the terminal never
// answers (q=2) or moves the cursor (C=1).
import { bytes, checkFields, maybe, positive, shape } from '@percept/core/internal/options';
import { terminalLimits } from '../limits.ts';

export interface KittyPicture {
  readonly png: Uint8Array;
  /** Ids belong to the whole terminal: whoever reuses one takes the picture from whoever drew it. */
  readonly id: number;
  /** The cells to fill; left out, a pixel of the picture is a pixel of the screen. */
  readonly cells?: { readonly columns: number; readonly rows: number };
}

/**
 * The picture in kitty's protocol, in chunks that every terminal takes.
 *
 * @example for (const chunk of encodeKitty({ png, id: 4711 })) stdout.write(chunk);
 */
export function encodeKitty(picture: KittyPicture): readonly string[] {
  const size = shape({ columns: positive, rows: positive });
  checkFields('encodeKitty', picture, { png: bytes, id: positive, cells: maybe(size) });
  const { png, id, cells } = picture;
  const area = cells ? `,c=${cells.columns},r=${cells.rows}` : '';
  return kittyChunks(`a=T,f=100,t=d,i=${wholeId(id)},q=2,C=1${area}`, png);
}

/** One sequence for each chunk; only the first carries the keys, only the last says m=0. */
export function kittyChunks(keys: string, payload: Uint8Array): readonly string[] {
  const base64 = Buffer.from(payload.buffer, payload.byteOffset, payload.length).toString('base64');
  const size = terminalLimits.maxKittyChunkChars;
  const chunks: string[] = [];
  for (let at = 0; at === 0 || at < base64.length; at += size) {
    const more = at + size < base64.length ? 1 : 0;
    const head = at === 0 ? `${keys},m=${more}` : `m=${more},q=2`;
    chunks.push(`\u001b_G${head};${base64.slice(at, at + size)}\u001b\\`);
  }
  return chunks;
}

export function wholeId(id: number): number {
  if (!Number.isInteger(id) || id < 1 || id > 0xff_ffff)
    throw new RangeError(`A kitty image id is a whole number from 1 to 16777215, not ${id}.`);
  return id;
}
