// What one request may hold, newest first. Old perceptions go before anything that cannot be seen again, in steps of half
// a budget so that the prefix holds still in between, and the frame that was just asked for goes last.
import { base64Letters } from './base64.ts';
import { imageTokens, staticFacts, type LensContext } from './context.ts';
import { say, type Candidate, type Reason, type Words } from './edit.ts';
import { kindOfType } from './media.ts';
import type { Slot } from './survey.ts';
import { drop } from './triage.ts';
import { elided } from './words.ts';

/** What goes first stands first; `now` is what the model is asked about in this request. */
const ranks = ['perception', 'result', 'attachment', 'now'] as const;
type Rank = (typeof ranks)[number];

interface Load {
  readonly candidate: Candidate;
  readonly rank: Rank;
  readonly bytes: number;
  readonly tokens: number;
  readonly pixels: number;
  readonly edge: number;
  readonly isImage: boolean;
}

/** Left out of this request. */
interface Gone {
  readonly reason: Reason;
  /** In a request without other media. */
  readonly fitsAlone: boolean;
}

/** Room for what the estimate of a request's bytes cannot see: escapes, headers, our own words. */
const bytesMargin = 0.97;
const wordsPerSlot = 240;

/** The budget under which a request of this much text, in this many slots, holds this much media. */
export function bytesFor(textBytes: number, slots: number, mediaBytes: number): number {
  return Math.ceil((textBytes + slots * wordsPerSlot + mediaBytes) / bytesMargin);
}

/** `doubles` are shown by their first, which is as dear as the dearest of them and goes only with all of them. */
export function shed(
  candidates: readonly Candidate[],
  doubles: ReadonlyMap<Candidate, Candidate>,
  context: LensContext,
): readonly Candidate[] {
  const ranked = ranksOf(candidates, doubles, context);
  const loads = candidates
    .filter((candidate) => !candidate.words && !doubles.has(candidate))
    .map((candidate) => loadOf(candidate, ranked.get(candidate) ?? 'perception', context));
  const gone = new Map<Candidate, Gone>();
  const over = (cost: (load: Load) => number, limit: number, reason: Reason) => {
    const left = loads.filter((load) => !gone.has(load.candidate) && cost(load) > 0);
    for (const load of overflow(left, cost, limit, context.stepwise))
      gone.set(load.candidate, { reason, fitsAlone: cost(load) <= limit });
  };
  const { budgets, profile, survey } = context;
  const maxImages = Math.min(profile.request.maxImages, budgets.maxImages ?? Infinity);
  over(({ isImage }) => (isImage ? 1 : 0), maxImages, 'count');
  over(({ tokens }) => tokens, budgets.maxImageTokens ?? Infinity, 'tokens');
  over(({ pixels }) => pixels, budgets.maxPixels ?? Infinity, 'pixels');
  const maxBytes = Math.min(profile.request.maxBytes, budgets.maxBytes ?? Infinity) * bytesMargin;
  const words = survey.weight + candidates.length * wordsPerSlot;
  over(({ bytes }) => bytes, Math.max(0, maxBytes - words), 'bytes');
  manyImages(loads, context, gone, over);
  if (gone.size === 0) return candidates;
  return candidates.map((candidate) => {
    const left = gone.get(doubles.get(candidate) ?? candidate);
    return left ? say(candidate, wordsFor(candidate.slot, context, left)) : candidate;
  });
}

/**
 * Above a number of pictures some providers take smaller ones only. What was fitted keeps to that from the first picture
 * on; what could not be fitted goes, unless it is what the model was asked to look at: then the older ones make room.
 */
function manyImages(
  loads: readonly Load[],
  context: LensContext,
  gone: Map<Candidate, Gone>,
  over: (cost: (load: Load) => number, limit: number, reason: Reason) => void,
): void {
  const rule = context.profile.image.manyImages;
  if (!rule) return;
  const left = loads.filter((load) => load.isImage && !gone.has(load.candidate));
  if (left.length <= rule.above) return;
  const wide = left.filter((load) => load.edge > rule.maxEdgePx);
  if (wide.some((load) => load.rank === 'now'))
    over(({ isImage }) => (isImage ? 1 : 0), rule.above, 'pixels');
  else for (const load of wide) gone.set(load.candidate, { reason: 'pixels', fitsAlone: true });
}

