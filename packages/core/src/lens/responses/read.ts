// Reads an item of the Responses API: a message with parts, a call, the output of a call, or something opaque.
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

const own: readonly Spelling[] = ['responses-image', 'responses-file', 'chat-audio'];
const texts: ReadonlySet<unknown> = new Set(['input_text', 'output_text', 'text']);

type Item = Readonly<Record<string, unknown>>;

export function read(item: unknown): MessageView {
  if (typeof item === 'string')
    return { role: 'user', parts: [textView(item)], weight: item.length + 16 };
  if (!isRecord(item)) return { role: 'user', parts: [empty], weight: 4 };
  const { role, parts } = viewOf(item);
  return { role, parts, weight: weigh(item, parts) };
}

function viewOf(item: Item): { readonly role: ViewRole; readonly parts: readonly PartView[] } {
  switch (item['type']) {
    case 'function_call':
      return { role: 'assistant', parts: [call(item, item['arguments'])] };
    case 'custom_tool_call':
      return { role: 'assistant', parts: [call(item, item['input'])] };
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'computer_call_output':
      return { role: 'tool', parts: [output(item)] };
    case 'computer_call':
      return { role: 'assistant', parts: [{ ...call(item, undefined), tool: 'computer' }] };
    case 'message':
    case undefined:
      return { role: roleOf(item['role']), parts: content(item['content']) };
    default:
      return { role: 'assistant', parts: [opaque] };
  }
}

function roleOf(role: unknown): ViewRole {
  switch (role) {
    case 'system':
    case 'developer':
      return 'instructions';
    case 'assistant':
      return 'assistant';
    default:
      return 'user';
  }
}

function content(value: unknown): readonly ItemView[] {
  if (typeof value === 'string') return [textView(value)];
  return Array.isArray(value) ? value.map((part: unknown) => partView(part)) : [];
}

function partView(part: unknown): ItemView {
  if (typeof part === 'string') return textView(part);
  if (!isRecord(part)) return empty;
  if (texts.has(part['type'])) {
    const text = readText(part['text']);
    if (text === undefined) return empty;
    return textView(
      text,
      Object.keys(part).every((key) => key === 'type' || key === 'text'),
    );
  }
  return mediaView(part, own) ?? (Object.keys(part).length === 0 ? empty : opaque);
}

function call(item: Item, input: unknown): Extract<PartView, { kind: 'call' }> {
  const id = readText(item['call_id']) ?? readText(item['id']);
  const source = sourceIn(input);
  return {
    kind: 'call',
    tool: readText(item['name']) ?? '',
    remote: false,
    ...(id !== undefined && { id }),
    ...(source !== undefined && { source }),
  };
}

function output(item: Item): PartView {
  const id = readText(item['call_id']);
  const value = item['output'];
  // A computer's screenshot is the output itself, not a list.
  const items = isRecord(value) ? [mediaView(value, own) ?? opaque] : resultItems(content(value));
  return {
    kind: 'result',
    failed: false,
    items,
    shape: Array.isArray(value) ? 'parts' : 'text',
    ...(id !== undefined && { id }),
  };
}
