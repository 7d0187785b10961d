// Writes items of the Responses API. The output of a call is a text, or a list of input parts.
import { isRecord, type Fields } from '../../parse/read.ts';
import {
  compose,
  asListed,
  plainText,
  textOf,
  type ItemPlan,
  type NewPart,
  type NewResult,
  type PartPlan,
} from '../lens.ts';
import type { Media } from '../media.ts';
import { base64Of, dataUrlOf, typeOf, urlOf } from '../native.ts';

export function write(item: Fields, plan: readonly PartPlan[]): Fields {
  const result = plan.find((part) => part.kind === 'result');
  if (result) return { ...item, output: outputOf(item['output'], result.items) };
  const items = plan.flatMap((part): readonly ItemPlan[] =>
    part.kind === 'result' || part.kind === 'new-result' ? [] : [part],
  );
  const listed: readonly unknown[] = Array.isArray(item['content'])
    ? item['content']
    : [item['content']];
  const text = plainText(items, (part) => textOf(listed[part], isText));
  if (!Array.isArray(item['content']) && text !== undefined) return { ...item, content: text };
  const type = item['role'] === 'assistant' ? 'output_text' : 'input_text';
  return {
    ...item,
    content: compose<unknown>(
      items,
      (part) => asListed(listed[part], type),
      (part) => written(part, type),
    ),
  };
}

function outputOf(output: unknown, items: readonly ItemPlan[]): unknown {
  const listed: readonly unknown[] = Array.isArray(output) ? output : [output];
  const text = plainText(items, (part) => textOf(listed[part], isText));
  if (isRecord(output)) {
    // A screenshot has no place for words; without a picture a blank one would lie, so the words go as text.
    const [only] = items;
    if (items.length === 1 && only?.kind === 'media')
      return { ...output, image_url: urlOf(only.media) };
  }
  if (text !== undefined) return text;
  return compose<unknown>(
    items,
    (part) => asListed(listed[part], 'input_text'),
    (part) => written(part, 'input_text'),
  );
}

function isText(type: unknown): boolean {
  return typeof type === 'string' && /^(input_|output_)?text$/.test(type);
}

function written(part: NewPart, type: string): Fields {
  return part.kind === 'text' ? { type, text: part.text } : media(part.media, part.verbatim);
}

function media(found: Media, verbatim = false): Fields {
  if (verbatim && isRecord(found.raw)) return found.raw;
  const { raw, data } = found;
  const fields = isRecord(raw) ? raw : {};
  switch (found.kind) {
    case 'image': {
      const own = fields['type'] === 'input_image' ? fields : {};
      return {
        type: 'input_image',
        ...(own['detail'] !== undefined && { detail: own['detail'] }),
        ...where(data, () => urlOf(found)),
      };
    }
    case 'audio':
      return {
        type: 'input_audio',
        input_audio: {
          data: base64Of(data),
          format: typeOf(found) === 'audio/mpeg' ? 'mp3' : 'wav',
        },
      };
    case 'file': {
      if (data.kind === 'handle') return { type: 'input_file', file_id: data.handle };
      if (data.kind === 'url') return { type: 'input_file', file_url: data.url };
      return {
        type: 'input_file',
        filename: found.name ?? 'document.pdf',
        file_data: dataUrlOf(found),
      };
    }
  }
}

function where(data: Media['data'], url: () => string): Fields {
  return data.kind === 'handle' ? { file_id: data.handle } : { image_url: url() };
}

export function user(parts: readonly NewPart[]): Fields {
  return { role: 'user', content: parts.map((part) => written(part, 'input_text')) };
}

export function assistant(text: string): Fields {
  return { role: 'assistant', content: text };
}

export function resultMessages(results: readonly NewResult[]): readonly Fields[] {
  return results.map(({ id, text }) => ({
    type: 'function_call_output',
    call_id: id ?? '',
    output: text,
  }));
}

export function rename(item: Fields, _part: number, id: string): Fields {
  return { ...item, call_id: id };
}
