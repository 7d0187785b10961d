// The orders that the PDFium thread takes. A document is handed over once and then named by its key.
import { isShape } from '@percept/core/internal/options';
import type { FitTarget } from '@percept/core';
import { compiledWasm, type CompiledWasm } from '../engine/wasm.ts';
import type { RegionRequest } from '../options.ts';

/** Scripts for which PDFium brings no font of its own. */
export const fontClasses = ['european', 'worldwide'] as const;
export type FontClass = (typeof fontClasses)[number];

export interface PageOrder {
  readonly kind: 'page';
  /** The hash of the bytes. */
  readonly key: string;
  /** Counted from 1. */
  readonly page: number;
  readonly region?: RegionRequest | undefined;
  readonly target: FitTarget;
  readonly maxOutputPixels: number;
  readonly maxAspect: number;
}

/** The text layer of some pages, as far as it is written: nothing is recognised here. */
export interface TextOrder {
  readonly kind: 'text';
  readonly key: string;
  readonly first: number;
  readonly last: number;
  readonly maxChars: number;
}

export type PdfOrder =
  | { readonly kind: 'hold'; readonly key: string; readonly bytes: Uint8Array }
  | { readonly kind: 'font'; readonly fontClass: FontClass; readonly data: Uint8Array }
  | PageOrder
  | TextOrder;

export interface PdfInit {
  readonly module: CompiledWasm;
}

export const isPdfInit = isShape<PdfInit>({ module: compiledWasm });
