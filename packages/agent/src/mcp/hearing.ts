// Whoever listens for an MCP client: the model that was configured for sounds, or local ears.
import type { AssembleOptions } from '../bridge/index.ts';
import { hostOf } from '../config/index.ts';
import type { Listen } from '../tools/index.ts';
import { turnOf, type VisionParts } from './vision.ts';

export interface McpHearing {
  readonly model: string;
  readonly host: string;
  readonly listen: Listen;
}

export interface HearingParts extends VisionParts {
  /** Where speech models are installed. */
  readonly ears?: AssembleOptions['ears'];
}

export function createHearing(parts: HearingParts): McpHearing | undefined {
  const { config, catalogue, ears } = parts;
  const audio = config.audio?.kind === 'model' ? catalogue.audio : undefined;
  if (!audio && !ears) return undefined;
  const model = audio?.spec.model ?? ears?.name ?? '';
  const host = audio ? hostOf(audio.spec.baseUrl) : 'this device';
  // Local ears work on this device: here nobody has to choose them.
  const localChosen = { ...catalogue.localChosen, audio: true };
  const turn = turnOf({ ...parts, catalogue: { ...catalogue, localChosen } }, host, ears);
  return {
    model,
    host,
    listen: async (sound, { question, span }, signal) => {
      const told = await (await turn()).look(sound, question, signal, span);
      return told.ok ? { ok: true, value: told.value.text } : told;
    },
  };
}
