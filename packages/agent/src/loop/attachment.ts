// What the user attached, by the name that the prompt gave it. The original is looked at again, not its reduced copy.
import type { RecordEntry } from '@percept/core';
import type { Attachment } from '../tools/index.ts';

export function attachmentIn(
  entries: readonly RecordEntry[],
  name: string,
): Attachment | undefined {
  for (const entry of entries) {
    if (entry.type !== 'message' || entry.role !== 'user') continue;
    for (const part of entry.parts) {
      const isMedia = part.type === 'image' || part.type === 'audio' || part.type === 'file';
      if (isMedia && part.origin.kind === 'attachment' && part.origin.name === name)
        return { blob: part.original?.sha256 ?? part.sha256, name };
    }
  }
  return undefined;
}
