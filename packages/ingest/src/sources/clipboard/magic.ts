// The first bytes of the four image types: enough to tell whether a clipboard handed over the type that was asked for.
// The door decides what the bytes really are.
import type { ImageType } from '@percept/core';

/** Best first: lossless before lossy. */
export const clipboardTypes: readonly ImageType[] = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
];

export function beginsLikeImage(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return (
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('GIF87a') ||
    head.startsWith('GIF89a') ||
    (head.startsWith('RIFF') && head.endsWith('WEBP'))
  );
}
