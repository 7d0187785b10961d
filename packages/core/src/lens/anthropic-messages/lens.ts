// Anthropic Messages: results are blocks of a user message, and take pictures unless they say that they failed.
// Writes Anthropic messages. Cache marks of a block that is written again stay on it.
import { closeWithSystem, openWithSystem } from '../instructions.ts';
import {
  type Lens,
  compose,
  asListed,
  withPart,
  plainText,
  textOf,
  writeContent,
  type ItemPlan,
  type NewPart,
  type NewResult,
} from '../lens.ts';
import { read } from './read.ts';
import { isRecord, type Fields } from '../../parse/read.ts';
import type { Media } from '../media.ts';
import { base64Of, typeOf } from '../native.ts';

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
  write: (message, plan) =>
    writeContent(message, plan, {
      result: (found, items) => ({ ...found, content: contentOf(found['content'], items) }),
      newResult,
      written,
      kept: asListed,
    }),
  rename: (message, part, id) => ({
    ...message,
    content: withPart(message['content'], part, (block) =>
      block['type'] === 'tool_use' ? { ...block, id } : { ...block, tool_use_id: id },
    ),
  }),
  user: (parts) => ({ role: 'user', content: parts.map(written) }),
  assistant: (text) => ({ role: 'assistant', content: text }),
  resultMessages: (results) => [{ role: 'user', content: results.map(newResult) }],
};

function contentOf(content: unknown, items: readonly ItemPlan[]): unknown {
  const listed: readonly unknown[] = Array.isArray(content) ? content : [content];
  const text = plainText(items, (part) => textOf(listed[part]));
  return text ?? compose<unknown>(items, (part) => asListed(listed[part]), written);
}

function written(part: NewPart): Fields {
  return part.kind === 'text'
    ? { type: 'text', text: part.text }
    : media(part.media, part.verbatim);
}

function media(found: Media, verbatim = false): Fields {
  if (verbatim && isRecord(found.raw)) return found.raw;
  const { raw, data, name } = found;
  const own = isRecord(raw) ? raw : {};
  const mark = own['cache_control'] === undefined ? {} : { cache_control: own['cache_control'] };
  if (found.kind === 'image') return { type: 'image', source: source(found, data), ...mark };
  return {
    type: 'document',
    source: source(found, data),
    ...(name !== undefined && { title: name }),
    ...mark,
  };
}

function source(found: Media, data: Media['data']): Fields {
  if (data.kind === 'url') return { type: 'url', url: data.url };
  if (data.kind === 'handle') return { type: 'file', file_id: data.handle };
  return { type: 'base64', media_type: typeOf(found), data: base64Of(data) };
}

function newResult({ id, text }: NewResult): Fields {
  return { type: 'tool_result', tool_use_id: id ?? '', content: text };
}
