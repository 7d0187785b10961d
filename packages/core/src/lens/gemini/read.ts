// Reads a Gemini content: parts are told apart by their keys, calls and responses pair by name and order unless they have
// ids, and a response carries JSON beside its media parts.
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
  resultView,
  sideOf,
  textView,
  type ItemView,
  type MessageView,
  type PartView,
} from '../view.ts';

const own: readonly Spelling[] = ['gemini-inline', 'gemini-file'];

export function read(content: unknown): MessageView {
  return messageView(content, ({ role, parts }) => ({
    role: sideOf(role, 'model'),
    parts: listedIn(parts, view),
  }));
}

function view(part: unknown): PartView {
  if (!isRecord(part)) return empty;
  const call = part['functionCall'] ?? part['function_call'];
  if (isRecord(call)) return callView({ id: call['id'], tool: call['name'], input: call['args'] });
  const response = part['functionResponse'] ?? part['function_response'];
  return isRecord(response) ? result(response) : item(part);
}

function item(part: unknown): ItemView {
  if (!isRecord(part)) return empty;
  const text = readText(part['text']);
  if (text !== undefined) {
    // Thoughts and signatures hang on parts that may be blank.
    return part['thought'] === true ? opaque : textView(text, Object.keys(part).length === 1);
  }
  return mediaView(part, own) ?? (Object.keys(part).length === 0 ? empty : opaque);
}

/** Item 0 is the JSON response; the media parts follow it. */
function result({ id, name: tool, parts, response }: Fields): PartView {
  return resultView(
    { id, tool },
    {
      failed: isRecord(response) && response['error'] !== undefined,
      items: [jsonItem(response), ...listedIn(parts, item)],
      shape: Array.isArray(parts) ? 'parts' : 'text',
    },
  );
}
