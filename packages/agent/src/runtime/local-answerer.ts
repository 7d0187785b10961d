// Who answers when no model is configured: local eyes and ears read what was attached, say that they are no model, and say
// how to get one.
import { accept, type Outcome } from '@percept/core';
import type { LocalEars, LocalEyes } from '../bridge/index.ts';
import type { Answerer, PromptPart } from '../loop/index.ts';

export type LocalSenses = LocalEyes & LocalEars;

const who =
  'No model is configured, so nobody answers questions here: local eyes on this device only read what is attached. Set PERCEPT_MODEL, or start Ollama, llama.cpp, LM Studio or vLLM, to talk to a model.';

export function createLocalAnswerer(senses: () => Promise<LocalSenses>): Answerer {
  return {
    name: 'local eyes',
    answer: async (prompt, resolve, signal) => {
      const told: string[] = [];
      for (const part of prompt) {
        if (part.type === 'text' || signal.aborted) continue;
        const bytes = await resolve(part);
        const words = bytes.ok ? await look(await senses(), part, bytes.value, signal) : bytes;
        told.push(words.ok ? words.value : `[${words.refusal.message} ${words.refusal.hint}]`);
      }
      const hint = told.length === 0 ? 'Attach a picture and it is read.' : undefined;
      return accept([who, ...told, ...(hint === undefined ? [] : [hint])].join('\n\n'));
    },
  };
}

async function look(
  senses: LocalSenses,
  part: Exclude<PromptPart, { type: 'text' }>,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  switch (part.type) {
    case 'image': {
      const seen = await senses.describe(bytes, { signal });
      return seen.ok ? accept(seen.value.markdown) : seen;
    }
    case 'audio': {
      const heard = await senses.transcribe(bytes, { signal });
      if (!heard.ok) return heard;
      const { notice, segments } = heard.value;
      return accept([notice, ...segments.map(({ text }) => text)].join('\n'));
    }
    case 'file':
      return accept(`[a document (${part.mime}); it is kept, and a model can look at its pages]`);
  }
}
