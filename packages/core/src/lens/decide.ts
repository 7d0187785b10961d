// The decision engine. Pure: candidates and context in, one edit per slot out. The order is fixed: capability and
// retention have spoken (triage), references are resolved (supply); here come budgets, duplicates, placement and captions.
import { definedOf } from '../defined.ts';
import type { Placement, ToolPlacement } from '../profile/profile.ts';
import { encodeBase64 } from './base64.ts';
import { shed } from './budget.ts';
import type { LensContext } from './context.ts';
import { say, type Candidate, type Edit } from './edit.ts';
import { kindOfType, type Media, type MediaData, type MediaKind } from './media.ts';
import { sameMedia } from './memo.ts';
import type { Slot } from './survey.ts';
import { unseen } from './triage.ts';
import { caption, resized, sameAs, shownBelow } from './words.ts';

export function decide(candidates: readonly Candidate[], context: LensContext): readonly Edit[] {
  const doubles = context.dedupe ? doublesOf(candidates, context) : new Map<Candidate, Candidate>();
  return shed(candidates, doubles, context).map((candidate) => {
    const first = doubles.get(candidate);
    return place(first ? pointed(candidate, first) : candidate, context);
  });
}

/**
 * A tool that shows a picture, sound or file again, turns later, while an earlier one is still in view: words point to it, and to the newest
 * that was attached before any that a tool showed, because that one is the last to make room. Within a turn both stay, so
 * that every result of parallel calls has its own.
 */
function doublesOf(
  candidates: readonly Candidate[],
  context: LensContext,
): ReadonlyMap<Candidate, Candidate> {
  const shown = new Map<string, Alike>();
  const doubles = new Map<Candidate, Candidate>();
  for (const candidate of candidates) {
    const { slot, media, words } = candidate;
    const data = words ? undefined : identity(slot.media.data, context);
    const print = data && context.memo.fingerprint(data);
    if (!data || print === undefined) continue;
    const alike = shown.get(print);
    const earlier = alike && earlierOf(alike, slot);
    const same = earlier && identity(earlier.slot.media.data, context);
    if (slot.call && media && same && sameMedia(same, data)) doubles.set(candidate, earlier);
    else shown.set(print, joined(alike, candidate));
  }
  return doubles;
}

/** Pictures of one content, in the order of the history: no more of them than the next one asks about. */
interface Alike {
  readonly first: Candidate;
  /** The newest that no tool showed, and the newest of a turn before its own. */
  readonly attached?: Candidate | undefined;
  readonly before?: Candidate | undefined;
}

function earlierOf({ first, attached, before }: Alike, { turn }: Slot): Candidate | undefined {
  return [attached, before, first].find((one) => one && one.slot.turn !== turn);
}

function joined(alike: Alike | undefined, candidate: Candidate): Alike {
  const { first = candidate, attached, before } = alike ?? {};
  if (candidate.slot.call) return { first, attached, before };
  const isLater = attached?.slot.turn !== candidate.slot.turn;
  return { first, attached: candidate, before: isLater ? attached : before };
}

function pointed(candidate: Candidate, { slot: earlier }: Candidate): Candidate {
  const text = sameAs(candidate.slot, earlier, candidate.facts);
  return say(candidate, { action: 'drop', reason: 'duplicate', text });
}

/** As it goes out: numbers that stood in a text are the base64 that they will be. */
function identity(data: MediaData | undefined, context: LensContext): MediaData | undefined {
  if (data?.kind !== 'bytes' || context.carries === 'bytes') return data;
  return { kind: 'base64', base64: encodeBase64(data.bytes) };
}

function place(candidate: Candidate, context: LensContext): Edit {
  const { slot, media, facts, change, words } = candidate;
  const known = facts && { facts };
  if (words || !media) {
    const { text, action, reason } = words ?? unseen(slot, context);
    return { slot, place: 'words', action, reason, text, ...known };
  }
  const note = change?.from && facts && resized(slot, facts, change.from);
  switch (placementOf(candidate, media, context)) {
    case 'words': {
      const { text, action, reason } = unseen(slot, context);
      return { slot, place: 'words', action, reason, text, ...known };
    }
    case 'native': {
      if (isAsItStood(candidate, media))
        return { slot, place: 'untouched', action: 'keep', reason: 'fits', ...known };
      // A reference that became its bytes is what it was said to be.
      const resolved = slot.native && slot.media?.data.kind === 'blob';
      const action = change?.action ?? (resolved ? 'keep' : 'retype');
      const reason =
        change?.reason ?? (resolved ? 'fits' : slot.smuggled ? 'smuggled' : 'mislabelled');
      return { slot, place: 'here', action, reason, media, ...definedOf({ note }), ...known };
    }
    case 'hoist':
    case 'hoist-after-bridge':
      return hoisted(candidate, media, note);
  }
}

/** Spelled for this wire, and not changed on the way; a picture that was declared as a file is spelled anew. */
function isAsItStood({ slot, change }: Candidate, { data, kind }: Media): boolean {
  return slot.native && !change && data === slot.media.data && kind === slot.media.kind;
}

function hoisted(candidate: Candidate, media: Media, note: string | undefined): Edit {
  const { slot, facts } = candidate;
  return {
    slot,
    place: 'after-results',
    action: 'hoist',
    reason: reasonOf(slot),
    media,
    ...(isAsItStood(candidate, media) && { verbatim: true }),
    marker: shownBelow(slot),
    caption: caption(slot, facts),
    ...definedOf({ note }),
    ...(facts && { facts }),
  };
}

function reasonOf({ smuggled, role }: Slot): Edit['reason'] {
  if (smuggled) return 'smuggled';
  if (role === 'assistant') return 'made';
  return role === 'instructions' ? 'misplaced' : 'tool-result';
}

function placementOf({ slot, facts }: Candidate, media: Media, context: LensContext): Placement {
  if (slot.role === 'instructions') return 'hoist';
  if (slot.role === 'assistant' && context.assistantMedia === 'hoist') return 'hoist';
  if (slot.role !== 'tool') return 'native';
  const kind = facts?.mime === undefined ? media.kind : kindOfType(facts.mime);
  return inToolResult(context.profile.toolResult, kind, slot.call?.failed === true);
}

function inToolResult(placement: ToolPlacement, kind: MediaKind, failed: boolean): Placement {
  const usual = placement[kind];
  // What holds for a picture in a failed result holds for a document there.
  return failed && usual === 'native' ? placement.imageWhenFailed : usual;
}
