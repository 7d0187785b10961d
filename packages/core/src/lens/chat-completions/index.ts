// OpenAI Chat Completions and everybody who speaks it: `messages[]`, one message per tool result, text only in those.
import type { Lens } from '../lens.ts';
import { read } from './read.ts';
import { assistant, rename, resultMessages, user, write } from './write.ts';

export const chatCompletions: Lens = {
  wire: 'chat-completions',
  pairing: 'adjacent',
  results: 'each',
  hoist: 'next-message',
  assistantMedia: false,
  refusesBlanks: false,
  stringifiesLists: false,
  carries: 'base64',
  open: (body) =>
    Array.isArray(body['messages']) ? { messages: body['messages'], continued: false } : undefined,
  close: (body, messages) => ({ ...body, messages }),
  read,
  write,
  rename,
  user,
  assistant,
  resultMessages,
};
