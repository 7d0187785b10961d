// Writes AI SDK prompt messages. A result that is nothing but text becomes one plain text, because packages for text-only
// wires turn a list into JSON.
import { encodeBase64 } from '../lens/base64.ts';
import {
  compose,
  asListed,
  plainText,
  textOf,
  writeContent,
  type ItemPlan,
  type NewPart,
  type NewResult,
  type PartPlan,
} from '../lens/lens.ts';
import type { Media } from '../lens/media.ts';
import { isRecord, type Fields } from '../parse/read.ts';

/** How a picture inside a tool result is spelled: older generations know `image-data`, the oldest `media`. */
export type ResultSpelling = 'file' | 'image-data' | 'media';

/** How the parts of a prompt are spelled: with tagged data since the fourth generation, with bare data before. */
export type PartSpelling = 'tagged' | 'bare';

export interface PromptSpelling {
  readonly results: ResultSpelling;
  readonly parts: PartSpelling;
}

export function writer(
  spelling: PromptSpelling,
): (message: Fields, plan: readonly PartPlan[]) => Fields {
  return (message, plan) =>
    writeContent(message, plan, {
      result: (found, items) => ({ ...found, output: output(found['output'], items, spelling) }),
      newResult,
      written: (part) => newPart(part, spelling.parts),
      kept: asListed,
    });
}

function output(found: unknown, items: readonly ItemPlan[], spelling: PromptSpelling): Fields {
  const own = isRecord(found) ? found : {};
  const listed: readonly unknown[] =
    Array.isArray(own['value']) && own['type'] === 'content' ? own['value'] : [own['value']];
  const { type, value: _, ...rest } = own;
  const failed = type === 'error-text' || type === 'error-json';
  const text = plainText(items, (part) => textOf(listed[part]));
  if (text !== undefined) return { ...rest, type: failed ? 'error-text' : 'text', value: text };
  const write = (part: NewPart) =>
    part.kind === 'media' ? inResult(part.media, spelling) : newPart(part, spelling.parts);
  const value = compose<unknown>(items, (part) => asListed(listed[part]), write);
  return { ...rest, type: 'content', value };
}

export function newPart(part: NewPart, spelling: PartSpelling): Fields {
  return part.kind === 'text'
    ? { type: 'text', text: part.text }
    : filePart(part.media, spelling, part.verbatim);
}

function filePart(media: Media, spelling: PartSpelling, verbatim = false): Fields {
  const { raw, data, name } = media;
  const own = isRecord(raw) ? raw : {};
  // What older generations write in a result is no part of a message.
  if (verbatim && own['type'] === 'file') return own;
  const options =
    own['providerOptions'] === undefined ? {} : { providerOptions: own['providerOptions'] };
  return {
    type: 'file',
    mediaType: media.mime ?? media.kind,
    data: spelling === 'tagged' ? fileData(data) : bareData(data),
    ...(name !== undefined && { filename: name }),
    ...options,
  };
}

function fileData(data: Media['data']): Fields {
  const bare = bareData(data);
  if (data.kind === 'url') return { type: 'url', url: bare };
  return data.kind === 'handle'
    ? { type: 'reference', reference: bare }
    : { type: 'data', data: bare };
}

/** Before data had tags: letters, bytes or an address, as they are. */
function bareData(data: Media['data']): unknown {
  switch (data.kind) {
    case 'base64':
      return data.base64;
    case 'bytes':
      return data.bytes;
    case 'url':
      return new URL(data.url);
    case 'handle':
      return data.handle;
    case 'blob':
    case 'nothing':
      throw new Error('Only media that a wire can carry is written.');
  }
}

function inResult(media: Media, { results, parts }: PromptSpelling): Fields {
  const { data, mime } = media;
  if (results === 'file') return filePart(media, parts);
  if (data.kind === 'url')
    return { type: `${media.kind === 'image' ? 'image' : 'file'}-url`, url: data.url };
  if (data.kind !== 'base64' && data.kind !== 'bytes') return filePart(media, parts);
  const base64 = data.kind === 'base64' ? data.base64 : encodeBase64(data.bytes);
  const mediaType = mime ?? 'image/png';
  if (results === 'media') return { type: 'media', data: base64, mediaType };
  if (media.kind === 'image') return { type: 'image-data', data: base64, mediaType };
  return parts === 'bare' ? { type: 'file-data', data: base64, mediaType } : filePart(media, parts);
}

export function newResult({ id, tool, text }: NewResult): Fields {
  return {
    type: 'tool-result',
    toolCallId: id ?? '',
    toolName: tool,
    output: { type: 'error-text', value: text },
  };
}
