// How the files of the four types that may leave begin. The one place that knows, for sniffing, for probing and for whoever is
// handed bytes under a name: what the rest of a file is its probe says.
import type { ImageType } from '@percept/core';
import { spells } from './bytes.ts';

export function beginsAs(bytes: Uint8Array): ImageType | undefined {
  if (spells(bytes, 0, pngSignature)) return 'image/png';
  if (spells(bytes, 0, '\xff\xd8\xff')) return 'image/jpeg';
  if (spells(bytes, 0, 'GIF87a') || spells(bytes, 0, 'GIF89a')) return 'image/gif';
  return spells(bytes, 0, 'RIFF') && spells(bytes, 8, 'WEBP') ? 'image/webp' : undefined;
}

export const pngSignature = '\x89PNG\r\n\x1a\n';
