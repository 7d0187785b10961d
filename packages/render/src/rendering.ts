// What a renderer hands out: pages as PNG with the facts that a looker needs, and everything that the picture does not
// say by itself as a warning of a closed kind.
import type { Rect, Size } from '@percept/core';
import { finite, positive, shape } from '@percept/core/internal/options';

export type { Rect } from '@percept/core';

export interface RenderedPage extends Size {
  readonly png: Uint8Array;
  /** Counted from 1. */
  readonly page: number;
  /** The true size of the whole page, in units of the source. */
  readonly original: Size;
  /** The part of it that this picture shows. `shown.width / width` is the factor from shown to original. */
  readonly shown: Rect;
}

/**
 * What a rendering may say that its picture does not show: the list is closed.
 *
 * @example rendering.warnings.filter(({ kind }) => kind === 'font-missing');
 */
export const warningKinds = [
  /** Characters that no font here has; they are drawn as boxes or not at all. */
  'font-missing',
  /** The source names fonts that it does not bring; others were used. */
  'fonts-substituted',
  'foreign-object-not-drawn',
  'script-not-run',
  'animation-not-drawn',
  /** A picture or style sheet outside the source was not fetched. */
  'external-not-loaded',
  /** A part of the source could not be drawn. */
  'part-not-drawn',
  /** A figure of the source was lowered to keep the work bounded. */
  'clamped',
  /** There is more than is shown. */
  'truncated',
  /** The source is protected, and could be opened without a password. */
  'password',
  /** White or near-white ink on nothing: it was put on a dark ground. */
  'dark-backdrop',
  /** The text is in an encoding that it does not declare, and one was taken. */
  'encoding-guessed',
  /** The text was laid out anew: its lines are not those of the source. */
  'reformatted',
  /** Drawn without colours, because finding them takes or took too long. */
  'not-highlighted',
] as const;
export type WarningKind = (typeof warningKinds)[number];

export interface Warning {
  readonly kind: WarningKind;
  /** One sentence, with the names and figures in it. */
  readonly message: string;
}

export interface Rendering {
  readonly pages: readonly RenderedPage[];
  readonly pageCount: number;
  readonly warnings: readonly Warning[];
  /** The same source, renderer, fonts and options give the same bytes again. */
  readonly reproducible: boolean;
  /** Renderer, version and font set, as they stand in the cache key. */
  readonly rendererKey: string;
}

/** What every kept or received page says of itself. */
export const pageRules = {
  width: positive,
  height: positive,
  original: shape<Size>({ width: finite, height: finite }),
  shown: shape<Rect>({ left: finite, top: finite, width: finite, height: finite }),
};
