// Whoever listens for an MCP client: the model that was configured for sounds, or local ears.
import type { Memos } from '@percept/store';
import { assembleBridge, type AssembleOptions } from '../bridge/index.ts';
import { hostOf } from '../config/index.ts';
import type { Listen } from '../tools/index.ts';
import type { McpParts } from './setup.ts';
import type { VisionParts } from './vision.ts';

export interface McpHearing {
  readonly model: string;
  readonly host: string;
  readonly listen: Listen;
}

export interface HearingParts extends VisionParts {
  readonly memos: Memos;
  readonly openParts: () => Promise<McpParts>;
  /** Where speech models are installed. */
  readonly ears?: AssembleOptions['ears'];
}

const nothing = { image: false, audio: false, file: true } as const;

export function createHearing(parts: HearingParts): McpHearing | undefined {
  const { config, catalogue, openParts, memos, ears } = parts;
  const audio = config.audio?.kind === 'model' ? catalogue.audio : undefined;
  if (!audio && !ears) return undefined;
  const model = audio?.spec.model ?? ears?.name ?? '';
  const host = audio ? hostOf(audio.spec.baseUrl) : 'this device';
  let opened: Promise<ReturnType<typeof assembleBridge>> | undefined;
  const open = async () => {
    const { door, store } = await openParts();
    // Local ears work on this device: here nobody has to choose them.
    const localChosen = { ...catalogue.localChosen, audio: true };
    return assembleBridge({
      config,
      catalogue: { ...catalogue, localChosen },
      door,
      store,
      memos,
      ...(ears && { ears }),
    });
  };
  return {
    model,
    host,
    listen: async (sound, { question, span }, signal) => {
      const bridge = await (opened ??= open());
      const told = await bridge.turn({ host, takes: nothing }).look(sound, question, signal, span);
      return told.ok ? { ok: true, value: told.value.text } : told;
    },
  };
}
