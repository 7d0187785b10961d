// A picture of a screen, and where a colour is on it.
import { setTimeout as sleep } from 'node:timers/promises';

/** A guard against what hangs, and no judgement of speed. */
const patienceMs = 60_000;

export interface Screenshot {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of the pixel at x, y. */
  readonly at: (x: number, y: number) => Rgb;
}

export type Rgb = readonly [red: number, green: number, blue: number];

export interface Area {
  readonly left: number;
  readonly top: number;
  /** One past the last column and row. */
  readonly right: number;
  readonly bottom: number;
  /** How many pixels of its rectangle have the colour. */
  readonly count: number;
}

/** Undefined when the colour is nowhere. */
export function areaOf(shot: Screenshot, colour: Rgb, tolerance = 3): Area | undefined {
  let [left, top, right, bottom, count] = [Infinity, Infinity, 0, 0, 0];
  for (let y = 0; y < shot.height; y++) {
    for (let x = 0; x < shot.width; x++) {
      const seen = shot.at(x, y);
      if (seen.some((value, index) => Math.abs(value - (colour[index] ?? 0)) > tolerance)) continue;
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x + 1);
      bottom = Math.max(bottom, y + 1);
      count++;
    }
  }
  return count === 0 ? undefined : { left, top, right, bottom, count };
}

export function isSolid({ left, top, right, bottom, count }: Area): boolean {
  return count === (right - left) * (bottom - top);
}

/** The frame buffer that Xvfb keeps in a file: the XWD format, 32 bits for each pixel. */
export function readFrameBuffer(file: Buffer): Screenshot {
  const field = (index: number): number => file.readUInt32BE(index * 4);
  const [headerSize, width, height] = [field(0), field(4), field(5)];
  const [bitsPerPixel, stride, colours] = [field(11), field(12), field(19)];
  if (bitsPerPixel !== 32) throw new Error(`a frame buffer of ${bitsPerPixel} bits`);
  const start = headerSize + colours * 12;
  return {
    width,
    height,
    at: (x, y) => {
      const pixel = start + y * stride + x * 4;
      return [file[pixel + 2] ?? 0, file[pixel + 1] ?? 0, file[pixel] ?? 0];
    },
  };
}

/** A screen is drawn in its own time: what `judge` makes of the first picture that it accepts, or its last complaint. */
export async function judged<Judgement>(
  take: () => Promise<Screenshot>,
  judge: (shot: Screenshot) => Judgement,
): Promise<Judgement> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const shot = await take();
    try {
      return judge(shot);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await sleep(200);
  }
}
