// Writes AI SDK prompt messages. A result that is nothing but text becomes one plain text, because packages for text-only
// wires turn a list into JSON.
import { encodeBase64 } from '../lens/base64.ts';
import {
  compose,
  withPart,
  plainText,
  type Fields,
  type ItemPlan,
  type NewPart,
  type NewResult,
  type PartPlan,
} from '../lens/lens.ts';
import type { Media } from '../lens/media.ts';
import { isRecord, readText } from '../parse/read.ts';

/** How a picture inside a tool result is spelled: packages of the older generation know only `image-data`. */
export type ResultSpelling = 'file' | 'image-data';

export function writer(
  spelling: ResultSpelling,
): (message: Fields, plan: readonly PartPlan[]) => Fields {
  return (message, plan) => {
    const { content } = message;
    const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
    const simple = plan.filter((part) => part.kind !== 'result' && part.kind !== 'new-result');
    const text =
      simple.length === plan.length ? plainText(simple, (part) => textOf(parts[part])) : undefined;
    if (!Array.isArray(content) && text !== undefined) return { ...message, content: text };
    return { ...message, content: plan.flatMap((part) => written(part, parts, spelling)) };
  };
}

function written(
  part: PartPlan,
  parts: readonly unknown[],
  spelling: ResultSpelling,
): readonly unknown[] {
  switch (part.kind) {
    case 'result': {
      const found = parts[part.part];
      return isRecord(found)
        ? [{ ...found, output: output(found['output'], part.items, spelling) }]
        : [];
    }
    case 'new-result':
      return [newResult(part)];
    case 'keep':
    case 'text':
    case 'media':
      return compose<unknown>([part], (index) => kept(parts[index]), newPart);
  }
}

function output(found: unknown, items: readonly ItemPlan[], spelling: ResultSpelling): Fields {
  const own = isRecord(found) ? found : {};
  const listed: readonly unknown[] =
    Array.isArray(own['value']) && own['type'] === 'content' ? own['value'] : [own['value']];
  const { type, value: _, ...rest } = own;
  const failed = type === 'error-text' || type === 'error-json';
  const text = plainText(items, (part) => textOf(listed[part]));
  if (text !== undefined) return { ...rest, type: failed ? 'error-text' : 'text', value: text };
  const write = (part: NewPart) =>
    part.kind === 'media' ? inResult(part.media, spelling) : newPart(part);
  return {
    ...rest,
    type: 'content',
    value: compose<unknown>(items, (part) => kept(listed[part]), write),
  };
}

function textOf(part: unknown): string | undefined {
  if (typeof part === 'string') return part;
  return isRecord(part) && part['type'] === 'text' ? readText(part['text']) : undefined;
}

function kept(part: unknown): unknown {
  return typeof part === 'string' ? { type: 'text', text: part } : part;
}

function newPart(part: NewPart): Fields {
  return part.kind === 'text'
    ? { type: 'text', text: part.text }
    : filePart(part.media, part.verbatim);
}

function filePart(media: Media, verbatim = false): Fields {
  const { raw, data, name } = media;
  if (verbatim && isRecord(raw)) return raw;
  const own = isRecord(raw) ? raw : {};
  const options =
    own['providerOptions'] === undefined ? {} : { providerOptions: own['providerOptions'] };
  return {
    type: 'file',
    mediaType: media.mime ?? media.kind,
    data: fileData(data),
    ...(name !== undefined && { filename: name }),
    ...options,
  };
}

function fileData(data: Media['data']): Fields {
  switch (data.kind) {
    case 'base64':
      return { type: 'data', data: data.base64 };
    case 'bytes':
      return { type: 'data', data: data.bytes };
    case 'url':
      return { type: 'url', url: new URL(data.url) };
    case 'handle':
      return { type: 'reference', reference: data.handle };
    case 'blob':
    case 'nothing':
      throw new Error('Only media that a wire can carry is written.');
  }
}

function inResult(media: Media, spelling: ResultSpelling): Fields {
  const { data } = media;
  if (spelling === 'file' || media.kind !== 'image') return filePart(media);
  if (data.kind === 'url') return { type: 'image-url', url: data.url };
  if (data.kind !== 'base64' && data.kind !== 'bytes') return filePart(media);
  const base64 = data.kind === 'base64' ? data.base64 : encodeBase64(data.bytes);
  return { type: 'image-data', data: base64, mediaType: media.mime ?? 'image/png' };
}

export function user(parts: readonly NewPart[]): Fields {
  return { role: 'user', content: parts.map(newPart) };
}

export function assistant(text: string): Fields {
  return { role: 'assistant', content: [{ type: 'text', text }] };
}

function newResult({ id, tool, text }: NewResult): Fields {
  return {
    type: 'tool-result',
    toolCallId: id ?? '',
    toolName: tool,
    output: { type: 'error-text', value: text },
  };
}

export function resultMessages(results: readonly NewResult[]): readonly Fields[] {
  return [{ role: 'tool', content: results.map(newResult) }];
}

export function rename(message: Fields, part: number, toolCallId: string): Fields {
  return {
    ...message,
    content: withPart(message['content'], part, (found) => ({ ...found, toolCallId })),
  };
}
