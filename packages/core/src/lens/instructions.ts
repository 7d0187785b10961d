// Instructions that a wire keeps beside its messages are read as one more message, behind all others, so that places in the
// history stay what they are; before the body is written they go back to where they were. What may not stay among them opens the
// conversation.
import { isRecord, type Fields } from '../parse/read.ts';
import type { Opened } from './lens.ts';

const mark = 'percept-instructions';

export function withInstructions(
  messages: readonly unknown[],
  instructions: Fields | undefined,
): readonly unknown[] {
  return instructions ? [...messages, { ...instructions, [mark]: true }] : messages;
}

/** Messages with `system` beside them, as two wires have it. */
export function openWithSystem({ messages, system }: Fields): Opened | undefined {
  if (!Array.isArray(messages)) return undefined;
  const held = system === undefined ? undefined : { role: 'system', content: system };
  return { messages: withInstructions(messages, held), continued: false };
}

export function closeWithSystem(
  body: Fields,
  all: readonly unknown[],
  inOrder = (messages: readonly unknown[]) => messages,
): Fields {
  const { messages, instructions } = takeInstructions(all);
  const system = instructions && { system: instructions['content'] };
  return { ...body, ...system, messages: inOrder(messages) };
}

/** Whether this message is the instructions that stand beside the others. */
export function isBeside(message: unknown): message is Fields {
  return isRecord(message) && message[mark] === true;
}

export function takeInstructions(messages: readonly unknown[]): {
  readonly messages: readonly unknown[];
  readonly instructions?: Fields;
} {
  const last = messages.at(-1);
  if (!isBeside(last)) return { messages };
  return { messages: messages.slice(0, -1), instructions: last };
}
