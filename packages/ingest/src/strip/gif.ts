// A GIF for the decoder. One whose first frame leaves a part of the canvas uncovered becomes that frame alone, on a canvas of
// its own size: the caller puts it back in its place, on transparency.
import { u8 } from '../probe/bytes.ts';
import { firstGifFrame, gifPaletteBytes, gifScreenBytes } from '../probe/gif-frame.ts';
import { partsOf, type Piece } from './pieces.ts';

export function loneGifFrame(bytes: Uint8Array): readonly Uint8Array[] {
  const frame = firstGifFrame(bytes);
  if (!frame) return [bytes];
  const { width, height, start, end, control } = frame;
  const screen = new Uint8Array(bytes.subarray(0, gifScreenBytes));
  const view = new DataView(screen.buffer);
  view.setUint16(6, width, true);
  view.setUint16(8, height, true);
  const body = new Uint8Array(bytes.subarray(start, end));
  body.fill(0, 1, 5);
  body.set(screen.subarray(6, 10), 5);
  const colours = gifScreenBytes + gifPaletteBytes(u8(bytes, 10));
  const pieces: Piece[] = [screen, { from: gifScreenBytes, to: colours }];
  if (control) pieces.push({ from: control.start, to: control.end });
  return partsOf(bytes, [...pieces, body, Uint8Array.of(0x3b)]);
}
