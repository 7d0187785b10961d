// Looks at the media itself: is it what it says, does this model take it, does it keep to the limits of one picture. The
// answer is to show it, to show it under its true type, to ask for a refit, or words.
import { normaliseMediaType, readAudioType, readImageType } from '../media-type.ts';
import { fits } from '../profile/fit.ts';
import { maxRawImageBytes, requestTarget } from '../profile/profile.ts';
import type { LensContext } from './context.ts';
import { say, type Candidate } from './edit.ts';
import { kindOfType, type Media, type MediaFacts } from './media.ts';
import { bytesOf } from './memo.ts';
import { drop, unseen } from './triage.ts';
import { safeName } from './words.ts';
import { maxInspectedChars } from '../limits.ts';

export type Inspection =
  | { readonly verdict: 'settled'; readonly candidate: Candidate }
  /** `must`: without a refit there are only `words`. Otherwise the picture goes as it is. */
  | { readonly verdict: 'refit'; readonly must: boolean; readonly otherwise: Candidate };

export function inspect(candidate: Candidate, context: LensContext): Inspection {
  const { slot, media } = candidate;
  if (candidate.words || !media) return settled(candidate);
  const { data } = media;
  if (data.kind === 'url') return settled(addressed(candidate, data.url, context));
  if (data.kind === 'handle') return settled(candidate);
  const facts = context.memo.facts(media);
  if (data.kind === 'nothing' || facts === undefined)
    return settled(say(candidate, unseen(slot, context)));
  if (facts === 'unreadable') return refused(candidate, context, 'corrupt', 'the data is damaged');
  const mime = facts.mime ?? declaredType(media);
  switch (facts.mime === undefined ? media.kind : kindOfType(facts.mime)) {
    case 'image':
      return picture({ ...candidate, facts }, facts, context);
    case 'audio': {
      const type = readAudioType(mime);
      const taken = type !== undefined && context.profile.audioTypes.includes(type);
      return taken
        ? settled(typed({ ...candidate, facts }, media, type))
        : settled(say(candidate, unseen(slot, context)));
    }
    case 'file':
      return settled(document({ ...candidate, facts }, media, mime, context));
  }
}

function addressed(candidate: Candidate, url: string, context: LensContext): Candidate {
  const { slot } = candidate;
  if (!isFetchable(url))
    return say(candidate, drop(slot, context, 'unresolvable', 'its address cannot be used'));
  if (slot.media.kind === 'image' && context.profile.image.addresses === 'refused')
    return say(
      candidate,
      drop(slot, context, 'unsupported', 'not shown, this model takes no address of a picture'),
    );
  return candidate;
}

/** Only what a provider may fetch; `media:`, `file:` and their like lead nowhere from there. SVG by its name is SVG. */
function isFetchable(url: string): boolean {
  return /^(https?|gs):/i.test(url) && URL.canParse(url) && !/\.svgz?(?:$|[?#])/i.test(url);
}

function picture(candidate: Candidate, facts: MediaFacts, context: LensContext): Inspection {
  const { slot, media } = candidate;
  const { profile } = context;
  if (profile.image.types.length === 0 || !media)
    return settled(say(candidate, unseen(slot, context)));
  const type = readImageType(facts.mime);
  if (facts.mime === undefined || !facts.complete || !facts.width || !facts.height)
    if (type !== undefined || facts.mime === undefined)
      return refused(candidate, context, 'corrupt', 'the data is damaged');
  if (type === undefined || !profile.image.types.includes(type))
    return refused(
      candidate,
      context,
      'unsupported',
      `not shown, this model takes no ${safeName(facts.mime ?? 'such type')}`,
    );
  const over = overLimit(context, facts);
  if (over) return refused(candidate, context, over.reason, over.why);
  const shown = typed(candidate, media, type);
  if (context.resize === 'needed') return settled(shown);
  const target = requestTarget(profile, context.pictures);
  const size = { width: facts.width ?? 1, height: facts.height ?? 1 };
  const useful = fits(size, target) && (facts.bytes ?? 0) <= target.maxBytes;
  return useful ? settled(shown) : { verdict: 'refit', must: false, otherwise: shown };
}

function overLimit(
  { profile, pictures, resize }: LensContext,
  facts: MediaFacts,
): { reason: 'bytes' | 'pixels'; why: string } | undefined {
  const edge = Math.max(facts.width ?? 0, facts.height ?? 0);
  const { manyImages: many } = profile.image;
  // What is fitted to its use is refitted for its crowd below, and without a host that can the budget makes the crowd smaller.
  const crowded = resize === 'needed' && many !== undefined && pictures > many.above;
  const maxEdgePx = crowded ? many.maxEdgePx : profile.image.maxEdgePx;
  if (edge > maxEdgePx)
    return { reason: 'pixels', why: `not shown, this model takes at most ${maxEdgePx} px` };
  const maxBytes = maxRawImageBytes(profile.image);
  if ((facts.bytes ?? 0) > maxBytes)
    return { reason: 'bytes', why: `not shown, this model takes at most ${maxBytes} bytes` };
  return undefined;
}

function document(
  candidate: Candidate,
  media: Media,
  mime: string | undefined,
  context: LensContext,
): Candidate {
  const { slot } = candidate;
  if (mime !== undefined && context.profile.fileTypes.includes(mime))
    return typed(candidate, media, mime);
  const text =
    mime !== undefined && /^text\/|\/(json|xml|yaml)$/.test(mime) ? readable(media) : undefined;
  if (text === undefined) return say(candidate, unseen(slot, context));
  return say(candidate, { action: 'describe', reason: 'unsupported', text });
}

/** A text file is words already. */
function readable(media: Media): string | undefined {
  const bytes = bytesOf(media.data);
  if (!bytes || bytes.length > maxInspectedChars) return undefined;
  const text = new TextDecoder().decode(bytes);
  return text.trim() === '' || text.includes('\uFFFD') ? undefined : text;
}

/** The type of the bytes is the one that is declared; `image` alone is no lie. */
function typed(candidate: Candidate, media: Media, mime: string): Candidate {
  if (media.mime === mime) return candidate;
  const known: Media = { ...media, kind: kindOfType(mime), mime };
  const lie = media.mime?.includes('/') === true && !media.mime.endsWith('/*');
  return {
    ...candidate,
    media: known,
    ...(lie && { change: { action: 'retype', reason: 'mislabelled' } }),
  };
}

function declaredType(media: Media): string | undefined {
  return media.mime === undefined ? undefined : normaliseMediaType(media.mime);
}

function refused(
  candidate: Candidate,
  context: LensContext,
  reason: 'corrupt' | 'unsupported' | 'bytes' | 'pixels',
  why: string,
): Inspection {
  const otherwise = say(candidate, drop(candidate.slot, context, reason, why));
  return { verdict: 'refit', must: true, otherwise };
}

function settled(candidate: Candidate): Inspection {
  return { verdict: 'settled', candidate };
}
