// From words and uploads to the parts of a message. What becomes of each part is decided when it is sent, for the model
// that answers then.
import type { PromptPart } from '@percept/agent';
import { accept, refuse, type Outcome, type StoredBlock } from '@percept/core';
import { overLimit } from '@percept/core/internal';
import type { NewTurn } from '@percept/contract';
import type { WebLimits } from './limits.ts';

export function composePrompt(
  { text }: Pick<NewTurn, 'text'>,
  media: readonly StoredBlock[],
  { maxTextChars }: WebLimits,
): Outcome<readonly PromptPart[]> {
  if (text.length > maxTextChars) {
    const hint = 'Attach the text as a file instead.';
    return refuse(overLimit('maxTextChars', maxTextChars, text.length, hint));
  }
  if (text.trim() === '' && media.length === 0) return refuse(nothingSaid);
  const words: readonly PromptPart[] = text.trim() === '' ? [] : [{ type: 'text', text }];
  return accept([...media, ...words]);
}

const nothingSaid = {
  refused: 'invalid-input',
  message: 'The message is empty.',
  hint: 'Write something, or attach a file.',
} as const;
