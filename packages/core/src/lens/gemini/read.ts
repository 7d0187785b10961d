// Reads a Gemini content: parts are told apart by their keys, calls and responses pair by name and order unless they have
// ids, and a response carries JSON beside its media parts.
import { isRecord, readText } from '../../parse/read.ts';
import { mediaView } from '../native.ts';
import type { Spelling } from '../spelling.ts';
import {
  empty,
  jsonItem,
  opaque,
  sourceIn,
  textView,
  type ItemView,
  type MessageView,
  type PartView,
} from '../view.ts';
import { weigh } from '../weigh.ts';

const own: readonly Spelling[] = ['gemini-inline', 'gemini-file'];

type Part = Readonly<Record<string, unknown>>;

export function read(content: unknown): MessageView {
  if (!isRecord(content)) return { role: 'user', parts: [empty], weight: 4 };
  const value = content['parts'];
  const parts = Array.isArray(value) ? value.map((part: unknown) => view(part)) : [];
  const role =
    content['role'] === 'model'
      ? 'assistant'
      : content['role'] === 'system'
        ? 'instructions'
        : 'user';
  return { role, parts, weight: weigh(content, parts) };
}

function view(part: unknown): PartView {
  if (!isRecord(part)) return empty;
  const call = part['functionCall'] ?? part['function_call'];
  if (isRecord(call)) {
    const id = readText(call['id']);
    const source = sourceIn(call['args']);
    return {
      kind: 'call',
      tool: readText(call['name']) ?? '',
      remote: false,
      ...(id !== undefined && { id }),
      ...(source !== undefined && { source }),
    };
  }
  const response = part['functionResponse'] ?? part['function_response'];
  if (isRecord(response)) return result(response);
  return item(part);
}

function item(part: Part): ItemView {
  const text = readText(part['text']);
  if (text !== undefined) {
    // Thoughts and signatures hang on parts that may be blank.
    return part['thought'] === true ? opaque : textView(text, Object.keys(part).length === 1);
  }
  return mediaView(part, own) ?? (Object.keys(part).length === 0 ? empty : opaque);
}

/** Item 0 is the JSON response; the media parts follow it. */
function result(response: Part): PartView {
  const id = readText(response['id']);
  const tool = readText(response['name']);
  const parts = response['parts'];
  const media = Array.isArray(parts)
    ? parts.map((part: unknown): ItemView => (isRecord(part) ? item(part) : empty))
    : [];
  return {
    kind: 'result',
    failed: isRecord(response['response']) && response['response']['error'] !== undefined,
    items: [jsonItem(response['response']), ...media],
    shape: Array.isArray(parts) ? 'parts' : 'text',
    ...(id !== undefined && { id }),
    ...(tool !== undefined && { tool }),
  };
}
