// Where media comes from: bytes inside the envelope become a blob of this page, an address is judged before anything is
// asked for, and whatever is not drawn says why. An object URL lives as long as its source; `close` gives it back.
import { imageTypes } from '@percept/core';
import { normaliseMediaType, readAudioType, readImageType } from '@percept/core/internal';
import { mediaAddress } from './address.ts';
import { type PictureHeader, readPictureHeader } from './picture-header.ts';
import type { Media } from './reading.ts';
import { size } from './words.ts';
import { maxInlineSourceBytes } from '../limits.ts';

export type Source =
  | {
      readonly state: 'ready';
      readonly src: string;
      readonly header?: PictureHeader | undefined;
      readonly file: SavedFile;
      close(): void;
    }
  | { readonly state: 'foreign'; readonly host: string; readonly file: SavedFile }
  | { readonly state: 'refused'; readonly reason: string; readonly file?: SavedFile };

/** What a download takes. */
export type SavedFile =
  | { readonly blob: Blob }
  | { readonly href: string; readonly host: string; readonly own: boolean };

export function openSource(media: Media, origins: readonly string[], permitted: boolean): Source {
  return media.base64 === undefined
    ? fromAddress(media, origins, permitted)
    : fromBytes(media, media.base64);
}

function fromAddress(media: Media, origins: readonly string[], permitted: boolean): Source {
  const address = mediaAddress(media.url ?? '', origins);
  if (address.state === 'refused') return address;
  const { href, host } = address;
  const file: SavedFile = { href, host, own: new URL(href).origin === location.origin };
  if (media.family === 'image' && isUndrawable(media.mimeType))
    return { state: 'refused', reason: undrawable(media.mimeType, 'It is'), file };
  return address.state === 'allowed' || permitted || media.family === 'file'
    ? { state: 'ready', src: href, file, close: () => {} }
    : { state: 'foreign', host, file };
}

function fromBytes(media: Media, base64: string): Source {
  if (base64.length > (maxInlineSourceBytes / 3) * 4)
    return {
      state: 'refused',
      reason: `More than ${size(maxInlineSourceBytes)} inside an envelope.`,
    };
  const bytes = decode(base64);
  if (!bytes) return { state: 'refused', reason: 'The bytes are not base64.' };
  // Without a type nothing can open them as a page of this origin.
  const file: SavedFile = { blob: new Blob([bytes], { type: 'application/octet-stream' }) };
  if (media.family === 'file') return { state: 'ready', src: '', file, close: () => {} };
  const header = media.family === 'image' ? readPictureHeader(bytes) : undefined;
  if (media.family === 'image' && !header)
    return { state: 'refused', reason: undrawable(media.mimeType, 'The bytes are'), file };
  const type = header?.type ?? readAudioType(media.mimeType) ?? '';
  const src = URL.createObjectURL(new Blob([bytes], { type }));
  return { state: 'ready', src, header, file, close: () => URL.revokeObjectURL(src) };
}

function isUndrawable(type: string | undefined): boolean {
  return type !== undefined && readImageType(type) === undefined;
}

function undrawable(type: string | undefined, what: string): string {
  const drawn = imageTypes.map((it) => it.slice(6).toUpperCase()).join(', ');
  return type !== undefined && normaliseMediaType(type) === 'image/svg+xml'
    ? `An SVG can hold scripts, so it is not drawn here. Drawn are ${drawn}.`
    : `${what} no picture of a type that is drawn here (${drawn}).`;
}

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    if (typeof Uint8Array.fromBase64 === 'function') return Uint8Array.fromBase64(base64);
    const binary = atob(base64);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    return undefined;
  }
}
