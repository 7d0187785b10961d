// The lens's way to bytes: from the store, fitted by the door, or told in words by whoever looks for this model.
import type { Outcome, BlobStore } from '@percept/core';
import type { HeldMedia, MediaPort } from '@percept/core/lens';
import type { Door } from '@percept/ingest';
import { createMedia } from '../tools/media.ts';
import type { Bridge, LoopModel } from './model.ts';

export interface MediaParts {
  readonly store: BlobStore;
  readonly door: Door;
  readonly bridge?: Bridge | undefined;
  readonly reader: () => LoopModel | undefined;
  readonly signal: () => AbortSignal | undefined;
}

export function mediaPort({ store, door, bridge, reader, signal }: MediaParts): MediaPort {
  return {
    ...createMedia({ store, door }),
    ...(bridge && {
      describe: async (media: HeldMedia): Promise<Outcome<string>> => {
        const model = reader();
        if (!model) return nobodyReads;
        const told = await bridge.describe(media, { reader: model, signal: signal() });
        return told.ok ? { ok: true, value: told.value.text } : told;
      },
    }),
  };
}

const nobodyReads: Outcome<never> = {
  ok: false,
  refusal: {
    refused: 'unavailable',
    message: 'No model is configured.',
    hint: 'Set PERCEPT_MODEL.',
  },
};
