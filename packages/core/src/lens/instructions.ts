// Instructions that a wire keeps beside its messages are read as one more message, behind all others, so that places in the
// history stay what they are; before the body is written they go back to where they were.
import { isRecord } from '../parse/read.ts';
import type { Fields } from './lens.ts';

const mark = 'percept-instructions';

export function withInstructions(
  messages: readonly unknown[],
  instructions: Fields | undefined,
): readonly unknown[] {
  return instructions ? [...messages, { ...instructions, [mark]: true }] : messages;
}

export function takeInstructions(messages: readonly unknown[]): {
  readonly messages: readonly unknown[];
  readonly instructions?: Fields;
} {
  const last = messages.at(-1);
  if (!isRecord(last) || last[mark] !== true) return { messages };
  return { messages: messages.slice(0, -1), instructions: last };
}
