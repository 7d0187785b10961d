// Writes Anthropic messages. Cache marks of a block that is written again stay on it.
import { isRecord, type Fields } from '../../parse/read.ts';
import {
  compose,
  asListed,
  withPart,
  plainText,
  textOf,
  writeContent,
  type ItemPlan,
  type NewPart,
  type NewResult,
  type PartPlan,
} from '../lens.ts';
import type { Media } from '../media.ts';
import { base64Of, typeOf } from '../native.ts';

export function write(message: Fields, plan: readonly PartPlan[]): Fields {
  return writeContent(message, plan, {
    result: (found, items) => ({ ...found, content: contentOf(found['content'], items) }),
    newResult,
    written,
    kept: asListed,
  });
}

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

export function user(parts: readonly NewPart[]): Fields {
  return { role: 'user', content: parts.map(written) };
}

export function assistant(text: string): Fields {
  return { role: 'assistant', content: text };
}

function newResult({ id, text }: NewResult): Fields {
  return { type: 'tool_result', tool_use_id: id ?? '', content: text };
}

export function resultMessages(results: readonly NewResult[]): readonly Fields[] {
  return [{ role: 'user', content: results.map(newResult) }];
}

export function rename(message: Fields, part: number, id: string): Fields {
  const content = withPart(message['content'], part, (block) =>
    block['type'] === 'tool_use' ? { ...block, id } : { ...block, tool_use_id: id },
  );
  return { ...message, content };
}
