// Whether a part is spelled as its wire spells it. What is not (another wire's block, a type that is missing) is written
// again by the lens that found it.
import { overBytes, encodeBase64 } from './base64.ts';
import type { Media, MediaData } from './media.ts';
import { peek } from './peek.ts';
import { readSpelling, type Spelling } from './spelling.ts';
import type { MediaView } from './view.ts';

const slotsForFiles: ReadonlySet<Spelling> = new Set([
  'chat-file',
  'responses-file',
  'anthropic-document',
  'mistral-document',
  'bedrock-document',
]);

export function mediaView(part: unknown, own: readonly Spelling[]): MediaView | undefined {
  const spelled = readSpelling(part);
  if (!spelled) return undefined;
  const { kind, data, mime, mangled } = spelled.media;
  // On a JSON wire, inline data must say its type, and bytes must be base64 in one line.
  const typed = data.kind === 'base64' ? mime?.includes('/') === true : data.kind !== 'bytes';
  // A picture in a slot for documents is a file that nobody looks at.
  const placed = kind === 'file' || !slotsForFiles.has(spelled.spelling);
  const native = typed && placed && mangled !== true && own.includes(spelled.spelling);
  return { kind: 'media', media: spelled.media, native };
}

export function base64Of(data: MediaData): string {
  if (data.kind === 'base64') return data.base64;
  return data.kind === 'bytes' ? encodeBase64(data.bytes) : '';
}

/** The type to declare: the known one, or what the bytes say. */
export function typeOf(media: Media): string {
  if (media.mime?.includes('/')) return media.mime;
  if (media.data.kind === 'bytes')
    return peek(overBytes(media.data.bytes)).mime ?? 'application/octet-stream';
  return media.kind === 'image' ? 'image/png' : 'application/octet-stream';
}

export function dataUrlOf(media: Media): string {
  return `data:${typeOf(media)};base64,${base64Of(media.data)}`;
}

/** The URL for wires that take both kinds in one field. */
export function urlOf(media: Media): string {
  return media.data.kind === 'url' ? media.data.url : dataUrlOf(media);
}
