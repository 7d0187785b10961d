// Reads a Chat Completions message: content is a text, nothing, or a list; calls hang beside it; a tool message is one result.
import { isRecord, readText, type Fields } from '../../parse/read.ts';
import { mediaView } from '../native.ts';
import type { Spelling } from '../spelling.ts';
import {
  callView,
  empty,
  listedIn,
  messageView,
  onlyText,
  opaque,
  resultItems,
  resultView,
  roleOf,
  textView,
  type ItemView,
  type MessageView,
  type PartView,
} from '../view.ts';

const own: readonly Spelling[] = ['chat-image', 'chat-audio', 'chat-file', 'mistral-document'];

export function read(message: unknown): MessageView {
  return messageView(message, (fields) => {
    const role = roleOf(fields['role']);
    return { role, parts: role === 'tool' ? [result(fields)] : said(fields) };
  });
}

function said(message: Fields): readonly PartView[] {
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
  return typeof value === 'string' ? [textView(value, bare)] : listedIn(value, item);
}

function item(part: unknown): ItemView {
  if (typeof part === 'string') return textView(part);
  if (!isRecord(part)) return empty;
  const text = readText(part['text']);
  if (part['type'] === 'text' || part['type'] === undefined) {
    if (text !== undefined) return textView(text, onlyText(part));
    if (part['type'] === 'text') return empty;
  }
  return mediaView(part, own) ?? (Object.keys(part).length === 0 ? empty : opaque);
}

function result(message: Fields): PartView {
  const { tool_call_id: id, name: tool, content: value } = message;
  const shape = Array.isArray(value) ? 'parts' : 'text';
  return resultView({ id, tool }, { failed: false, items: resultItems(content(value)), shape });
}

function callsOf(message: Fields): readonly PartView[] {
  const calls = message['tool_calls'];
  if (!Array.isArray(calls)) return [];
  return calls.map((call: unknown): PartView => {
    if (!isRecord(call) || readText(call['id']) === undefined) return opaque;
    const target = [call['function'], call['custom']].find(isRecord) ?? {};
    return callView({ id: call['id'], tool: target['name'], input: target['arguments'] });
  });
}
