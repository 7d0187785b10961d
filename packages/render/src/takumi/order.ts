// The orders that the takumi thread takes, and how they are read there.
import { bytes, isShape, listOf, maybe, shape, text } from '@percept/core/internal/options';
import { compiledWasm, type CompiledWasm } from '../engine/wasm.ts';
import type { Generic } from '../fonts/font-set.ts';
import type { Ground } from '../image/backdrop.ts';
import type { Scene } from './scene.ts';

export interface FontBytes {
  readonly id: string;
  readonly generic?: Generic;
  readonly data: Uint8Array;
}

export type TakumiOrder =
  | { readonly kind: 'fonts'; readonly fonts: readonly FontBytes[] }
  | {
      readonly kind: 'draw';
      readonly scene: Scene & { readonly width: number; readonly height: number };
      /** Ids of the fonts that the scene may use, in order of preference. */
      readonly fonts: readonly string[];
      readonly ground: Ground | 'auto';
    }
  | { readonly kind: 'measure'; readonly scene: Scene; readonly fonts: readonly string[] };

export interface TakumiInit {
  readonly module: CompiledWasm;
  readonly fonts: readonly FontBytes[];
}

const fonts = listOf(shape<FontBytes>({ id: text, generic: maybe(text), data: bytes }));
export const isTakumiInit = isShape<TakumiInit>({ module: compiledWasm, fonts });
