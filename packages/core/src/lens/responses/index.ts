// OpenAI Responses: `input[]` of items. Outputs of calls carry pictures and documents themselves.
import { readText } from '../../parse/read.ts';
import { takeInstructions, withInstructions } from '../instructions.ts';
import type { Lens } from '../lens.ts';
import { read } from './read.ts';
import { assistant, rename, resultMessages, user, write } from './write.ts';

export const responses: Lens = {
  wire: 'responses',
  pairing: 'anywhere',
  results: 'each',
  hoist: 'next-message',
  assistantMedia: false,
  refusesBlanks: false,
  stringifiesLists: false,
  carries: 'base64',
  open: (body) => {
    const { input } = body;
    const messages: readonly unknown[] | undefined = Array.isArray(input)
      ? input
      : typeof input === 'string'
        ? [{ role: 'user', content: input }]
        : undefined;
    const continued =
      readText(body['previous_response_id']) !== undefined ||
      body['conversation'] !== undefined ||
      hasReferences(messages);
    const instructions = readText(body['instructions']);
    const held =
      instructions === undefined ? undefined : { role: 'developer', content: instructions };
    return messages && { messages: withInstructions(messages, held), continued };
  },
  close: (body, all) => {
    const { messages, instructions } = takeInstructions(all);
    return {
      ...body,
      ...(instructions && { instructions: instructions['content'] }),
      input: messages,
    };
  },
  read,
  write,
  rename,
  user,
  assistant,
  resultMessages,
};

/** An item that is only named may be the call that a result belongs to. */
function hasReferences(items: readonly unknown[] | undefined): boolean {
  return (
    items?.some(
      (item) =>
        typeof item === 'object' &&
        item !== null &&
        'type' in item &&
        item.type === 'item_reference',
    ) ?? false
  );
}
