// Anthropic Messages: results are blocks of a user message, and take pictures unless they say that they failed.
import { closeWithSystem, openWithSystem } from '../instructions.ts';
import type { Lens } from '../lens.ts';
import { read } from './read.ts';
import { assistant, rename, resultMessages, user, write } from './write.ts';

export const anthropicMessages: Lens = {
  wire: 'anthropic-messages',
  pairing: 'adjacent',
  results: 'shared',
  hoist: 'same-message',
  assistantMedia: false,
  refusesBlanks: true,
  stringifiesLists: false,
  carries: 'base64',
  open: openWithSystem,
  close: closeWithSystem,
  read,
  write,
  rename,
  user,
  assistant,
  resultMessages,
};
