// Raw 8-bit sRGB pixels: the one form between decoding (once) and encoding (as often as the byte target needs).
import type { Size } from '@percept/core';
import type sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { Orientation } from '../probe/picture.ts';
import { turnOf } from './orientation.ts';

/** Injected, so that the same pipeline runs on the native build in a child and on the wasm build in a worker. */
export type SharpFactory = typeof sharp;

export interface Pixels extends Size {
  readonly data: Uint8Array;
  /** 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA. */
  readonly channels: 1 | 2 | 3 | 4;
}

export function open(factory: SharpFactory, pixels: Pixels): Sharp {
  const { width, height, channels } = pixels;
  return factory(pixels.data, { raw: { width, height, channels }, limitInputPixels: false });
}

export async function finish(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

export async function orient(
  factory: SharpFactory,
  pixels: Pixels,
  orientation: Orientation,
): Promise<Pixels> {
  const { degrees, mirror } = turnOf(orientation);
  if (degrees === 0 && mirror === 'none') return pixels;
  let image = open(factory, pixels).rotate(degrees);
  if (mirror === 'left-right') image = image.flop();
  if (mirror === 'top-bottom') image = image.flip();
  return finish(image);
}

/** Never up: the caller's size is at most the size of the pixels. */
export function resize(factory: SharpFactory, pixels: Pixels, size: Size): Promise<Pixels> {
  const { width, height } = size;
  return finish(open(factory, pixels).resize({ width, height, fit: 'fill', kernel: 'lanczos3' }));
}

/** Grey as three equal channels; pixels with an alpha channel are flattened before. */
export function threeChannels({ data, channels, width, height }: Pixels): Uint8Array {
  if (channels === 3) return data;
  const out = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    out.fill(data[pixel * channels] ?? 0, pixel * 3, pixel * 3 + 3);
  return out;
}
