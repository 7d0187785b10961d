// What the user attached or a model made, by the name that the session gave it, and what was seen under a reference. The
// original of an attachment is looked at again, not its reduced copy.
import { blocksOf } from '@percept/core/internal';
import { type RecordEntry } from '@percept/core';
import type { Attachment, Sighting } from '../tools/index.ts';

export function attachmentIn(
  entries: readonly RecordEntry[],
  name: string,
): Attachment | undefined {
  for (const entry of entries) {
    if (entry.type !== 'message') continue;
    for (const { origin, original, sha256 } of blocksOf(entry))
      if (origin.kind !== 'perception' && origin.name === name)
        return { blob: original?.sha256 ?? sha256, name };
  }
  return undefined;
}

/** The newest look at this reference. */
export function sightingIn(entries: readonly RecordEntry[], ref: string): Sighting | undefined {
  for (const entry of entries.toReversed()) {
    if (entry.type !== 'message' || entry.role !== 'tool') continue;
    for (const part of entry.parts) {
      if (part.type !== 'tool-result') continue;
      for (const item of part.content)
        if (item.type === 'image' && item.origin.kind === 'perception' && item.origin.ref === ref)
          return { blob: item.sha256, source: item.origin.source };
    }
  }
  return undefined;
}
