// Reads a Converse message: every block is a record with one key that says what it is.
import { isRecord, readText, type Fields } from '../../parse/read.ts';
import { mediaView } from '../native.ts';
import type { Spelling } from '../spelling.ts';
import {
  callView,
  empty,
  jsonItem,
  listedIn,
  messageView,
  opaque,
  resultItems,
  resultView,
  sideOf,
  textView,
  type ItemView,
  type MessageView,
  type PartView,
} from '../view.ts';

const own: readonly Spelling[] = ['bedrock-image', 'bedrock-document'];

export function read(message: unknown): MessageView {
  return messageView(message, ({ role, content }) => ({
    role: sideOf(role),
    parts: listedIn(content, part),
  }));
}

function part(block: unknown): PartView {
  if (!isRecord(block)) return empty;
  const { toolUse: call, toolResult: result } = block;
  if (isRecord(call))
    return callView({ id: call['toolUseId'], tool: call['name'], input: call['input'] });
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

function resultOf({ toolUseId: id, status, content }: Fields): PartView {
  const items = resultItems(listedIn(content, item));
  return resultView({ id }, { failed: status === 'error', items, shape: 'parts' });
}
