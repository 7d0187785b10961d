// Whoever looks or listens for an MCP client. The model that was configured for looking answers a question about pixels;
// without one the question only stands beside the picture, because local eyes transcribe and do not answer. The model that
// was configured for sounds listens, or local ears.
import { keeping } from '@percept/core/internal';
import type { Outcome } from '@percept/core';
import type { HeldMedia } from '@percept/core/lens';
import type { Memos } from '@percept/store';
import {
  createBridge,
  createLocalListener,
  routingOf,
  type Bridge,
  type BridgeTurn,
  type LocalEars,
} from '../bridge/index.ts';
import { hostOf, type PerceptConfig } from '../config/index.ts';
import type { ModelCatalogue } from '../models/index.ts';
import type { Listen } from '../tools/index.ts';
import type { McpParts } from './setup.ts';

export interface McpVision {
  readonly model: string;
  readonly host: string;
  /** Words that are fenced and say who looked. */
  answer(image: HeldMedia, question: string, signal: AbortSignal): Promise<Outcome<string>>;
}

export interface McpHearing {
  readonly model: string;
  readonly host: string;
  readonly listen: Listen;
}

export interface VisionParts {
  readonly config: PerceptConfig;
  readonly catalogue: ModelCatalogue;
  readonly openParts: () => Promise<McpParts>;
  readonly memos: Memos;
}

export interface HearingParts extends VisionParts {
  /** Where speech models are installed; with the version of their engine, which is part of every cache key. */
  readonly ears?: (LocalEars & { readonly version: string }) | undefined;
}

export function createVision(parts: VisionParts): McpVision | undefined {
  const { vision } = parts.catalogue;
  if (!vision) return undefined;
  const host = hostOf(vision.spec.baseUrl);
  const turn = turnOf(parts, host);
  return {
    model: vision.spec.model,
    host,
    answer: async (image, question, signal) => {
      // Whoever configured this model agreed that it looks.
      const told = await (await turn()).look(image, question, signal);
      return told.ok ? { ok: true, value: told.value.text } : told;
    },
  };
}

export function createHearing(parts: HearingParts): McpHearing | undefined {
  const { config, catalogue, ears } = parts;
  const audio = config.audio?.kind === 'model' ? catalogue.audio : undefined;
  if (!audio && !ears) return undefined;
  const host = audio ? hostOf(audio.spec.baseUrl) : 'this device';
  // Local ears work on this device: here nobody has to choose them.
  const localChosen = { ...catalogue.localChosen, audio: true };
  const turn = turnOf({ ...parts, catalogue: { ...catalogue, localChosen } }, host);
  return {
    model: audio?.spec.model ?? ears?.name ?? '',
    host,
    listen: async (sound, { question, span }, signal) => {
      const told = await (await turn()).look(sound, question, signal, span);
      return told.ok ? { ok: true, value: told.value.text } : told;
    },
  };
}

/** Whoever asks here takes neither: each call is a turn of its own, with its own budget. */
function turnOf(
  { config, catalogue, openParts, memos, ears }: HearingParts,
  host: string,
): () => Promise<BridgeTurn> {
  const opened = keeping(async (): Promise<Bridge> => {
    const { door, store } = await openParts();
    const local = ears ? [createLocalListener(ears, ears.version)] : [];
    const routing = routingOf(config, catalogue, local);
    return createBridge({ ...routing, door, store, memos, settings: config.bridge });
  });
  const takes = { image: false, audio: false, file: true };
  return async () => (await opened()).turn({ host, takes });
}
