// The way to a model. `lower` makes the request and the report about it; `sending` sends that request and no other. What the
// lens decides for good (a frontier, a blob that a provider refused) becomes a record entry here.
import { freshWorkings } from '@percept/core/internal/lens';
import type { LanguageModelV4, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { requestTarget } from '@percept/core/internal';
import {
  accept,
  refuse,
  type BlobId,
  type FitTarget,
  type ModelProfile,
  type Outcome,
  type RecordEntry,
  type StoredBlock,
} from '@percept/core';
import { PromptLowering } from '@percept/core/internal/ai-sdk';
import { type LoweredPrompt, type LensEvent } from '@percept/core/ai-sdk';
import { LensSession, type HeldMedia, type MediaPort } from '@percept/core/lens';
import { describeAhead } from '../bridge/describe-ahead.ts';
import type { Plan, Preview, SessionBridge } from '../bridge/session-bridge.ts';
import { charsIn, metered, tokensOfText, type Charge } from '../models/index.ts';
import { Presenter, type Presented, type PresenterParts } from '../prompt/present.ts';
import { mediaPort } from '../tools/media.ts';
import type { PromptPart } from './event.ts';
import { attachedIn, frontierEntryFor, lensStateOf, picturesIn, viewOf } from './history.ts';
import type { SessionLog } from './log.ts';
import type { TenantStore } from '@percept/store';
import type { LoopModel } from './model.ts';
import { Notices } from './notices.ts';
import { reportOf, type Estimate, type RequestReport } from './report.ts';
import { reportEntry, unheld } from './report-entry.ts';
import { historyMediaTimeoutMs } from '../limits.ts';

export interface ModelClientParts extends PresenterParts {
  readonly log: SessionLog;
  readonly bridge?: SessionBridge | undefined;
  readonly bill: (charge: Charge) => void;
}

export interface LowerRequest {
  readonly instructions: string;
  readonly signal?: AbortSignal | undefined;
  /** What is about to be said: then nothing is recorded, nobody looks, and nothing is sent. */
  readonly draft?: readonly PromptPart[];
  /** Of a draft: who holds what is not recorded yet. */
  readonly store?: TenantStore | undefined;
}

/** A request as its model gets it, what stands in it and why, and what it will cost. */
export interface Lowered {
  readonly request: LanguageModelV4Prompt;
  readonly report: RequestReport;
  readonly estimate: Estimate;
}

interface Way {
  readonly inner: LanguageModelV4;
  readonly lowering: PromptLowering;
}

interface Sendable {
  readonly model: LoopModel;
  readonly way: Way;
  readonly lowered: LoweredPrompt;
  readonly view: LanguageModelV4Prompt;
}

export class ModelClient {
  readonly notices = new Notices();
  readonly #parts: ModelClientParts;
  readonly presenter: Presenter;
  readonly #media: MediaPort;
  readonly #ways = new Map<string, Promise<Way>>();
  readonly #sendable = new WeakMap<Lowered, Sendable>();
  #lens: LensSession;
  #last: RequestReport | undefined;
  /** What the request that is being made is about: an event of the lens is told with it. */
  #making: ((event: LensEvent & { type: 'request-lowered' }) => RequestReport) | undefined;

  constructor(parts: ModelClientParts) {
    this.#parts = parts;
    this.presenter = new Presenter(parts);
    this.#media = mediaPort(parts);
    this.#lens = new LensSession(lensStateOf(parts.log.entries));
  }

  async lower(
    model: LoopModel,
    { instructions, draft, store, signal }: LowerRequest,
  ): Promise<Lowered> {
    const said: readonly RecordEntry[] = draft
      ? [{ type: 'message', role: 'user', parts: draft }]
      : [];
    const entries = [...this.#parts.log.entries, ...said];
    const parts = store && { ...this.#parts, store, door: this.#parts.door.onto(store) };
    const media = parts ? mediaPort(parts) : this.#media;
    const presenter = parts ? new Presenter(parts) : this.presenter;
    const presented = await presentAll(presenter, entries, model.profile, signal);
    const { messages, attachments } = viewOf(entries, model.name, presented);
    const view: LanguageModelV4Prompt = [{ role: 'system', content: instructions }, ...messages];
    const preview = draft && this.#parts.bridge?.preview(model);
    const plans = await this.#plan(view, model, media, preview, signal);
    signal?.throwIfAborted();
    const way = await this.#way(model);
    const placed = attachments.map(({ block, message }) => ({ block, message: message + 1 }));
    const about = { reader: { model: model.name, host: model.host }, profile: model.profile };
    const textTokens = tokensOfText(charsIn(messages));
    const report = (lens: LoweredPrompt['report']): RequestReport =>
      reportOf({ lens, ...about, presented, attachments: placed, plans, textTokens });
    this.#making = draft ? this.#making : ({ report: lens }) => report(lens);
    const lowered = await way.lowering.lower(way.inner, {
      prompt: view,
      signal,
      ...(draft && {
        dryRun: {
          // What a forecast says of words that are still to be made must never be taken for them.
          session: new LensSession(this.#lens.state, { ...freshWorkings(), memo: this.#lens.memo }),
          media: { ...media, ...(preview && { describe: planned(preview) }) },
        },
      }),
    });
    const told = report(lowered.report);
    const made = { request: lowered.prompt, report: told, estimate: estimateOf(told, model) };
    this.#sendable.set(made, { model, way, lowered, view });
    return made;
  }

  /** A model that sends this request, whatever it is called with. */
  async sending(request: Lowered): Promise<LanguageModelV4> {
    const sendable = this.#sendable.get(request);
    if (!sendable) throw new TypeError('Only what this client lowered is sent by it.');
    const { wrapLanguageModel } = await import('ai');
    const { model, way, lowered, view } = sendable;
    const { textTokens, mediaTokens } = request.estimate;
    return wrapLanguageModel({
      model: metered(way.inner, {
        model: model.name,
        host: model.host,
        purpose: 'answer',
        price: model.price,
        estimatedInput: () => textTokens + mediaTokens,
        bill: this.#parts.bill,
      }),
      middleware: way.lowering.sending(lowered, view),
    });
  }

  /** What the bridge says of media may have changed. */
  forgetWords(): void {
    this.#lens.forgetWords();
  }

  /** After a compaction the view begins elsewhere, and the lens counts anew. */
  renew(): void {
    this.#lens = new LensSession(lensStateOf(this.#parts.log.entries));
    this.#ways.clear();
  }

  async #plan(
    view: LanguageModelV4Prompt,
    model: LoopModel,
    port: MediaPort,
    preview: Preview | undefined,
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<BlobId, Plan>> {
    const { bridge } = this.#parts;
    if (!bridge) return new Map();
    return describeAhead(view, {
      profile: model.profile,
      port,
      plan: (wanted) => (preview ? preview.plan(wanted) : bridge.plan(wanted, model)),
      ...(!preview && { describe: (media) => bridge.describe(media, { reader: model, signal }) }),
    });
  }

  /** One per model, so that what it taught us by refusing is remembered. */
  #way(model: LoopModel): Promise<Way> {
    const known = this.#ways.get(model.name);
    if (known) return known;
    const opening = this.#open(model);
    this.#ways.set(model.name, opening);
    opening.catch(() => this.#ways.delete(model.name));
    return opening;
  }

  async #open(model: LoopModel): Promise<Way> {
    const { bridge } = this.#parts;
    const lowering = new PromptLowering({
      profile: model.profile,
      session: this.#lens,
      media: {
        ...this.#media,
        ...(bridge && {
          describe: async (media: HeldMedia): Promise<Outcome<string>> => {
            const told = await bridge.describe(media, { reader: model });
            return told.ok ? accept(told.value.text) : told;
          },
        }),
      },
      mediaTimeoutMs: historyMediaTimeoutMs,
      clock: Date.now,
      onEvent: (event) => this.#heard(event, model),
    });
    // Loaded beside the provider's package: the first request waits for both.
    const [inner] = await Promise.all([model.open(), import('ai')]);
    return { inner, lowering };
  }

  #heard(event: LensEvent, model: LoopModel): void {
    const { log } = this.#parts;
    switch (event.type) {
      case 'request-lowered': {
        const report = this.#making?.(event);
        if (!report || report.slots.length === 0) return;
        const entry = reportEntry(report, this.#last);
        void log.append(entry, unheld(entry));
        this.#last = report;
        this.notices.shown(report);
        this.notices.lowered(report, model);
        return;
      }
      case 'frontier-moved':
        void log.append(frontierEntryFor(log.entries, event.frontier));
        return;
      case 'blob-quarantined':
        void log.append({ type: 'blob-quarantined', blob: event.blob, reason: event.reason });
        return;
      case 'request-degraded':
        this.notices.degraded(event, model);
        return;
      case 'recovery-failed':
        return;
    }
  }
}

async function presentAll(
  presenter: Presenter,
  entries: readonly RecordEntry[],
  profile: ModelProfile,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<StoredBlock, Presented>> {
  const presentFor = async (target: FitTarget): Promise<ReadonlyMap<StoredBlock, Presented>> => {
    const presented = new Map<StoredBlock, Presented>();
    for (const blocks of attachedIn(entries))
      for (const [block, one] of await presenter.message(blocks, { profile, target, signal }))
        presented.set(block, one);
    return presented;
  };
  const few = requestTarget(
    profile,
    picturesIn(entries, profile, () => 1),
  );
  const presented = await presentFor(few);
  // Only a document that was drawn says its pages, and they may be what makes the pictures too many for their size.
  const pagesOf = (document: StoredBlock): number => presented.get(document)?.pages?.shown ?? 1;
  const target = requestTarget(profile, picturesIn(entries, profile, pagesOf));
  return target.maxEdgePx === few.maxEdgePx ? presented : presentFor(target);
}

/** Words that are still to be made, by who will make them. */
export function planned(preview: Preview): NonNullable<MediaPort['describe']> {
  return async ({ mime, blob }) => {
    if (blob === undefined) return unstored;
    return preview.words(mime?.startsWith('audio') === true ? 'audio' : 'image', blob);
  };
}

const unstored = refuse({
  refused: 'absent',
  message: 'These bytes are not in the store.',
  hint: 'Attach them again.',
});

function estimateOf(report: RequestReport, { price }: LoopModel): Estimate {
  const { estimatedTextTokens: textTokens, estimatedImageTokens: mediaTokens } = report;
  const costUsd = price && ((textTokens + mediaTokens) * price.usdPerMillionInput) / 1_000_000;
  return { textTokens, mediaTokens, ...(costUsd !== undefined && { costUsd }) };
}
