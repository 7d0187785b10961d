// Who answers when no model is configured: local eyes and ears read what was attached, what the question names first, and
// say that they are no model and how to get one.
import { accept, type Outcome } from '@percept/core';
import type { LocalEars, LocalEyes } from '../bridge/index.ts';
import type { Answerer, Shown } from '../loop/index.ts';

export type LocalSenses = LocalEyes & LocalEars;

const who =
  'No model is configured: this is what local eyes on this device read, and all that they can say. Set PERCEPT_MODEL, or start Ollama, llama.cpp, LM Studio or vLLM, to talk to a model.';

const nothingToRead =
  'No model is configured: local eyes on this device read what you attach, and talk about nothing else. Attach a picture and it is read. Set PERCEPT_MODEL, or start Ollama, llama.cpp, LM Studio or vLLM, to talk to a model.';

export function createLocalAnswerer(senses: () => Promise<LocalSenses>): Answerer {
  return {
    name: 'local eyes',
    answer: async (attached, { question, signal }) => {
      const told: string[] = [];
      for (const part of attached) {
        if (signal.aborted) break;
        const words = await look(await senses(), part, { question, signal });
        told.push(words.ok ? words.value : `[${words.refusal.message} ${words.refusal.hint}]`);
      }
      const rest = told.length === 0 ? [nothingToRead] : [...told, who];
      return accept(rest.join('\n\n'));
    },
  };
}

async function look(
  senses: LocalSenses,
  part: Shown,
  { question, signal }: { readonly question: string; readonly signal: AbortSignal },
): Promise<Outcome<string>> {
  switch (part.type) {
    case 'text':
      return accept(part.text);
    case 'image': {
      const seen = await senses.describe(part.bytes, { question, signal });
      return seen.ok ? accept(seen.value.markdown) : seen;
    }
    case 'audio': {
      const heard = await senses.transcribe(part.bytes, { signal });
      if (!heard.ok) return heard;
      const { notice, segments } = heard.value;
      return accept([notice, ...segments.map(({ text }) => text)].join('\n'));
    }
  }
}
