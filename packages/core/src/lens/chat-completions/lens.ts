// OpenAI Chat Completions and everybody who speaks it: `messages[]`, one message per tool result, text only in those.
// Writes Chat Completions messages. A tool message whose content is nothing but text becomes one plain string.
import {
  type Lens,
  compose,
  asListed,
  withPart,
  plainText,
  textOf,
  type ItemPlan,
  type NewPart,
  type PartPlan,
} from '../lens.ts';
import { read } from './read.ts';
import { isRecord, type Fields } from '../../parse/read.ts';
import type { Media } from '../media.ts';
import { base64Of, dataUrlOf, typeOf, urlOf } from '../native.ts';

export const chatCompletions: Lens = {
  wire: 'chat-completions',
  pairing: 'adjacent',
  results: 'each',
  hoist: 'next-message',
  assistantMedia: false,
  refusesBlanks: false,
  stringifiesLists: false,
  carries: 'base64',
  open: (body) =>
    Array.isArray(body['messages']) ? { messages: body['messages'], continued: false } : undefined,
  close: (body, messages) => ({ ...body, messages }),
  read,
  write,
  rename: (message, part, id) => {
    if (message['role'] === 'tool') return { ...message, tool_call_id: id };
    const at = part - listedIn(message);
    const calls = withPart(message['tool_calls'], at, (call) => ({ ...call, id }));
    return { ...message, tool_calls: calls };
  },
  user: (parts) => ({ role: 'user', content: parts.map(written) }),
  assistant: (text) => ({ role: 'assistant', content: text }),
  resultMessages: (results) =>
    results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id ?? '', content: text })),
};

function write(message: Fields, plan: readonly PartPlan[]): Fields {
  const result = plan.find((part) => part.kind === 'result');
  if (result) return { ...message, content: contentOf(message['content'], result.items, true) };
  const listed = listedIn(message);
  // Calls are numbered behind the content; they stay in their own field.
  const items = plan.flatMap((part): readonly ItemPlan[] =>
    part.kind === 'result' ||
    part.kind === 'new-result' ||
    (part.kind === 'keep' && part.part >= listed)
      ? []
      : [part],
  );
  if (listed === 0 && items.length === 0) return message;
  const { content } = message;
  return { ...message, content: contentOf(content, items, !Array.isArray(content)) };
}

function listedIn({ content }: Fields): number {
  if (Array.isArray(content)) return content.length;
  return content === undefined || content === null ? 0 : 1;
}

function contentOf(content: unknown, items: readonly ItemPlan[], asText: boolean): unknown {
  const listed: readonly unknown[] = Array.isArray(content) ? content : [content];
  const text = plainText(items, (part) => textOf(listed[part], isText));
  if (asText && text !== undefined) return text;
  return compose<unknown>(items, (part) => asListed(listed[part]), written);
}

function isText(type: unknown): boolean {
  return type === 'text' || type === undefined;
}

function written(part: NewPart): Fields {
  return part.kind === 'text'
    ? { type: 'text', text: part.text }
    : media(part.media, part.verbatim);
}

function media(found: Media, verbatim = false): Fields {
  if (verbatim && isRecord(found.raw)) return found.raw;
  const { raw, data } = found;
  const fields = isRecord(raw) ? raw : {};
  switch (found.kind) {
    case 'image': {
      const own =
        isRecord(fields['image_url']) && fields['type'] === 'image_url' ? fields['image_url'] : {};
      return { type: 'image_url', image_url: { ...own, url: urlOf(found) } };
    }
    case 'audio':
      return {
        type: 'input_audio',
        input_audio: { data: base64Of(data), format: formatOf(typeOf(found)) },
      };
    case 'file': {
      const own = isRecord(fields['file']) && fields['type'] === 'file' ? fields['file'] : {};
      if (data.kind === 'handle') return { type: 'file', file: { ...own, file_id: data.handle } };
      return {
        type: 'file',
        file: { filename: found.name ?? 'document.pdf', ...own, file_data: dataUrlOf(found) },
      };
    }
  }
}

function formatOf(mime: string): string {
  return mime === 'audio/mpeg' ? 'mp3' : mime.slice('audio/'.length);
}
