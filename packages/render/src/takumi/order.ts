// The orders that the takumi thread takes, and how they are read there.
import {
  bytes,
  group,
  isShape,
  isUnion,
  listOf,
  maybe,
  oneOf,
  positive,
  shape,
  text,
} from '@percept/core/internal/options';
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
const scene = {
  node: group,
  css: maybe(listOf(text)),
  images: maybe(listOf(shape({ src: text, data: bytes }))),
  lang: maybe(text),
};
const names = listOf(text);

export const isTakumiOrder = isUnion<TakumiOrder, 'kind'>('kind', {
  fonts: { fonts },
  draw: {
    scene: shape({ ...scene, width: positive, height: positive }),
    fonts: names,
    ground: oneOf(['white', 'dark', 'auto']),
  },
  measure: {
    scene: shape<Scene>({ ...scene, width: maybe(positive), height: maybe(positive) }),
    fonts: names,
  },
});

export const isTakumiInit = isShape<TakumiInit>({ module: compiledWasm, fonts });
