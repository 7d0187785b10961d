// One request through the lens: read, decide, write. The body that comes in is never changed; the one that goes out shares
// every part with it that nothing had to be done about.
import type { Fields } from '../parse/read.ts';
import type { ModelProfile } from '../profile/profile.ts';
import { frontierFor, type Picture, type Retention } from '../retention/retention.ts';
import { anthropicTariff, openaiTariff, type Tariff } from '../retention/tariff.ts';
import {
  canBeReviewed,
  imageTokens,
  staticFacts,
  type Budgets,
  type LensContext,
} from './context.ts';
import { decide } from './decide.ts';
import type { Edit } from './edit.ts';
import type { Lens } from './lens.ts';
import { Memo } from './memo.ts';
import type { Repair, RepairScope } from './plan.ts';
import { rebuild } from './rebuild.ts';
import { report, type LensReport } from './report.ts';
import type { LensSession } from './session.ts';
import { freshState, type Frontier } from './state.ts';
import { supply, Supplies, type MediaPort } from './supply.ts';
import { survey, type Slot, type Survey } from './survey.ts';
import { triage } from './triage.ts';
import { uniqueCalls } from './unique-calls.ts';

export interface LensOptions {
  readonly profile: ModelProfile;
  readonly session?: LensSession;
  readonly media?: MediaPort;
  readonly budgets?: Budgets;
  /** Without it: append-only where the profile says so, adaptive elsewhere. */
  readonly retention?: Retention;
  readonly tariff?: Tariff;
  readonly dedupe?: boolean;
  /** `useful`, the default: to what the model looks at. `needed`: only what the provider would refuse as it is. */
  readonly resize?: 'useful' | 'needed';
  /** Of a request that is too full: half a budget at a time, so that the prefix holds still, or no more than must go. */
  readonly shed?: 'steps' | 'exact';
  /** `certain`: only what this wire is known to refuse. `none`: nothing but media is touched. */
  readonly repairs?: RepairScope;
  /** After a provider refused them, all thinking blocks go. */
  readonly thinking?: 'kept' | 'removed';
  /** Which perceptions may be left out; without it, those whose call names a source and those in the store. */
  readonly reviewable?: (slot: Slot) => boolean;
  /** How long one request waits for the media port; then words stand in for what did not come. 30 s without it. */
  readonly mediaTimeoutMs?: number;
  /** Ends the waiting: the lowering then throws the reason. */
  readonly signal?: AbortSignal;
  /** The clock, where the host wants an idle cache to count as lost. */
  readonly nowMs?: number;
}

export interface Lowered {
  /** The body itself when there was nothing to do. */
  readonly body: Fields;
  readonly report: LensReport;
  /** The decisions behind the report. */
  readonly edits: readonly Edit[];
}

export async function lowerWith(lens: Lens, body: Fields, options: LensOptions): Promise<Lowered> {
  const memo = options.session?.memo ?? new Memo();
  const { given, messages, views, history, renamed } = open(lens, body, memo, options.repairs);
  const before = options.session?.state ?? freshState;
  const reviewable = options.reviewable ?? canBeReviewed;
  const retained = retain(history, memo, options, before.frontier, reviewable);
  const context: LensContext = {
    profile: options.profile,
    survey: history,
    pictures: history.images,
    frontier: retained,
    quarantine: before.quarantine,
    budgets: options.budgets ?? {},
    memo,
    dedupe: options.dedupe ?? true,
    resize: options.resize ?? 'useful',
    stepwise: options.shed !== 'exact',
    assistantMedia: lens.assistantMedia
      ? 'native'
      : lens.hoist === 'next-message'
        ? 'hoist'
        : 'words',
    carries: lens.carries,
    reviewable,
  };
  const triaged = history.slots.map((slot) => triage(slot, context));
  const pictures = triaged.filter(
    ({ slot, words }) => !words && slot.media.kind === 'image',
  ).length;
  const candidates = await supply(
    triaged,
    { ...context, pictures },
    {
      port: options.media,
      supplies: options.session?.supplies ?? new Supplies(),
      timeoutMs: options.mediaTimeoutMs,
      signal: options.signal,
    },
  );
  options.signal?.throwIfAborted();
  const edits = decide(candidates, context);
  const frontier = forced(edits, context) ?? retained;
  options.session?.moveFrontier(frontier);
  const planned = rebuild({
    lens,
    messages,
    views,
    survey: history,
    edits,
    collapseLists: lens.stringifiesLists && options.profile.toolResult.image !== 'native',
    bridges: options.profile.toolResult.image === 'hoist-after-bridge',
    repairs: options.repairs ?? 'all',
    isStale:
      options.thinking === 'removed'
        ? () => true
        : staleness(edits, history, options.profile, frontier),
  });
  return {
    edits,
    body: planned.messages === given ? body : lens.close(body, planned.messages),
    report: report({
      wire: lens.wire,
      edits,
      repairs: [...renamed, ...planned.repairs],
      context,
      frontier,
      frontierMoved: frontier.results > before.frontier.results,
    }),
  };
}