/** What is too much by itself goes alone; then the oldest perceptions make room, and last what fits in no room is left out. */
function overflow(
  loads: readonly Load[],
  cost: (load: Load) => number,
  limit: number,
  stepwise: boolean,
): readonly Load[] {
  const alone = loads.filter((load) => cost(load) > limit);
  const left = loads.filter((load) => cost(load) <= limit);
  const need = sum(left, cost) - limit;
  if (need <= 0) return alone;
  const step = Math.max(1, limit / 2);
  const want = stepwise ? Math.ceil(need / step) * step : need;
  const shed: Load[] = [];
  let freed = 0;
  const makeRoom = (rank: Rank) => {
    for (const load of left) {
      if (freed >= want) return;
      if (load.rank !== rank) continue;
      shed.push(load);
      freed += cost(load);
    }
  };
  makeRoom('perception');
  if (freed < need) makeRoom('result');
  if (freed < need) {
    let room = limit;
    for (const rank of ['now', 'attachment'] as const)
      for (const load of left.filter((other) => other.rank === rank).toReversed())
        if (cost(load) <= room) room -= cost(load);
        else shed.push(load);
  }
  return [...alone, ...shed];
}

function sum(loads: readonly Load[], cost: (load: Load) => number): number {
  return loads.reduce((total, load) => total + cost(load), 0);
}

function loadOf(candidate: Candidate, rank: Rank, context: LensContext): Load {
  const { facts, media } = candidate;
  const isImage = (facts?.mime === undefined ? media?.kind : kindOfType(facts.mime)) === 'image';
  const width = facts?.width ?? 0;
  const height = facts?.height ?? 0;
  return {
    candidate,
    rank,
    bytes: base64Letters(facts?.bytes ?? 0),
    tokens: isImage ? imageTokens(context.profile, facts) : 0,
    pixels: isImage ? width * height : 0,
    edge: Math.max(width, height),
    isImage,
  };
}

function ranksOf(
  candidates: readonly Candidate[],
  doubles: ReadonlyMap<Candidate, Candidate>,
  context: LensContext,
): ReadonlyMap<Candidate, Rank> {
  const ranked = new Map<Candidate, Rank>();
  for (const candidate of candidates) {
    const first = doubles.get(candidate) ?? candidate;
    const rank = rankOf(candidate.slot, context);
    const before = ranked.get(first) ?? 'perception';
    ranked.set(first, ranks.indexOf(rank) > ranks.indexOf(before) ? rank : before);
  }
  return ranked;
}

function rankOf(slot: Slot, context: LensContext): Rank {
  if (slot.role !== 'instructions' && slot.at.message > context.survey.lastAssistant) return 'now';
  if (!slot.call && slot.role !== 'assistant') return 'attachment';
  if (context.reviewable(slot)) return 'perception';
  return slot.call ? 'result' : 'attachment';
}

/** What would not fit alone was not seen under this budget, and looking again would not show it. */
function wordsFor(slot: Slot, context: LensContext, { reason, fitsAlone }: Gone): Words {
  if (!fitsAlone || rankOf(slot, context) !== 'perception')
    return drop(
      slot,
      context,
      reason,
      `not shown, this request is full${why(slot, context, reason)}`,
    );
  return { action: 'elide', reason, text: elided(slot, staticFacts(context.memo, slot)) };
}

/** What is full, and a way that works: what was left out is judged anew with every request. */
function why({ media: { data, kind } }: Slot, { profile }: LensContext, reason: Reason): string {
  const { maxImages, maxBytes } = profile.request;
  const what =
    reason === 'count'
      ? `: the model takes ${maxImages} pictures in one`
      : reason === 'bytes'
        ? `: the model takes ${Math.round(maxBytes / 1_000)} KB in one`
        : '';
  const way =
    kind === 'audio'
      ? ['listen', 'a span of it, tells it']
      : ['view', 'pages or a region, shows it'];
  return data.kind === 'blob'
    ? `${what}. Calling ${way[0]} with ref "${data.blob}", and ${way[1]}; so may another model.`
    : `${what}. In a message of its own, smaller, or to another model, it may be shown.`;
}
