// A message as the engine sees it: parts in the order and number of the wire's own parts, so that an edit can name one and
// leave the rest alone. A lens makes views; the engine never looks at a body.
import { definedOf } from '../defined.ts';
import { isRecord, parseJson, readText, type Fields } from '../parse/read.ts';
import { findInJson, findPayloads, type Piece } from './payload.ts';
import { jsonText } from './json-text.ts';
import type { Media } from './media.ts';
import { weigh } from './weigh.ts';

export type ViewRole = 'instructions' | 'user' | 'assistant' | 'tool';

export interface TextView {
  readonly kind: 'text';
  readonly text: string;
  /** Nothing but text hangs on this part, so it may go when it is blank. */
  readonly bare: boolean;
  /** Set when a tool gave this text back in place of media, and for a document of blocks with media among them. */
  readonly pieces?: readonly Piece[];
}

export interface MediaView {
  readonly kind: 'media';
  readonly media: Media;
  /** Spelled as this wire spells media in this place. */
  readonly native: boolean;
}

export interface CallView {
  readonly kind: 'call';
  /** Undefined on wires that pair by order. */
  readonly id?: string;
  readonly tool: string;
  /** The reference that the call names, where it names one. */
  readonly source?: string;
  /** Run by the provider, who also holds its result. */
  readonly remote: boolean;
}

export interface ResultView {
  readonly kind: 'result';
  readonly id?: string;
  readonly tool?: string;
  readonly failed: boolean;
  readonly items: readonly ItemView[];
  /** `parts`: the wire holds a list, even if it is a list of texts. */
  readonly shape: 'text' | 'parts';
}

export type ItemView =
  | TextView
  | MediaView
  /** Something that is neither ours to read nor to change. */
  | { readonly kind: 'opaque' }
  /** Null, or without any content. */
  | { readonly kind: 'empty' };

export type PartView =
  | ItemView
  | CallView
  | ResultView
  /** Signed reasoning, valid only after the exact prefix that it was made for. */
  | { readonly kind: 'thinking' };

export interface MessageView {
  readonly role: ViewRole;
  readonly parts: readonly PartView[];
  /** Bytes of the message as JSON, without its media. */
  readonly weight: number;
}

export const opaque: ItemView = { kind: 'opaque' };
export const empty: ItemView = { kind: 'empty' };

export function textView(text: string, bare = true): TextView {
  return { kind: 'text', text, bare };
}

/** Content as wires give it: a text, a list of parts, or nothing. */
export function partsOf<P>(
  content: unknown,
  read: (part: unknown) => P,
): readonly (P | TextView)[] {
  return typeof content === 'string' ? [textView(content)] : listedIn(content, read);
}

export function listedIn<P>(content: unknown, read: (part: unknown) => P): readonly P[] {
  return Array.isArray(content) ? content.map((part: unknown) => read(part)) : [];
}

/** A message, weighed; what is no record says nothing. */
export function messageView(
  message: unknown,
  read: (message: Fields) => Omit<MessageView, 'weight'>,
): MessageView {
  if (!isRecord(message)) return { role: 'user', parts: [empty], weight: 4 };
  const { role, parts } = read(message);
  return { role, parts, weight: weigh(message, parts) };
}

/** Whether a part is its text and nothing else. */
export function onlyText(part: Fields): boolean {
  return Object.keys(part).every((key) => key === 'type' || key === 'text');
}

/** Who speaks, by the words of the wires that have a role for each. */
export function roleOf(role: unknown): ViewRole {
  if (role === 'system' || role === 'developer') return 'instructions';
  return role === 'assistant' || role === 'tool' ? role : 'user';
}

/** The same where results stand in messages of the user. */
export function sideOf(role: unknown, assistant = 'assistant'): ViewRole {
  if (role === 'system') return 'instructions';
  return role === assistant ? 'assistant' : 'user';
}

export function callView(
  given: { readonly id: unknown; readonly tool: unknown; readonly input: unknown },
  remote = false,
): CallView {
  return {
    kind: 'call',
    tool: readText(given.tool) ?? '',
    remote,
    ...definedOf({ id: readText(given.id), source: sourceIn(given.input) }),
  };
}

export function resultView(
  given: Fields,
  view: Pick<ResultView, 'failed' | 'items' | 'shape'>,
): ResultView {
  const id = readText(given['id']);
  const tool = readText(given['tool']);
  return { kind: 'result', ...view, ...definedOf({ id, tool }) };
}

/** What a tool gave back. Only there is a text looked at for the media that it may be. */
export function resultItems(items: readonly ItemView[]): readonly ItemView[] {
  return items.map((item) => {
    const pieces = item.kind === 'text' && !item.pieces ? findPayloads(item.text) : undefined;
    return pieces ? { ...item, pieces } : item;
  });
}

/** A result that is JSON is handed on as it is, unless it is media. */
export function jsonItem(value: unknown): ItemView {
  const pieces = findInJson(value);
  return pieces ? { kind: 'text', text: jsonText(value) ?? '', bare: true, pieces } : opaque;
}

export function isBlank(part: PartView): boolean {
  return part.kind === 'empty' || (part.kind === 'text' && part.bare && part.text.trim() === '');
}

/** The arguments under which tools name what they look at, most telling first. */
const referenceKeys = (
  'ref reference path file_path filePath filepath absolute_path absolutePath target_file file ' +
  'filename uri url source src image image_path imagePath target paths files file_paths'
).split(' ');

/** The reference in a call's arguments: what looking again would look at. */
function sourceIn(input: unknown): string | undefined {
  const value = typeof input === 'string' ? parseObject(input) : input;
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(value));
  for (const key of referenceKeys) {
    const found = only(fields.get(key));
    if (typeof found === 'string' && found !== '' && found.length <= 4096) return found;
  }
  return undefined;
}

/** Of a list that names one thing, that thing. */
function only(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  if (value.length !== 1) return undefined;
  const first: unknown = value[0];
  return typeof first === 'object' ? sourceIn(first) : first;
}

function parseObject(text: string): unknown {
  return text.trimStart().startsWith('{') ? parseJson(text) : undefined;
}
