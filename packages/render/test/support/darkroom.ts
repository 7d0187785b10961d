// What the tests of this package share: a darkroom that is closed when the file is done, and small makers.
import type { Outcome, Refusal } from '@percept/core';
import { afterAll } from 'vitest';
import {
  createDarkroom,
  standardRenderers,
  type Darkroom,
  type DarkroomSetup,
  type RenderLimits,
  type Rendering,
} from '../../src/index.ts';
import { readPng, type Pixels } from './read-png.ts';

export function openDarkroom(
  limits: Partial<RenderLimits> = {},
  more: Partial<DarkroomSetup> = {},
): Darkroom {
  const darkroom = createDarkroom({ renderers: standardRenderers({ limits }), limits, ...more });
  afterAll(() => darkroom.close());
  return darkroom;
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export function rendered(outcome: Outcome<Rendering>): Rendering {
  if (!outcome.ok) throw new Error(`${outcome.refusal.refused}: ${outcome.refusal.message}`);
  return outcome.value;
}

export function refusalOf(outcome: Outcome<unknown>): Refusal {
  if (outcome.ok) throw new Error('it was not refused');
  return outcome.refusal;
}

export function pixelsOf(outcome: Outcome<Rendering>, index = 0): Pixels {
  const page = rendered(outcome).pages[index];
  if (!page) throw new Error('there is no such page');
  return readPng(page.png);
}

/** Red, green and blue at a place given in parts of the picture. */
export function colourAt({ width, height, rgba }: Pixels, x: number, y: number): readonly number[] {
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
  return [...rgba.subarray(at, at + 3)];
}

/** The share of pixels for which `test` holds. */
export function shareOf(
  { rgba }: Pixels,
  test: (red: number, green: number, blue: number) => boolean,
): number {
  let count = 0;
  for (let at = 0; at < rgba.length; at += 4) {
    if (test(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0)) count++;
  }
  return count / (rgba.length / 4);
}

export const isDark = (red: number, green: number, blue: number): boolean =>
  red + green + blue < 300;
