// Gemini generateContent: `contents[]`. From Gemini 3 on a response carries media parts; before, they follow as a user's.
import { isRecord, type Fields } from '../../parse/read.ts';
import { takeInstructions, withInstructions } from '../instructions.ts';
import type { Lens } from '../lens.ts';
import { read } from './read.ts';
import { assistant, rename, resultMessages, user, write } from './write.ts';

export const gemini: Lens = {
  wire: 'gemini',
  pairing: 'adjacent',
  results: 'shared',
  hoist: 'next-message',
  assistantMedia: true,
  refusesBlanks: true,
  stringifiesLists: false,
  carries: 'base64',
  open: (body) => {
    const { contents, cachedContent } = body;
    const system = body[systemKey(body)];
    if (!Array.isArray(contents)) return undefined;
    const held = isRecord(system) ? { ...system, role: 'system' } : undefined;
    return { messages: withInstructions(contents, held), continued: cachedContent !== undefined };
  },
  close: (body, all) => {
    const { messages, instructions } = takeInstructions(all);
    const key = systemKey(body);
    const system = isRecord(body[key]) ? body[key] : {};
    return {
      ...body,
      ...(instructions && { [key]: { ...system, parts: instructions['parts'] } }),
      contents: messages,
    };
  },
  read,
  write,
  rename,
  user,
  assistant,
  resultMessages,
};

function systemKey(body: Fields): 'systemInstruction' | 'system_instruction' {
  return 'system_instruction' in body ? 'system_instruction' : 'systemInstruction';
}
