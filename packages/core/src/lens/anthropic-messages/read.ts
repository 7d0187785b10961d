// Reads an Anthropic message: user messages hold tool results beside what the user said, assistant messages hold calls and
// signed thinking.
import { isRecord, readText } from '../../parse/read.ts';
import { mediaView } from '../native.ts';
import type { Spelling } from '../spelling.ts';
import {
  empty,
  opaque,
  resultItems,
  sourceIn,
  textView,
  type ItemView,
  type MessageView,
  type PartView,
} from '../view.ts';
import { weigh } from '../weigh.ts';

const own: readonly Spelling[] = ['anthropic-image', 'anthropic-document'];

type Block = Readonly<Record<string, unknown>>;

export function read(message: unknown): MessageView {
  if (!isRecord(message)) return { role: 'user', parts: [empty], weight: 4 };
  const value = message['content'];
  const parts =
    typeof value === 'string'
      ? [textView(value)]
      : Array.isArray(value)
        ? value.map((block: unknown) => part(block))
        : [];
  const role =
    message['role'] === 'assistant'
      ? 'assistant'
      : message['role'] === 'system'
        ? 'instructions'
        : 'user';
  return { role, parts, weight: weigh(message, parts) };
}

function part(block: unknown): PartView {
  if (!isRecord(block)) return item(block);
  switch (block['type']) {
    case 'tool_use': {
      const id = readText(block['id']);
      const source = sourceIn(block['input']);
      return {
        kind: 'call',
        tool: readText(block['name']) ?? '',
        remote: false,
        ...(id !== undefined && { id }),
        ...(source !== undefined && { source }),
      };
    }
    case 'tool_result':
      return result(block);
    case 'thinking':
    case 'redacted_thinking':
      return { kind: 'thinking' };
    default:
      return item(block);
  }
}

function item(block: unknown): ItemView {
  if (typeof block === 'string') return textView(block);
  if (!isRecord(block)) return empty;
  if (block['type'] === 'text') {
    const text = readText(block['text']);
    // A cache mark on blank text is refused all the same.
    return text === undefined ? empty : textView(text);
  }
  return mediaView(block, own) ?? (Object.keys(block).length === 0 ? empty : opaque);
}

function result(block: Block): PartView {
  const id = readText(block['tool_use_id']);
  const value = block['content'];
  const items =
    typeof value === 'string'
      ? [textView(value)]
      : Array.isArray(value)
        ? value.map((inner: unknown) => item(inner))
        : [];
  return {
    kind: 'result',
    failed: block['is_error'] === true,
    items: resultItems(items),
    shape: Array.isArray(value) ? 'parts' : 'text',
    ...(id !== undefined && { id }),
  };
}
