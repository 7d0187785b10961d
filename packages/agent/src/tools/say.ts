// `say`: has a model speak. What it said is kept as everything that models make, and plays on every face.
import type { SpeechModelV4 } from '@ai-sdk/provider';
import { accept, refuse, type JsonObject, type Outcome } from '@percept/core';
import { isRecord, readText, readWord } from '@percept/core/internal';
import {
  forecastWords,
  nobodySpeaks,
  sayAloud,
  speechFormats,
  type Produced,
  type SayRequest,
} from '../making/index.ts';
import { permitted, type Making } from './making.ts';
import { misused, type Tool } from './tool.ts';
import type { Workspace } from './workspace.ts';

export type Speaking = Making<SpeechModelV4>;

export function createSay(workspace: Workspace, { maker, budget, bill }: Speaking): Tool<Produced> {
  return {
    name: 'say',
    description: `Have ${maker?.model ?? 'a model'} say words aloud. The sound is kept and given to the user.`,
    capabilities: [],
    inputSchema: saySchema,
    run: async (input, options = {}) => {
      const asked = parseInput(input);
      if (!asked.ok) return asked;
      if (!maker) return refuse(nobodySpeaks);
      const { text, voice } = asked.value;
      const full = budget.say(text.length);
      if (full) return refuse(full);
      const order = {
        tool: 'say',
        maker,
        words: text,
        notes: [forecastWords(maker.price, { characters: text.length })],
        input: { text, ...(voice !== undefined && { voice }) },
        bill,
      } as const;
      return permitted(workspace, options, order, (parts) => sayAloud(maker, asked.value, parts));
    },
  };
}

export const saySchema: JsonObject = {
  type: 'object',
  properties: {
    text: { type: 'string', description: 'What to say, word for word.' },
    voice: { type: 'string', description: 'A voice that the provider knows, such as alloy.' },
    format: { type: 'string', enum: [...speechFormats], description: 'Default: wav.' },
  },
  required: ['text'],
  additionalProperties: false,
};

function parseInput(input: unknown): Outcome<SayRequest> {
  const fields = isRecord(input) ? input : {};
  const text = readText(fields['text'])?.trim();
  if (!text) return misused('say', 'say needs a text.');
  const voice = readText(fields['voice']);
  if (voice !== undefined && !/^[\w.:/ -]{1,100}$/.test(voice))
    return misused('say', 'A voice is a short name, such as alloy.');
  const format = readWord(speechFormats, fields['format'] ?? 'wav');
  if (!format) return misused('say', `format is ${speechFormats.join(', ')}.`);
  return accept({ text, format, ...(voice !== undefined && { voice }) });
}
