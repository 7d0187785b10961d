// What a caller may ask of a renderer. Every field has one meaning and one default, so that equal requests have equal
// cache keys and equal pixels.
import { accept, refuse, type FitTarget, type Outcome, type RegionRequest } from '@percept/core';
import { defaultFit } from '@percept/core/internal';

export type { RegionRequest } from '@percept/core';

/** Pages are counted from 1; both ends are included. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** `gist` trades legibility for more on a page; nothing chooses it but the caller. */
export const densities = ['legible', 'gist'] as const;
export type Density = (typeof densities)[number];

export interface RenderOptions {
  readonly pages: PageRange;
  readonly target: FitTarget;
  readonly region?: RegionRequest;
  readonly theme: Theme;
  readonly density: Density;
}

/** Seed 002's sizes with the patches that they stand for: what fits this is resampled by no provider. */
export const defaultTarget: FitTarget = { ...defaultFit, patches: { sizePx: 28, max: 1568 } };

export const defaultOptions: RenderOptions = {
  pages: { first: 1, last: 1 },
  target: defaultTarget,
  theme: 'light',
  density: 'legible',
};

/** @example parsePageRange('2-4') // { first: 2, last: 4 } */
export function parsePageRange(text: string): Outcome<PageRange> {
  const match = /^\s*(\d{1,7})\s*(?:[-–]\s*(\d{1,7})\s*)?$/.exec(text);
  const first = Number(match?.[1]);
  const last = Number(match?.[2] ?? match?.[1]);
  if (match && first >= 1 && last >= first) return accept({ first, last });
  return refuse({
    refused: 'invalid-input',
    message: 'This is not a page or a range of pages.',
    hint: 'Give a page as "3" or a range as "2-4"; the first page is 1.',
  });
}

/** The pages that exist of those that were asked for, or the refusal that says how many there are. */
export function resolvePages(pages: PageRange, pageCount: number): Outcome<PageRange> {
  if (pages.first >= 1 && pages.first <= pageCount && pages.last >= pages.first)
    return accept({ first: pages.first, last: Math.min(pages.last, pageCount) });
  return refuse({
    refused: 'invalid-input',
    message: `Page ${pages.first} was asked for, and the source has ${pageCount} ${pageCount === 1 ? 'page' : 'pages'}.`,
    hint: pageCount > 0 ? `Ask for a page from 1 to ${pageCount}.` : 'There is no page to look at.',
    limit: { name: 'pageCount', max: pageCount, actual: pages.first },
  });
}
