// Bedrock Converse: blocks are told apart by their one key, results are blocks of a user message, and roles alternate. Nova's
// own bodies for InvokeModel have the same blocks.
import { closeWithSystem, openWithSystem } from '../instructions.ts';
import type { Lens } from '../lens.ts';
import { read } from './read.ts';
import { alternating, assistant, rename, resultMessages, user, write } from './write.ts';

export const bedrockConverse: Lens = {
  wire: 'bedrock-converse',
  pairing: 'adjacent',
  results: 'shared',
  alternates: true,
  hoist: 'same-message',
  assistantMedia: false,
  refusesBlanks: true,
  stringifiesLists: false,
  carries: 'base64',
  open: openWithSystem,
  close: (body, all) => closeWithSystem(body, all, alternating),
  read,
  write,
  rename,
  user,
  assistant,
  resultMessages,
};
