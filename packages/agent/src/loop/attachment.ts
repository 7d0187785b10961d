// What the user attached or a model made, by the name that the session gave it, and what was seen under a reference. The
// original of an attachment is looked at again, not its reduced copy.
import { blocksOf } from '@percept/core/internal';
import { type BlobId, type RecordEntry } from '@percept/core';
import type { KnownMedia, PutOff } from '../bridge/known-media.ts';
import type { Attachment, Sighting } from '../tools/index.ts';
import { storedIn } from '../tools/reference.ts';
import { factEntry, putOffIn } from './facts.ts';
import type { SessionLog } from './log.ts';

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

/** The newest look at this reference, and whose pixels these are where it names what an earlier look or a request showed. */
export function sightingIn(
  entries: readonly RecordEntry[],
  ref: string,
  madeOf: (pixels: BlobId) => string | undefined,
): Sighting | undefined {
  const pixels = storedIn(ref);
  const looks = looksIn(entries);
  const seen = looks.find((look) => look.ref === ref);
  const at = seen && { blob: seen.blob, source: seen.source };
  if (pixels === undefined) return at;
  const look = looks.find(({ blob, ref: of }) => blob === pixels && storedIn(of) !== pixels);
  const name = madeOf(pixels);
  const shownAs = look?.ref ?? (name === undefined ? undefined : `attachment:${name}`);
  return shownAs === undefined ? at : { blob: pixels, source: at?.source, shownAs };
}

/** What was attached, for pixels that a look at the whole of it showed: one picture under two hashes. */
export function wholeIn(entries: readonly RecordEntry[], pixels: BlobId): BlobId {
  const look = looksIn(entries).find(({ blob, isPart }) => blob === pixels && !isPart);
  if (look?.source === undefined) return pixels;
  for (const entry of entries) {
    if (entry.type !== 'message') continue;
    for (const { type, origin, original, sha256 } of blocksOf(entry))
      if (type === 'image' && origin.kind !== 'perception')
        if ((original?.sha256 ?? sha256) === look.source) return sha256;
  }
  return pixels;
}

interface Look extends Sighting {
  readonly ref: string;
  readonly isPart: boolean;
}

/** Newest first. */
function looksIn(entries: readonly RecordEntry[]): readonly Look[] {
  const looks: Look[] = [];
  for (const entry of entries) {
    if (entry.type !== 'message' || entry.role !== 'tool') continue;
    for (const { type, sha256, origin } of blocksOf(entry))
      if (type === 'image' && origin.kind === 'perception')
        looks.push({
          ref: origin.ref,
          blob: sha256,
          source: origin.source,
          isPart: origin.region !== undefined,
        });
  }
  return looks.toReversed();
}

/** What the record of a session says of its media, for its bridge. */
export function knownMediaIn(log: SessionLog): KnownMedia {
  // What is on its way into the record counts already.
  const noted = new Map<string, PutOff | undefined>();
  return {
    wholeOf: (blob) => wholeIn(log.entries, blob),
    putOff: (blob, by) => {
      const key = `${blob} ${by}`;
      return noted.has(key) ? noted.get(key) : putOffIn(log.entries, blob, by);
    },
    notePutOff: (blob, by, how) => {
      noted.set(`${blob} ${by}`, how);
      // Where it cannot be written it is judged anew after a restart, which costs a prefix and loses nothing.
      void log.append(factEntry({ fact: 'put-off', blob, by, ...how }));
    },
  };
}
