// An answer that passed by, as the values that it holds: one JSON, a stream of server-sent events, AWS's binary event stream, or
// media itself. What cannot be read holds nothing; it has gone to its client as it came either way.
import { parseJson } from '@percept/core/internal';

export type AnswerContent =
  | { readonly kind: 'values'; readonly values: Iterable<unknown> }
  /** The body is the sound or the picture. */
  | { readonly kind: 'media'; readonly mediaType: string };

export function contentOf(bytes: Buffer, contentType: string): AnswerContent {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/^(?:audio|image)\//.test(type)) return { kind: 'media', mediaType: type };
  if (type === 'application/vnd.amazon.eventstream')
    return { kind: 'values', values: framesIn(bytes) };
  const text = bytes.toString('utf8');
  return { kind: 'values', values: type === 'text/event-stream' ? eventsIn(text) : parsed(text) };
}

function* eventsIn(text: string): Generator<unknown, void> {
  let data: string[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line.startsWith('data:')) data.push(line.slice(5));
    if (line !== '') continue;
    if (data.length > 0) yield* parsed(data.join('\n'));
    data = [];
  }
}

/** Total length, length of the headers, a checksum of the two; headers, payload, a checksum of everything. */
function* framesIn(bytes: Buffer): Generator<unknown, void> {
  const [head, tail] = [12, 4];
  for (let at = 0; at + head + tail <= bytes.length;) {
    const end = at + bytes.readUInt32BE(at);
    const start = at + head + bytes.readUInt32BE(at + 4);
    if (end > bytes.length || start > end - tail) return;
    yield* parsed(bytes.toString('utf8', start, end - tail));
    at = end;
  }
}

/** None in `[DONE]`, a comment, or an answer that is no JSON. */
function parsed(text: string): readonly unknown[] {
  const value = parseJson(text);
  return value === undefined ? [] : [value];
}
