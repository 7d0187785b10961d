// Windows bitmaps and icons, byte by byte: the forms that programs have written in forty years, and broken ones.
import { join, le16, le32 } from './bytes.ts';

export interface BitmapPlan {
  readonly width: number;
  /** Negative: the first row is the top one. In an icon twice the height. */
  readonly height: number;
  readonly bits: number;
  readonly compression?: number;
  /** 12, 40, 56, 64, 108 or 124. */
  readonly headerBytes?: number;
  readonly masks?: readonly number[];
  /** Blue, green, red. */
  readonly palette?: readonly (readonly [number, number, number])[];
  readonly pixels: Uint8Array | readonly number[];
  /** Behind the pixels, in a header of 124 bytes. */
  readonly profile?: Uint8Array;
}

/** The header, the palette and the pixels: what stands in an icon. */
export function dib(plan: BitmapPlan): Uint8Array {
  const { width, height, bits, compression = 0, headerBytes = 40, masks = [] } = plan;
  const isCore = headerBytes === 12;
  const head = isCore
    ? join(le32(12), le16(width), le16(height), le16(1), le16(bits))
    : join(
        le32(headerBytes),
        le32(width),
        le32(height >>> 0),
        le16(1),
        le16(bits),
        le32(compression),
        le32(0),
        le32(2835),
        le32(2835),
        le32(plan.palette?.length ?? 0),
        le32(0),
      );
  const words = join(...masks.map((mask) => le32(mask >>> 0)));
  const rest = new Uint8Array(Math.max(0, headerBytes - head.length - words.length));
  const colours = (plan.palette ?? []).map((colour) => (isCore ? colour : [...colour, 0]));
  const { profile = new Uint8Array() } = plan;
  const pixels = Uint8Array.from(plan.pixels);
  const made = join(head, words, headerBytes > 40 ? rest : [], ...colours, pixels, profile);
  if (profile.length > 0) {
    made.set(Buffer.from('DEBM'), 56);
    made.set(join(le32(made.length - profile.length), le32(profile.length)), 112);
  }
  return made;
}

export function bmp(plan: BitmapPlan): Uint8Array {
  const body = dib(plan);
  const offset = 14 + body.length - plan.pixels.length - (plan.profile?.length ?? 0);
  return join('BM', le32(14 + body.length), le32(0), le32(offset), body);
}

export interface IconEntry {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly bytes: Uint8Array;
}

export function icon(...entries: readonly IconEntry[]): Uint8Array {
  let at = 6 + entries.length * 16;
  const directory = entries.map(({ width, height, bits, bytes }) => {
    const entry = join(
      [width & 255, height & 255, 0, 0],
      le16(1),
      le16(bits),
      le32(bytes.length),
      le32(at),
    );
    at += bytes.length;
    return entry;
  });
  return join([0, 0, 1, 0], le16(entries.length), ...directory, ...entries.map((one) => one.bytes));
}
