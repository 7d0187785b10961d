// What to change for the one retry after a refusal. Pure: the fault, what was sent and the options of that request in, the
// options of the next one out, with the blobs that are under suspicion.
import type { BlobId } from '../ids.ts';
import type { Edit } from '../lens/edit.ts';
import { bytesFor } from '../lens/budget.ts';
import type { Lowered } from '../lens/lower.ts';
import type { Memo } from '../lens/memo.ts';
import type { ModelProfile } from '../profile/profile.ts';
import type { MediaFault } from './fault.ts';

export interface Degraded {
  /** Over the options of the refused request, for the retry. */
  readonly profile?: ModelProfile;
  readonly thinking?: 'removed';
  /** Left out of the retry, and of every later request once the retry has shown that they were the cause. */
  readonly suspects: readonly BlobId[];
  /** Whether what was learnt about the model holds for later requests too. */
  readonly holds: 'this-request' | 'this-model';
}

/**
 * What servers take at the least (100 kB is a default of Express). A smaller request that was too large says nothing of the
 * next one, and as a limit it would leave no media any room as soon as the text has grown.
 */
const smallestLimitBytes = 100_000;

export function degrade(
  fault: MediaFault,
  sent: Lowered,
  profile: ModelProfile,
  memo: Memo,
): Degraded {
  const shown = sent.edits.filter((edit) => edit.place !== 'words');
  const names = (edits: readonly Edit[]) => hashes(edits, memo);
  switch (fault.kind) {
    case 'request-bytes': {
      const { textBytes, slots, mediaBytes } = sent.report;
      const maxBytes = bytesFor(textBytes, slots.length, mediaBytes / 2);
      const limit = limited(profile, { ...profile.request, maxBytes });
      return maxBytes < smallestLimitBytes ? { ...limit, holds: 'this-request' } : limit;
    }
    case 'image-count': {
      const maxImages = Math.max(1, Math.floor(sent.report.images / 2));
      return limited(profile, { ...profile.request, maxImages });
    }
    case 'no-vision':
      return {
        profile: { ...profile, image: { ...profile.image, types: [] } },
        suspects: [],
        holds: 'this-model',
      };
    case 'image-role':
      return { profile: placed(profile, 'hoist'), suspects: [], holds: 'this-model' };
    case 'role-order':
      return { profile: placed(profile, 'hoist-after-bridge'), suspects: [], holds: 'this-model' };
    case 'thinking-binding':
      return { thinking: 'removed', suspects: [], holds: 'this-request' };
    case 'image-pixels': {
      const limit = fault.maxEdgePx;
      const wide = limit === undefined ? [] : shown.filter((edit) => edgeOf(edit) > limit);
      return {
        suspects: names(wide.length > 0 ? wide : largest(shown, edgeOf)),
        holds: 'this-request',
      };
    }
    case 'image-bytes':
      return {
        suspects: names(largest(shown, (edit) => edit.facts?.bytes ?? 0)),
        holds: 'this-request',
      };
    case 'type-mismatch':
    case 'corrupt':
    case 'unclear':
      return { suspects: names(newest(shown)), holds: 'this-request' };
  }
}

/** A proxy on the way may take less than the provider behind it, and will the next time. */
function limited(profile: ModelProfile, request: ModelProfile['request']): Degraded {
  return { profile: { ...profile, request }, suspects: [], holds: 'this-model' };
}

function placed(profile: ModelProfile, image: 'hoist' | 'hoist-after-bridge'): ModelProfile {
  return { ...profile, toolResult: { image, audio: 'words', file: image, imageWhenFailed: image } };
}

/** Older media has been through this provider before: what came in last is what it refuses. */
function newest(shown: readonly Edit[]): readonly Edit[] {
  const last = shown.at(-1);
  return last
    ? shown.filter(
        (edit) => edit.slot.turn === last.slot.turn && edit.slot.ordinal >= last.slot.ordinal - 8,
      )
    : [];
}

function largest(shown: readonly Edit[], size: (edit: Edit) => number): readonly Edit[] {
  const most = shown.reduce((found, edit) => Math.max(found, size(edit)), 0);
  return most === 0 ? newest(shown) : shown.filter((edit) => size(edit) === most);
}

function edgeOf(edit: Edit): number {
  return Math.max(edit.facts?.width ?? 0, edit.facts?.height ?? 0);
}

function hashes(edits: readonly Edit[], memo: Memo): readonly BlobId[] {
  const found = edits.flatMap(({ slot }) => {
    const hash = memo.hash(slot.media);
    return hash === undefined ? [] : [hash];
  });
  return [...new Set(found)];
}
