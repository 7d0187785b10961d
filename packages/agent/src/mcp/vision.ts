// Whoever answers a question about pixels for an MCP client: the model that was configured for looking. Without one the
// question only stands beside the picture, because local eyes transcribe and do not answer.
import type { Outcome } from '@percept/core';
import type { HeldMedia } from '@percept/core/lens';
import type { Memos } from '@percept/store';
import {
  assembleBridge,
  type AssembleOptions,
  type Bridge,
  type BridgeTurn,
} from '../bridge/index.ts';
import { hostOf, type PerceptConfig } from '../config/index.ts';
import type { ModelCatalogue } from '../models/index.ts';
import type { McpParts } from './setup.ts';

export interface McpVision {
  readonly model: string;
  readonly host: string;
  /** Words that are fenced and say who looked. */
  answer(image: HeldMedia, question: string, signal: AbortSignal): Promise<Outcome<string>>;
}

export interface VisionParts {
  readonly config: PerceptConfig;
  readonly catalogue: ModelCatalogue;
  readonly openParts: () => Promise<McpParts>;
  readonly memos: Memos;
}

/** Whoever asks here takes neither: each call is a turn of its own, with its own budget. */
export function turnOf(
  { config, catalogue, openParts, memos }: VisionParts,
  host: string,
  ears?: AssembleOptions['ears'],
): () => Promise<BridgeTurn> {
  const open = async (): Promise<Bridge> => {
    const { door, store } = await openParts();
    return assembleBridge({ config, catalogue, door, store, memos, ...(ears && { ears }) });
  };
  let opened: Promise<Bridge> | undefined;
  return async () =>
    (await (opened ??= open())).turn({ host, takes: { image: false, audio: false, file: true } });
}

export function createVision(parts: VisionParts): McpVision | undefined {
  const { vision } = parts.catalogue;
  if (!vision) return undefined;
  const { model } = vision.spec;
  const host = hostOf(vision.spec.baseUrl);
  const turn = turnOf(parts, host);
  return {
    model,
    host,
    answer: async (image, question, signal) => {
      // Whoever configured this model agreed that it looks.
      const told = await (await turn()).look(image, question, signal);
      return told.ok ? { ok: true, value: told.value.text } : told;
    },
  };
}
