// OpenAI Responses: `input[]` of items. Outputs of calls carry pictures and documents themselves.
// Writes items of the Responses API. The output of a call is a text, or a list of input parts.
import { inside, readText, isRecord, type Fields } from '../../parse/read.ts';
import { takeInstructions, withInstructions } from '../instructions.ts';
import {
  type Lens,
  compose,
  asListed,
  plainText,
  textOf,
  type ItemPlan,
  type NewPart,
  type PartPlan,
} from '../lens.ts';
import { read } from './read.ts';
import type { Media } from '../media.ts';
import { base64Of, dataUrlOf, typeOf, urlOf } from '../native.ts';

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
  rename: (item, _part, id) => ({ ...item, call_id: id }),
  user: (parts) => ({ role: 'user', content: parts.map((part) => written(part, 'input_text')) }),
  assistant: (text) => ({ role: 'assistant', content: text }),
  resultMessages: (results) =>
    results.map(({ id, text }) => ({
      type: 'function_call_output',
      call_id: id ?? '',
      output: text,
    })),
};

/** An item that is only named may be the call that a result belongs to. */
function hasReferences(items: readonly unknown[] | undefined): boolean {
  return items?.some((item) => inside(item, 'type') === 'item_reference') ?? false;
}

function write(item: Fields, plan: readonly PartPlan[]): Fields {
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
