// Anthropic Messages: results are blocks of a user message, and take pictures unless they say that they failed.
import type { Lens } from '../lens.ts';
import { read } from './read.ts';
import { assistant, resultMessages, user, write } from './write.ts';

export const anthropicMessages: Lens = {
  wire: 'anthropic-messages',
  pairing: 'adjacent',
  results: 'shared',
  hoist: 'same-message',
  assistantMedia: false,
  stringifiesLists: false,
  carries: 'base64',
  open: (body) =>
    Array.isArray(body['messages']) ? { messages: body['messages'], continued: false } : undefined,
  close: (body, messages) => ({ ...body, messages }),
  read,
  write,
  user,
  assistant,
  resultMessages,
};
