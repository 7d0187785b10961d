// Bedrock Converse: blocks are told apart by their one key, results are blocks of a user message, and roles alternate. Nova's
// own bodies for InvokeModel have the same blocks.
// Writes Converse messages. A format stands in place of a media type, and a document must have a name.
import { closeWithSystem, openWithSystem } from '../instructions.ts';
import {
  type Lens,
  compose,
  withPart,
  writeParts,
  type ItemPlan,
  type NewPart,
  type NewResult,
} from '../lens.ts';
import { read } from './read.ts';
import { isRecord, readList, type Fields } from '../../parse/read.ts';
import type { Media } from '../media.ts';
import { base64Of, typeOf } from '../native.ts';
import { emptyMessage } from '../words.ts';

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
  write: (message, plan) => {
    const { content } = message;
    const blocks = readList(content);
    return { ...message, content: writeParts(plan, blocks, { result, newResult, written }) };
  },
  rename: (message, part, id) => ({
    ...message,
    content: withPart(message['content'], part, (found) => {
      const key = 'toolUse' in found ? 'toolUse' : 'toolResult';
      const inner = found[key];
      return isRecord(inner) ? { ...found, [key]: { ...inner, toolUseId: id } } : found;
    }),
  }),
  user: (parts) => ({ role: 'user', content: parts.map(written) }),
  assistant: (text) => ({ role: 'assistant', content: [{ text }] }),
  resultMessages: (results) => [{ role: 'user', content: results.map(newResult) }],
};

function result(found: Fields, items: readonly ItemPlan[]): Fields | undefined {
  const { toolResult } = found;
  if (!isRecord(toolResult)) return undefined;
  const { content } = toolResult;
  const inner = readList(content);
  const said = compose<unknown>(items, (index) => inner[index], written);
  return {
    ...found,
    toolResult: { ...toolResult, content: said.length > 0 ? said : [{ text: emptyMessage }] },
  };
}

function written(part: NewPart): Fields {
  return part.kind === 'text' ? { text: part.text } : media(part.media, part.verbatim);
}

function media(found: Media, verbatim = false): Fields {
  const { raw, data } = found;
  if ((verbatim || data.kind === 'handle') && isRecord(raw)) return raw;
  const [, format = 'png'] = typeOf(found).split('/');
  const source = { bytes: base64Of(data) };
  if (found.kind === 'image') return { image: { format, source } };
  return { document: { format, name: documentName(found.name), source } };
}

/** Letters, digits, spaces, hyphens, parentheses and brackets, says the reference. */
function documentName(name: string | undefined): string {
  const plain = (name ?? '')
    .replaceAll(/[^\p{L}\p{N} ()[\]-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain === '' ? 'document' : plain.slice(0, 200);
}

/** Roles alternate: what one side says in a row is one message. */
function alternating(messages: readonly unknown[]): readonly unknown[] {
  const out: unknown[] = [];
  for (const message of messages) {
    const last = out.at(-1);
    if (!isRecord(last) || !isRecord(message) || last['role'] !== message['role']) {
      out.push(message);
      continue;
    }
    const parts = [last['content'], message['content']].flatMap(readList);
    out[out.length - 1] = { ...last, content: parts };
  }
  return out;
}

function newResult({ id, text }: NewResult): Fields {
  return { toolResult: { toolUseId: id ?? '', content: [{ text }] } };
}