/** The history as it will be decided about: every call with an id of its own. */
function open(lens: Lens, body: Fields, memo: Memo, repairs: RepairScope = 'all') {
  const opened = lens.open(body);
  const given = opened?.messages ?? [];
  const read = (messages: readonly unknown[]) => {
    const views = messages.map((message) => memo.view(lens, message));
    const history = survey(messages, views, lens, opened?.continued ?? false);
    return { given, messages, views, history };
  };
  const prepared = lens.prepare?.(given) ?? given;
  const first = read(prepared);
  const unique =
    repairs === 'none'
      ? undefined
      : uniqueCalls(lens, prepared, first.views, first.history.pairing);
  const told = prepared.flatMap((one, message): readonly Repair[] =>
    one === given[message] ? [] : [{ kind: 'remote-call-told', message }],
  );
  if (!unique) return { ...first, renamed: told };
  const renamed = unique.changed.map((message): Repair => ({ kind: 'call-renamed', message }));
  return { ...read(unique.messages), renamed: [...told, ...renamed] };
}

function retain(
  history: Survey,
  memo: Memo,
  options: LensOptions,
  frontier: Frontier,
  reviewable: (slot: Slot) => boolean,
): Frontier {
  const { profile, session } = options;
  const tariff = options.tariff ?? tariffOf(profile);
  const mode: Retention = options.retention ?? {
    mode: profile.history === 'append-only' ? 'append-only' : 'adaptive',
  };
  const cache = history.atTurnStart
    ? (session?.cacheOutlook(tariff, options.nowMs) ?? 'warm')
    : 'warm';
  const pictures = history.slots
    .filter((slot) => slot.media.kind === 'image')
    .map((slot): Picture => ({
      ...slot,
      tokens: imageTokens(profile, staticFacts(memo, slot)),
      reviewable: reviewable(slot),
    }));
  return frontierFor({ mode, frontier, pictures, turns: history.turns, tariff, cache });
}

/** Anthropic's prices where its models are spoken to; elsewhere writing to a cache is free. */
function tariffOf(profile: ModelProfile): Tariff {
  return /^(anthropic|bedrock)/.test(profile.id) ? anthropicTariff : openaiTariff;
}

/** A budget that left perceptions out has moved the frontier, too: the next request must not bring them back. */
function forced(edits: readonly Edit[], context: LensContext): Frontier | undefined {
  let results = 0;
  for (const { action, reason, slot } of edits)
    if (action === 'elide' && reason !== 'retention') results = Math.max(results, slot.ordinal + 1);
  return results > context.frontier.results
    ? { results, assistants: context.survey.assistants }
    : undefined;
}

/** Facts: "Any eviction on Anthropic must also set drop_block or strip the thinking after the frontier." */
function staleness(
  edits: readonly Edit[],
  history: Survey,
  profile: ModelProfile,
  frontier: Frontier,
): (message: number) => boolean {
  if (profile.history !== 'append-only') return () => false;
  const first = edits.find((edit) => edit.action === 'elide')?.slot.at.message;
  if (first === undefined) return () => false;
  return (message) =>
    message > first && (history.assistantsBefore[message] ?? 0) < frontier.assistants;
}
