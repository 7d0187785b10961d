// Counts the pixels that the first frame of a GIF holds, without making any: of pixels that are missing a decoder makes black ones
// without a word, and browsers show what is behind them.
import { u8 } from '../probe/bytes.ts';
import { firstGifFrame, gifPaletteBytes } from '../probe/gif.ts';

const descriptorBytes = 10;
const tableCodes = 4096;
const widestCode = 12;

export function holdsEveryPixel(gif: Uint8Array): boolean {
  const frame = firstGifFrame(gif);
  if (!frame) return false;
  const pixels = frame.width * frame.height;
  const data = frame.start + descriptorBytes + gifPaletteBytes(u8(gif, frame.start + 9));
  return countPixels(gif, data, pixels) === pixels;
}

/** Up to as many as are wanted. How long each code is, is all that has to be known of it. */
function countPixels(gif: Uint8Array, data: number, wanted: number): number {
  const least = u8(gif, data);
  if (least < 1 || least >= widestCode) return 0;
  const clear = 1 << least;
  const lengths = new Uint16Array(tableCodes).fill(1, 0, clear);
  let [next, size, previous] = [clear + 2, least + 1, 0];
  let [held, bits, counted] = [0, 0, 0];
  let blockEnd = data + 1;
  for (let at = data + 1; at < gif.length; at += 1) {
    if (at === blockEnd) {
      const length = u8(gif, at);
      if (length === 0) return counted;
      blockEnd = at + 1 + length;
      continue;
    }
    held |= (gif[at] ?? 0) << bits;
    bits += 8;
    while (bits >= size) {
      const code = held & ((1 << size) - 1);
      held >>>= size;
      bits -= size;
      if (code === clear) {
        [next, size, previous] = [clear + 2, least + 1, 0];
        continue;
      }
      const isNew = code === next && previous > 0 && next < tableCodes;
      const isKnown = code < clear || (code > clear + 1 && code < next && previous > 0);
      // The end, or nonsense: a decoder goes no further either.
      if (!isNew && !isKnown) return counted;
      const length = isNew ? previous + 1 : (lengths[code] ?? 0);
      if (previous > 0 && next < tableCodes) {
        lengths[next] = previous + 1;
        next += 1;
        if (next === 1 << size && size < widestCode) size += 1;
      }
      previous = length;
      counted += length;
      if (counted >= wanted) return wanted;
    }
  }
  return counted;
}
