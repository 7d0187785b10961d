// Media that a tool gave back as text: a result that is, from its first letter to its last, a data URL, a media block or a
// list of blocks as JSON, with the bytes of a whole picture or sound in it. Anything else is text and stays what it is: a key,
// a page with pictures in it, a file that somebody is about to edit, an example of a block. An address is never followed.
import { isRecord, parseJson, type Fields } from '../parse/read.ts';
import { looksLikeBase64, overBase64, overBytes } from './base64.ts';
import { readData, readNumbers } from './data.ts';
import { jsonText } from './json-text.ts';
import { kindOfType, type Media } from './media.ts';
import { peek } from './peek.ts';
import { readSpelling } from './spelling.ts';
import { maxPayloadsPerResult } from '../limits.ts';

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /** `native`: it stands in a block of this wire's own, inside a part that holds blocks. */
  | { readonly kind: 'payload'; readonly media: Media; readonly native?: boolean };

/** JSON inside JSON, as clients write it that stringify twice. */
const deepestJson = 3;

/** Undefined when the text is only text, which is nearly always. */
export function findPayloads(text: string, depth = 0): readonly Piece[] | undefined {
  const first = /^\s*([[{"d])/i.exec(text)?.[1];
  if (first === undefined) return undefined;
  if (first === 'd' || first === 'D') {
    const media = dataUrl(text.trim());
    return media && [{ kind: 'payload', media }];
  }
  if (depth >= deepestJson || !mayHoldMedia(text)) return undefined;
  const value = parseJson(text);
  return typeof value === 'string' ? findPayloads(value, depth + 1) : blocksIn(value);
}

/** The same for a result that is JSON and not text: itself, or one of its fields. */
export function findInJson(value: unknown): readonly Piece[] | undefined {
  if (typeof value === 'string') return findPayloads(value);
  const whole = blocksIn(value);
  if (whole || !isRecord(value)) return whole;
  const fields = Object.entries(value);
  const found = fields.map(([key, field]) => ({
    key,
    field,
    pieces: typeof field === 'string' ? findPayloads(field) : blocksIn(field),
  }));
  const pieces = found.flatMap((field) => field.pieces ?? []);
  if (pieces.length === 0) return undefined;
  if (fields.length === 1) return pieces;
  const rest = Object.fromEntries(
    found.map(({ key, field, pieces: held }) => [key, held ? '[media]' : field]),
  );
  return [{ kind: 'text', text: `${jsonText(rest) ?? ''}\n` }, ...pieces];
}

/** Cheap, and looser than what follows: quotes may be escaped any number of times. */
function mayHoldMedia(text: string): boolean {
  return /base64,|type\\*"|inline_?data|"0\\*"\s*:\s*\d/i.test(text);
}

/** A block, a list of nothing but blocks and texts, or the result of an MCP tool around such a list. */
function blocksIn(value: unknown): readonly Piece[] | undefined {
  const items = listOf(value);
  if (!items || items.length === 0 || items.length > maxPayloadsPerResult) return undefined;
  const pieces: Piece[] = [];
  for (const item of items) {
    const piece = pieceOf(item);
    if (!piece) return undefined;
    pieces.push(piece);
  }
  return pieces.some((piece) => piece.kind === 'payload') ? pieces : undefined;
}

function listOf(value: unknown): readonly unknown[] | undefined {
  const list = isRecord(value) ? (inEnvelope(value) ?? [value]) : value;
  return Array.isArray(list) ? list.map((item: unknown) => item) : undefined;
}

function inEnvelope(value: Fields): unknown {
  if (Array.isArray(value['content']) && onlyHas(value, ['content', 'isError', '_meta']))
    return value['content'];
  return value['type'] === 'content' && onlyHas(value, ['type', 'value'])
    ? value['value']
    : undefined;
}

function onlyHas(value: object, keys: readonly string[]): boolean {
  return Object.keys(value).every((key) => keys.includes(key));
}

function pieceOf(item: unknown): Piece | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  if (isRecord(item) && item['type'] === 'text' && typeof item['text'] === 'string')
    return { kind: 'text', text: `${item['text']}\n` };
  const media = readSpelling(item)?.media ?? fromNumbers(item);
  return media && isWhole(media) ? { kind: 'payload', media } : undefined;
}

function dataUrl(text: string): Media | undefined {
  const [head] = /^data:(?:image|audio)\/[\w.+-]+(?:;[\w.=-]+)*;base64,/i.exec(text) ?? [];
  if (head === undefined || !isInLines(text.slice(head.length).trimStart())) return undefined;
  const { data, mime } = readData(text);
  const kind = kindOfType(mime ?? 'file');
  const media: Media = { kind, data, ...(mime !== undefined && { mime }) };
  return isWhole(media) ? media : undefined;
}

/** One line of letters, or lines of one length: words behind a picture are not of it. */
function isInLines(payload: string): boolean {
  const [first = '', ...rest] = payload.split(/\r?\n/);
  return (
    !/[^A-Za-z0-9+/_=-]/.test(first) &&
    rest.every((line, index) =>
      index === rest.length - 1 ? line.length <= first.length : line.length === first.length,
    ) &&
    rest.every((line) => !/[^A-Za-z0-9+/_=-]/.test(line))
  );
}

/** Whether the bytes are here, of a type that we know, and end where they should. */
function isWhole({ data }: Media): boolean {
  if (data.kind === 'base64' && !looksLikeBase64(data.base64)) return false;
  if (data.kind !== 'base64' && data.kind !== 'bytes') return false;
  const facts = peek(data.kind === 'base64' ? overBase64(data.base64) : overBytes(data.bytes));
  if (facts.mime === undefined || !facts.complete) return false;
  return kindOfType(facts.mime) !== 'image' || facts.width !== undefined;
}

function fromNumbers(value: unknown): Media | undefined {
  const bytes = readNumbers(value);
  const mime = bytes && peek(overBytes(bytes)).mime;
  return bytes && mime !== undefined
    ? { kind: kindOfType(mime), mime, data: { kind: 'bytes', bytes } }
    : undefined;
}
