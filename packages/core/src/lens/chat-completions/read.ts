// Reads a Chat Completions message: content is a text, nothing, or a list; calls hang beside it; a tool message is one result.
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
  type ViewRole,
} from '../view.ts';
import { weigh } from '../weigh.ts';

const own: readonly Spelling[] = ['chat-image', 'chat-audio', 'chat-file', 'mistral-document'];

export function read(message: unknown): MessageView {
  if (!isRecord(message)) return { role: 'user', parts: [empty], weight: 4 };
  const role = roleOf(message['role']);
  const parts = role === 'tool' ? [result(message)] : said(message);
  return { role, parts, weight: weigh(message, parts) };
}

function roleOf(role: unknown): ViewRole {
  switch (role) {
    case 'system':
    case 'developer':
      return 'instructions';
    case 'assistant':
      return 'assistant';
    case 'tool':
      return 'tool';
    default:
      return 'user';
  }
}

function said(message: Readonly<Record<string, unknown>>): readonly PartView[] {
  const calls = callsOf(message);
  const others = ['function_call', 'refusal', 'audio'].some(
    (key) => isRecord(message[key]) || readText(message[key]),
  );
  const parts: PartView[] = [
    ...content(message['content'], calls.length === 0 && !others),
    ...calls,
  ];
  // Something else speaks for this message; it is not empty.
  return others && parts.length === 0 ? [opaque] : parts;
}

function content(value: unknown, bare = true): readonly ItemView[] {
  if (typeof value === 'string') return [textView(value, bare)];
  return Array.isArray(value) ? value.map((part: unknown) => item(part)) : [];
}

function item(part: unknown): ItemView {
  if (typeof part === 'string') return textView(part);
  if (!isRecord(part)) return empty;
  const text = readText(part['text']);
  if (part['type'] === 'text' || part['type'] === undefined) {
    if (text !== undefined)
      return textView(
        text,
        Object.keys(part).every((key) => key === 'type' || key === 'text'),
      );
    if (part['type'] === 'text') return empty;
  }
  return mediaView(part, own) ?? (Object.keys(part).length === 0 ? empty : opaque);
}

function result(message: Readonly<Record<string, unknown>>): PartView {
  const id = readText(message['tool_call_id']);
  const tool = readText(message['name']);
  const value = message['content'];
  return {
    kind: 'result',
    failed: false,
    items: resultItems(content(value)),
    shape: Array.isArray(value) ? 'parts' : 'text',
    ...(id !== undefined && { id }),
    ...(tool !== undefined && { tool }),
  };
}

function callsOf(message: Readonly<Record<string, unknown>>): readonly PartView[] {
  const calls = message['tool_calls'];
  if (!Array.isArray(calls)) return [];
  return calls.map((call: unknown): PartView => {
    const id = isRecord(call) ? readText(call['id']) : undefined;
    if (!isRecord(call) || id === undefined) return opaque;
    const target = isRecord(call['function'])
      ? call['function']
      : isRecord(call['custom'])
        ? call['custom']
        : {};
    const source = sourceIn(target['arguments']);
    const tool = readText(target['name']) ?? '';
    return { kind: 'call', id, tool, remote: false, ...(source !== undefined && { source }) };
  });
}
