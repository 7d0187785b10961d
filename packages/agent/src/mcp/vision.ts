// Whoever answers a question about pixels for an MCP client: the model that was configured for looking. Without one the
// question only stands beside the picture, because local eyes transcribe and do not answer.
import type { Outcome } from '@percept/core';
import type { HeldMedia } from '@percept/core/lens';
import type { Memos } from '@percept/store';
import { assembleBridge } from '../bridge/index.ts';
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

const nothing = { image: false, audio: false, file: true } as const;

export function createVision(parts: VisionParts): McpVision | undefined {
  const { config, catalogue, openParts, memos } = parts;
  const { vision } = catalogue;
  if (!vision) return undefined;
  const { model } = vision.spec;
  const host = hostOf(vision.spec.baseUrl);
  let opened: Promise<ReturnType<typeof assembleBridge>> | undefined;
  const open = async () => {
    const { door, store } = await openParts();
    return assembleBridge({ config, catalogue, door, store, memos });
  };
  return {
    model,
    host,
    answer: async (image, question, signal) => {
      const bridge = await (opened ??= open());
      // Each call is a turn of its own, with its own budget. Whoever configured this model agreed that it looks.
      const told = await bridge.turn({ host, takes: nothing }).look(image, question, signal);
      return told.ok ? { ok: true, value: told.value.text } : told;
    },
  };
}
