// An ID3 tag stands before the sound and names its own length; the length is a claim, and is compared with the file by
// whoever uses it.
import { spells, u8 } from '../bytes.ts';
import { maxId3Tags } from '../../limits.ts';

/** Where the sound starts after any ID3v2 tags at the start of the file. It can lie past the end: the tag may lie. */
export function afterId3(bytes: Uint8Array): number {
  let at = 0;
  for (let count = 0; count < maxId3Tags && spells(bytes, at, 'ID3'); count++) {
    const hasFooter = (u8(bytes, at + 5) & 0x10) !== 0;
    at += 10 + synchsafe(bytes, at + 6) + (hasFooter ? 10 : 0);
  }
  return at;
}

/** Four bytes of seven bits each. */
function synchsafe(bytes: Uint8Array, at: number): number {
  return [0, 1, 2, 3].reduce((sum, index) => sum * 128 + (u8(bytes, at + index) & 0x7f), 0);
}
