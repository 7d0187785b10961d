// The only way from an untrusted value (a database row, an import file, a caller) to a record entry.
import type { StoredBlock } from '../block.ts';
import { isBlobId, type BlobId } from '../ids.ts';
import { isJson, isJsonObject, type Json } from '../json.ts';
import { findInlinePayload } from '../inline-payload.ts';
import { accept, refuse, type Outcome } from '../outcome.ts';
import {
  roles,
  supersededReasons,
  type MessagePart,
  type RecordEntry,
  type TextPart,
  type ToolResultPart,
} from '../record.ts';
import { parseStoredBlock } from './block.ts';
import { isRecord, readCount, readText, readWord, type Fields } from './read.ts';

/** What is wrong somewhere inside, and where. */
interface Misfit {
  readonly hint: string;
  readonly path: string;
}

export function parseEntry(value: unknown): Outcome<RecordEntry> {
  if (!isJson(value) || !isRecord(value)) return invalid('A record entry is a JSON object.');
  const smuggled = findInlinePayload(value);
  if (smuggled)
    return invalid(
      `There is an inline payload at ${smuggled}: put the bytes in the store and refer to the blob.`,
    );
  const entry = readEntry(value);
  if (typeof entry === 'string') return invalid(entry);
  return isMisfit(entry) ? invalid(entry.hint, entry.path) : accept(entry);
}

function readEntry(value: Fields): RecordEntry | Misfit | string {
  switch (value['type']) {
    case 'session-opened': {
      const title = readText(value['title']);
      return { type: 'session-opened', ...(title !== undefined && { title }) };
    }
    case 'message':
      return readMessage(value);
    case 'media-ingested': {
      const block = parseStoredBlock(value['block']);
      return block.ok
        ? { type: 'media-ingested', block: block.value }
        : { hint: block.refusal.hint, path: 'block' };
    }
    case 'frontier-moved': {
      const before = readCount(value['before']);
      return before === undefined
        ? '`before` is a sequence number.'
        : { type: 'frontier-moved', before };
    }
    case 'blob-quarantined': {
      const { blob } = value;
      const reason = readText(value['reason']);
      if (!isBlobId(blob) || reason === undefined) return 'A quarantine names a blob and a reason.';
      return { type: 'blob-quarantined', blob, reason };
    }
    case 'superseded': {
      const from = readCount(value['from']);
      const through = readCount(value['through']);
      const reason = readWord(supersededReasons, value['reason']);
      if (from === undefined || through === undefined || from < 2 || through < from)
        return '`from` and `through` are numbers of entries after the first, in order.';
      return reason
        ? { type: 'superseded', from, through, reason }
        : '`reason` is retried, edited or cancelled.';
    }
    case 'custom':
      return readCustom(value);
    default:
      return '`type` is not a known entry type.';
  }
}

function readMessage(value: Fields): RecordEntry | Misfit | string {
  const role = readWord(roles, value['role']);
  if (!role) return '`role` is system, user, assistant or tool.';
  const parts = readList(value, 'parts', readPart);
  return isMisfit(parts) ? parts : { type: 'message', role, parts };
}

function readPart(value: Fields): MessagePart | Misfit | string {
  switch (value['type']) {
    case 'tool-call': {
      const callId = readText(value['callId']);
      const tool = readText(value['tool']);
      const { input } = value;
      if (callId === undefined || tool === undefined || !isJson(input))
        return 'A tool call has callId, tool and input.';
      return { type: 'tool-call', callId, tool, input };
    }
    case 'tool-result':
      return readToolResult(value);
    case 'reasoning': {
      const text = readText(value['text']);
      const { provider } = value;
      if (text === undefined) return 'Reasoning has a text.';
      if (provider === undefined) return { type: 'reasoning', text };
      return isJsonObject(provider)
        ? { type: 'reasoning', text, provider }
        : '`provider` is an object.';
    }
    default:
      return readContent(value);
  }
}

function readToolResult(value: Fields): ToolResultPart | Misfit | string {
  const callId = readText(value['callId']);
  const tool = readText(value['tool']);
  const outcome = readWord(['succeeded', 'failed'], value['outcome']);
  if (callId === undefined || tool === undefined || !outcome)
    return 'A tool result has callId, tool and outcome.';
  const content = readList(value, 'content', readContent);
  return isMisfit(content) ? content : { type: 'tool-result', callId, tool, outcome, content };
}

function readContent(value: Fields): TextPart | StoredBlock | string {
  if (value['type'] === 'text') {
    const text = readText(value['text']);
    return text === undefined ? 'A text part has a text.' : { type: 'text', text };
  }
  const block = parseStoredBlock(value);
  return block.ok ? block.value : block.refusal.hint;
}

function readCustom(value: Fields): RecordEntry | string {
  const name = readText(value['name']);
  const data: unknown = value['data'];
  if (!name || !isJson(data)) return 'A custom entry has a name and data.';
  if (value['blobs'] === undefined) return custom(name, data);
  const blobs = value['blobs'];
  if (!Array.isArray(blobs) || !blobs.every(isBlobId)) return '`blobs` is a list of blob ids.';
  return custom(name, data, blobs);
}

function custom(name: string, data: Json, blobs?: readonly BlobId[]): RecordEntry {
  return { type: 'custom', name, data, ...(blobs && { blobs }) };
}

function readList<T extends object>(
  value: Fields,
  name: string,
  read: (item: Fields) => T | Misfit | string,
): readonly T[] | Misfit {
  const given = value[name];
  if (!Array.isArray(given)) return { hint: 'This must be a list.', path: name };
  const list: T[] = [];
  for (const [at, item] of given.entries()) {
    const path = `${name}[${at}]`;
    const part = isRecord(item) ? read(item) : 'Every part is an object.';
    if (typeof part === 'string') return { hint: part, path };
    if (isMisfit(part)) return { hint: part.hint, path: `${path}.${part.path}` };
    list.push(part);
  }
  return list;
}

function isMisfit(value: object): value is Misfit {
  return 'hint' in value && 'path' in value;
}

function invalid(hint: string, path?: string) {
  return refuse({
    refused: 'invalid-input',
    message: 'This is not a record entry.',
    hint,
    ...(path !== undefined && { path }),
  });
}
