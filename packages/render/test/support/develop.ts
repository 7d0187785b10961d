// The darkroom as a test wants it: texts in, the rendering or the refusal out.
import type { Refusal } from '@percept/core';
import {
  createDarkroom,
  standardRenderers,
  type Darkroom,
  type Rendering,
  type RenderLimits,
  type RenderOptions,
} from '../../src/index.ts';

export interface Bench {
  readonly darkroom: Darkroom;
  show(
    name: string,
    source: string | Uint8Array,
    options?: Partial<RenderOptions>,
  ): Promise<Rendering>;
  refusal(
    name: string,
    source: string | Uint8Array,
    options?: Partial<RenderOptions>,
  ): Promise<Refusal>;
}

export function openBench(limits: Partial<RenderLimits> = {}): Bench {
  const darkroom = createDarkroom({ renderers: standardRenderers({ limits }), limits });
  const develop = (name: string, source: string | Uint8Array, options?: Partial<RenderOptions>) =>
    darkroom.develop(
      { bytes: typeof source === 'string' ? Buffer.from(source) : source, name },
      options,
    );
  return {
    darkroom,
    async show(name, source, options) {
      const outcome = await develop(name, source, options);
      if (!outcome.ok) throw new Error(`${name} was refused: ${JSON.stringify(outcome.refusal)}`);
      return outcome.value;
    },
    async refusal(name, source, options) {
      const outcome = await develop(name, source, options);
      if (outcome.ok) throw new Error(`${name} was drawn`);
      return outcome.refusal;
    },
  };
}
