// The closed lists of media types. What is not on a list does not become a block; what we recognise and do not take is
// refused by name.
import { readWord } from './parse/read.ts';

/**
 * The types of pictures that leave for a model; the list is closed.
 *
 * @example imageTypes.includes('image/webp'); // true
 */
export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];

/** What may come in besides. It is decoded, and leaves as one of the types above. */
const foreignTypes = ['image/avif', 'image/bmp', 'image/tiff', 'image/vnd.microsoft.icon'] as const;
export const sourceTypes = [...imageTypes, ...foreignTypes] as const;
export type SourceType = (typeof sourceTypes)[number];

/**
 * The types of sound that come in.
 *
 * @example audioTypes.includes('audio/wav'); // true
 */
export const audioTypes = [
  'audio/wav',
  'audio/mpeg',
  'audio/ogg',
  'audio/flac',
  'audio/mp4',
  'audio/webm',
  'audio/aac',
] as const;
export type AudioType = (typeof audioTypes)[number];

const aliases: ReadonlyMap<string, string> = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/x-png', 'image/png'],
  ['image/apng', 'image/png'],
  ['image/x-ms-bmp', 'image/bmp'],
  ['image/x-bmp', 'image/bmp'],
  ['image/tif', 'image/tiff'],
  ['image/ico', 'image/vnd.microsoft.icon'],
  ['image/x-icon', 'image/vnd.microsoft.icon'],
  ['audio/x-wav', 'audio/wav'],
  ['audio/wave', 'audio/wav'],
  ['audio/vnd.wave', 'audio/wav'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/opus', 'audio/ogg'],
  ['audio/x-flac', 'audio/flac'],
  ['audio/m4a', 'audio/mp4'],
  ['audio/x-m4a', 'audio/mp4'],
]);

/** Lower case, parameters dropped, aliases folded: `Image/JPG; q=1` is `image/jpeg`. */
export function normaliseMediaType(value: string): string {
  const [essence = ''] = value.split(';', 1);
  const lower = essence.trim().toLowerCase();
  return aliases.get(lower) ?? lower;
}

export function readImageType(value: unknown): ImageType | undefined {
  return typeof value === 'string' ? readWord(imageTypes, normaliseMediaType(value)) : undefined;
}

export function readAudioType(value: unknown): AudioType | undefined {
  return typeof value === 'string' ? readWord(audioTypes, normaliseMediaType(value)) : undefined;
}

const wellFormed = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,62}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,62}$/;

/** A media type that may be stored or shown: nothing in it can break out of a header, a prompt or a terminal. */
export function readMediaType(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const normal = normaliseMediaType(value);
  return wellFormed.test(normal) ? normal : undefined;
}
