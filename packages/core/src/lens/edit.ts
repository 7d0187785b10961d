// What the engine decides about one slot: where its media stands, or which words stand in its place.
import type { Media, MediaFacts } from './media.ts';
import type { Slot } from './survey.ts';

/**
 * What the lens does with one piece of media, as a report says it.
 *
 * @example report.slots.filter(({ action }) => action === 'elide').length;
 */
export const actions = ['keep', 'retype', 'refit', 'hoist', 'describe', 'elide', 'drop'] as const;
export type Action = (typeof actions)[number];

/**
 * Why the lens did it, as a report says it.
 *
 * @example report.slots.filter(({ reason }) => reason === 'retention');
 */
export const reasons = [
  'fits',
  /** The declared type was not the type of the bytes, or the part was spelled for another wire. */
  'mislabelled',
  /** Over the size that this model takes or looks at, or of a type that it does not take. */
  'resized',
  /** Stood in a text. */
  'smuggled',
  /** The wire takes no media in a tool result. */
  'tool-result',
  'made',
  /** An older perception, left out by the retention policy. */
  'retention',
  /** Over one of the request's budgets. */
  'count',
  'bytes',
  'tokens',
  'pixels',
  /** The same picture stands earlier in the history. */
  'duplicate',
  /** The model does not take this kind, or this type. */
  'unsupported',
  'corrupt',
  'empty',
  /** The reference leads nowhere, or to a host that no provider may ask. */
  'unresolvable',
  'quarantined',
  /** The wire takes no media from this role. */
  'misplaced',
] as const;
export type Reason = (typeof reasons)[number];

export interface Words {
  readonly text: string;
  readonly action: Extract<Action, 'describe' | 'elide' | 'drop'>;
  readonly reason: Reason;
}

/** A slot on its way through the engine: it still has media to show, or already has words. */
export interface Candidate {
  readonly slot: Slot;
  /** What would be written; differs from the slot's own once it was resolved, retyped or refitted. */
  readonly media?: Media;
  readonly facts?: MediaFacts;
  /** Set when the media was changed on the way. */
  readonly change?: {
    readonly action: 'retype' | 'refit';
    readonly reason: Reason;
    readonly from?: MediaFacts;
  };
  readonly words?: Words;
}

export type Edit = { readonly slot: Slot; readonly reason: Reason; readonly facts?: MediaFacts } & (
  | { readonly place: 'untouched'; readonly action: 'keep' }
  /** Written anew where it stood. */
  | {
      readonly place: 'here';
      readonly action: 'keep' | 'retype' | 'refit';
      readonly media: Media;
      readonly note?: string;
    }
  /** After all results of its turn, behind a caption. */
  | {
      readonly place: 'after-results';
      readonly action: 'hoist';
      readonly media: Media;
      /** Nothing about the part has to change but its place. */
      readonly verbatim?: boolean;
      readonly marker: string;
      readonly caption?: string;
      readonly note?: string;
    }
  | {
      readonly place: 'words';
      readonly action: 'describe' | 'elide' | 'drop';
      readonly text: string;
    }
);

export function say(candidate: Candidate, words: Words): Candidate {
  return { slot: candidate.slot, ...(candidate.facts && { facts: candidate.facts }), words };
}
