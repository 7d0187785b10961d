// Reads an item of the Responses API: a message with parts, a call, the output of a call, or something opaque.
import { isRecord, readText, type Fields } from '../../parse/read.ts';
import { mediaView } from '../native.ts';
import type { Spelling } from '../spelling.ts';
import {
  callView,
  empty,
  messageView,
  onlyText,
  opaque,
  partsOf,
  resultItems,
  resultView,
  roleOf,
  textView,
  type CallView,
  type ItemView,
  type MessageView,
  type PartView,
} from '../view.ts';

const own: readonly Spelling[] = ['responses-image', 'responses-file', 'chat-audio'];
const texts: ReadonlySet<unknown> = new Set(['input_text', 'output_text', 'text']);

export function read(item: unknown): MessageView {
  if (typeof item === 'string')
    return { role: 'user', parts: [textView(item)], weight: item.length + 16 };
  return messageView(item, viewOf);
}

function viewOf(item: Fields): Pick<MessageView, 'role' | 'parts'> {
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
    case undefined: {
      const role = roleOf(item['role']);
      return { role: role === 'tool' ? 'user' : role, parts: partsOf(item['content'], partView) };
    }
    default:
      return { role: 'assistant', parts: [opaque] };
  }
}

function partView(part: unknown): ItemView {
  if (typeof part === 'string') return textView(part);
  if (!isRecord(part)) return empty;
  if (texts.has(part['type'])) {
    const text = readText(part['text']);
    return text === undefined ? empty : textView(text, onlyText(part));
  }
  return mediaView(part, own) ?? (Object.keys(part).length === 0 ? empty : opaque);
}

function call(item: Fields, input: unknown): CallView {
  const id = readText(item['call_id']) ?? item['id'];
  return callView({ id, tool: item['name'], input });
}

function output(item: Fields): PartView {
  const { call_id: id, output: value } = item;
  // A computer's screenshot is the output itself, not a list.
  const items = isRecord(value)
    ? [mediaView(value, own) ?? opaque]
    : resultItems(partsOf(value, partView));
  const shape = Array.isArray(value) ? 'parts' : 'text';
  return resultView({ id }, { failed: false, items, shape });
}
