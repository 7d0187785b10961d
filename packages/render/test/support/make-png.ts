// A picture of one colour.
import { encodePng } from '@percept/ingest/internal/png';

export function makePng(
  width: number,
  height: number,
  [red, green, blue]: readonly [number, number, number],
): Buffer {
  const rgba = new Uint8Array(width * height * 4);
  for (let at = 0; at < rgba.length; at += 4) rgba.set([red, green, blue, 255], at);
  return Buffer.from(encodePng({ width, height, channels: 4, data: rgba }));
}
