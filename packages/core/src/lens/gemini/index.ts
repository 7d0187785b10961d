// Gemini generateContent: `contents[]`. From Gemini 3 on a response carries media parts; before, they follow as a user's.
import type { Lens } from '../lens.ts';
import { read } from './read.ts';
import { assistant, resultMessages, user, write } from './write.ts';

export const gemini: Lens = {
  wire: 'gemini',
  pairing: 'adjacent',
  results: 'shared',
  hoist: 'next-message',
  assistantMedia: true,
  stringifiesLists: false,
  carries: 'base64',
  open: (body) =>
    Array.isArray(body['contents'])
      ? { messages: body['contents'], continued: body['cachedContent'] !== undefined }
      : undefined,
  close: (body, contents) => ({ ...body, contents }),
  read,
  write,
  user,
  assistant,
  resultMessages,
};
