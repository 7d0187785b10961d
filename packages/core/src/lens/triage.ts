// The capability filter and retention: what can be put into words without looking at the bytes. Words written here depend
// on the slot alone, never on what a resolver said, so that they are the same on every request.
import { normaliseMediaType } from '../media-type.ts';
import { sees } from '../profile/profile.ts';
import { staticFacts, type LensContext } from './context.ts';
import type { Candidate, Reason, Words } from './edit.ts';
import type { Media } from './media.ts';
import type { Slot } from './survey.ts';
import { elided, withheld } from './words.ts';

export function triage(slot: Slot, context: LensContext): Candidate {
  const { media } = slot;
  const known = staticFacts(context.memo, slot);
  const words = refusalFor(slot, media, context) ?? retentionFor(slot, context);
  return { slot, media, ...(known && { facts: known }), ...(words && { words }) };
}

function refusalFor(slot: Slot, media: Media, context: LensContext): Words | undefined {
  const { profile } = context;
  const isApart = slot.role === 'instructions' || slot.role === 'assistant';
  if (isApart && !canBeShown(slot, context))
    return drop(slot, context, 'misplaced', 'left out, this place holds text only');
  if (media.data.kind === 'nothing' && !isForeignType(media))
    return drop(slot, context, 'empty', 'the data is missing');
  if (isQuarantined(media, context))
    return drop(slot, context, 'quarantined', 'left out, a provider refused it earlier');
  const isTaken = media.kind === 'image' ? sees(profile) : profile.audioTypes.length > 0;
  if (media.kind === 'file' || isTaken) return undefined;
  // Words about what was seen earlier fill a request as pixels do.
  return retentionFor(slot, context) ?? unseen(slot, context);
}

/** Behind the last message there is no place for what a model made: nothing is asked about it yet. */
function canBeShown(slot: Slot, { assistantMedia, survey }: LensContext): boolean {
  // Among instructions no wire takes media; a user's part right behind them carries it.
  if (slot.role === 'instructions') return true;
  if (assistantMedia !== 'hoist') return assistantMedia === 'native';
  return slot.at.message < survey.assistantsBefore.length - 1;
}

/** Neutral, and nowhere stored: another model may see what this one does not. */
export function unseen(slot: Slot, context: LensContext): Words {
  return drop(slot, context, 'unsupported', 'not shown to this model');
}

function retentionFor(slot: Slot, context: LensContext): Words | undefined {
  if (slot.ordinal >= context.frontier.results || !context.reviewable(slot)) return undefined;
  const text = elided(slot, staticFacts(context.memo, slot));
  return { action: 'elide', reason: 'retention', text };
}

export function drop(slot: Slot, context: LensContext, reason: Reason, why: string): Words {
  return { action: 'drop', reason, text: withheld(slot, staticFacts(context.memo, slot), why) };
}

/** Hashing is done only where there is something to compare with. */
function isQuarantined(media: Media, context: LensContext): boolean {
  if (context.quarantine.size === 0) return false;
  const hash = context.memo.hash(media);
  return hash !== undefined && context.quarantine.has(hash);
}

/** A type that no model takes, whatever is in it: its words say so rather than "missing". */
function isForeignType(media: Media): boolean {
  return media.mime !== undefined && /svg/.test(normaliseMediaType(media.mime));
}
