// Reads a Converse message: every block is a record with one key that says what it is.
import { isRecord, readText } from '../../parse/read.ts';
import { mediaView } from '../native.ts';
import type { Spelling } from '../spelling.ts';
import {
  empty,
  jsonItem,
  opaque,
  resultItems,
  sourceIn,
  textView,
  type ItemView,
  type MessageView,
  type PartView,
} from '../view.ts';
import { weigh } from '../weigh.ts';

const own: readonly Spelling[] = ['bedrock-image', 'bedrock-document'];

type Block = Readonly<Record<string, unknown>>;

export function read(message: unknown): MessageView {
  if (!isRecord(message)) return { role: 'user', parts: [empty], weight: 4 };
  const { content } = message;
  const parts = Array.isArray(content) ? content.map((block: unknown) => part(block)) : [];
  const role =
    message['role'] === 'assistant'
      ? 'assistant'
      : message['role'] === 'system'
        ? 'instructions'
        : 'user';
  return { role, parts, weight: weigh(message, parts) };
}

function part(block: unknown): PartView {
  if (!isRecord(block)) return empty;
  const { toolUse: call, toolResult: result } = block;
  if (isRecord(call)) {
    const id = readText(call['toolUseId']);
    const source = sourceIn(call['input']);
    return {
      kind: 'call',
      tool: readText(call['name']) ?? '',
      remote: false,
      ...(id !== undefined && { id }),
      ...(source !== undefined && { source }),
    };
  }
  if (isRecord(result)) return resultOf(result);
  return block['reasoningContent'] === undefined ? item(block) : { kind: 'thinking' };
}

function item(block: unknown): ItemView {
  if (!isRecord(block)) return empty;
  const text = readText(block['text']);
  if (text !== undefined) return textView(text);
  if (block['json'] !== undefined) return jsonItem(block['json']);
  return mediaView(block, own) ?? (Object.keys(block).length === 0 ? empty : opaque);
}

function resultOf(result: Block): PartView {
  const id = readText(result['toolUseId']);
  const { content } = result;
  return {
    kind: 'result',
    failed: result['status'] === 'error',
    items: resultItems(Array.isArray(content) ? content.map((inner: unknown) => item(inner)) : []),
    shape: 'parts',
    ...(id !== undefined && { id }),
  };
}
