// Gemini generateContent: calls and responses are parts, paired by id where there is one and otherwise by name and order.
import { field, has, items, rootOf, textAt, type Place } from '../place.ts';
import {
  emptyBlock,
  idMedia,
  inlineMedia,
  urlMedia,
  type Trace,
  type TraceEvent,
  type Turn,
} from '../trace.ts';

export function readGemini(body: unknown): Trace | undefined {
  const contents = field(rootOf(body), 'contents');
  if (!Array.isArray(contents.value)) return undefined;
  const counts: Counts = { calls: new Map(), responses: new Map() };
  return { turns: items(contents).map((content) => readTurn(content, counts)), continued: false };
}

/** How many there were of each name. */
interface Counts {
  readonly calls: Map<string, number>;
  readonly responses: Map<string, number>;
}

/** Calls without ids get one from their name and their number, and so do their responses. */
function idOf(part: Place, counts: Map<string, number>): string {
  const id = textAt(field(part, 'id'));
  if (id !== undefined) return id;
  const name = textAt(field(part, 'name')) ?? '';
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  return `${name}#${count}`;
}

function readTurn(content: Place, counts: Counts): Turn {
  const role = textAt(field(content, 'role')) === 'model' ? 'assistant' : 'user';
  const parts = items(field(content, 'parts'));
  const events: readonly TraceEvent[] =
    parts.length === 0
      ? [emptyBlock(field(content, 'parts'), 'A content without parts.')]
      : parts.flatMap((part) => readPart(part, counts));
  return { role, location: content.at, events };
}

function readPart(part: Place, counts: Counts): readonly TraceEvent[] {
  if (has(part, 'functionCall')) {
    const call = field(part, 'functionCall');
    const tool = textAt(field(call, 'name')) ?? '';
    return [{ kind: 'call', id: idOf(call, counts.calls), tool, location: part.at }];
  }
  if (has(part, 'functionResponse')) {
    const response = field(part, 'functionResponse');
    const id = idOf(response, counts.responses);
    // The API has no flag for failure; by its documentation the key `error` says it.
    const failed = has(field(response, 'response'), 'error');
    const content = items(field(response, 'parts')).map(readMedia);
    return [{ kind: 'result', id, failed, location: part.at, content }];
  }
  return [readMedia(part)];
}

/** Fields are spelled in two ways: proto JSON takes both. */
function either(place: Place, camel: string, snake: string): Place {
  return field(place, has(place, camel) ? camel : snake);
}

function readMedia(part: Place): TraceEvent {
  const inline = either(part, 'inlineData', 'inline_data');
  if (inline.value !== undefined) {
    const mime = textAt(either(inline, 'mimeType', 'mime_type')) ?? '';
    return inlineMedia(part, field(inline, 'data'), mime, kindOf(mime));
  }
  const file = either(part, 'fileData', 'file_data');
  if (file.value !== undefined) {
    const kind = kindOf(textAt(either(file, 'mimeType', 'mime_type')) ?? '');
    const uri = either(file, 'fileUri', 'file_uri');
    return uri.value === undefined ? idMedia(part, kind) : urlMedia(part, uri, kind);
  }
  const text = textAt(field(part, 'text'));
  if (text === '' && !has(part, 'thoughtSignature'))
    return emptyBlock(part, 'A text part with empty text.');
  if (
    text !== undefined ||
    (typeof part.value === 'object' && part.value !== null && Object.keys(part.value).length > 0)
  )
    return { kind: 'words', location: part.at };
  return emptyBlock(part, 'A part without content.');
}

/** One slot takes every kind here, so the declared type decides; one that declares nothing is taken for an image. */
function kindOf(mime: string): 'image' | 'file' {
  return mime === '' || mime.startsWith('image') ? 'image' : 'file';
}
