// One conversation over its record. Everything that becomes true is appended before the next thing builds on it, so a
// process that dies at any moment leaves a record from which another one goes on.
import { randomUUID } from 'node:crypto';
import { basename, relative } from 'node:path';
import {
  accept,
  commonProfile,
  refuse,
  type Outcome,
  type RecordEntry,
  type Refusal,
  type SessionId,
  type TenantId,
} from '@percept/core';
import type { Door } from '@percept/ingest';
import { localTenant, type TenantStore } from '@percept/store';
import { isMediaPart } from '@percept/core/internal';
import type { Permission } from '@percept/core/internal/permission';
import type { MediaKind } from '@percept/core/internal/route';
import { admitPrompt } from '../prompt/message-room.ts';
import { createFreshness, type Attachment } from '../tools/index.ts';
import { runCalls } from './calls.ts';
import type { Ended, LoopEvent, PromptPart } from './event.ts';
import { attachmentIn, sightingIn } from './attachment.ts';
import { discreet } from './discreet.ts';
import { failureOf } from './failure.ts';
import { factEntry, modelIn, placeIn, usageIn, type SessionPlace } from './facts.ts';
import { kindsInView } from './history.ts';
import { instructionsFor } from './instructions.ts';
import { answerLocally } from './local-answer.ts';
import { SessionLog, type Superseded } from './log.ts';
import { Meter } from './meter.ts';
import type { SessionBridge } from '../bridge/session-bridge.ts';
import type { LoopModel } from './model.ts';
import { checkParts, type AgentParts } from './parts.ts';
import { SessionPermissions, type Permit } from './permit.ts';
import { busy, noModel, noPlace, noTurn } from './refusals.ts';
import { localReport } from './report.ts';
import { mend } from './repair.ts';
import { MakingBudget } from '../making/index.ts';
import { madeEvent } from './replay.ts';
import { MadeMedia } from './made.ts';
import { MadeDescriptions, type MadeDescription } from './made-descriptions.ts';
import { ModelClient, type Lowered } from './model-client.ts';
import { runStep } from './step.ts';
import { createToolbox, type LoopTool } from './toolbox.ts';
import { compactLog } from './summary.ts';
import { noUsage } from './usage.ts';
import { maxSteps } from '../limits.ts';

export interface ForecastOptions {
  /** Without it, the one that answers here. */
  readonly model?: LoopModel | undefined;
  /** Who holds what is not sent yet, where the session itself cannot reach it. */
  readonly store?: TenantStore | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What sending will do. `request` is absent where local eyes answer. */
export interface Forecast
  extends Pick<Lowered, 'report' | 'estimate'>, Partial<Pick<Lowered, 'request'>> {
  /** The draft as it would be recorded: under its names in this session. */
  readonly parts: readonly PromptPart[];
}

const free = { textTokens: 0, mediaTokens: 0, costUsd: 0 } as const;

export interface TurnOptions {
  readonly signal: AbortSignal;
  readonly permit?: Permit | undefined;
  /** In place of this turn, counted from 1: it and all that came after are neither shown nor sent any more. */
  readonly replaces?: { readonly turn: number; readonly reason: Superseded['reason'] } | undefined;
}

/**
 * One conversation with an agent: it prompts the model, runs tools, and writes all of it to the record.
 *
 * @example for await (const event of session.prompt([{ type: 'text', text: 'view plan.png' }], { signal })) show(event);
 */
export class AgentSession {
  readonly id: SessionId;
  readonly place: SessionPlace;
  readonly #parts: AgentParts;
  readonly #log: SessionLog;
  readonly #store: TenantStore;
  readonly #door: Door;
  readonly #ownTools: readonly LoopTool[];
  readonly #client: ModelClient;
  readonly #bridge: SessionBridge | undefined;
  readonly #descriptions: MadeDescriptions;
  readonly #meter = new Meter();
  readonly #budget = new MakingBudget();
  #model: LoopModel | undefined;
  readonly #permissions = new SessionPermissions();
  #turn: { readonly signal: AbortSignal; readonly permit: Permit | undefined } | undefined;

  /** Whose it is. */
  get tenant(): TenantId {
    return this.#log.tenant;
  }

  private constructor(parts: AgentParts, log: SessionLog, place: SessionPlace) {
    this.id = log.id;
    this.place = place;
    this.#parts = parts;
    this.#log = log;
    const chosen = modelIn(log.own);
    this.#model = parts.models.list().find(({ name }) => name === chosen) ?? parts.models.main();
    const reader = () => this.#model;
    this.#bridge = parts.openBridge?.(
      (text, recipient) => this.#client.notices.told(text, recipient),
      this.#meter.charge,
    );
    // A model names media by its hash, and whoever speaks to it may tell it one: that of another tenant is unknown.
    const store = parts.memory.forTenant(log.tenant);
    const door = parts.door.onto(store);
    this.#store = store;
    this.#door = door;
    this.#descriptions = new MadeDescriptions(this.#bridge, store);
    this.#client = new ModelClient({
      log,
      store,
      door,
      darkroom: parts.darkroom,
      bridge: this.#bridge,
      bill: this.#meter.charge,
    });
    this.#ownTools = createToolbox(
      {
        roots: place.roots,
        cwd: place.cwd,
        store,
        door,
        darkroom: parts.darkroom,
        profile: () => this.#model?.profile ?? commonProfile,
        attachment: (name) => this.attachment(name),
        seenBefore: (ref) => sightingIn(log.entries, ref),
        freshness: parts.freshness ?? createFreshness(),
        permit: (permission, callId) => this.#permit(permission, callId),
        nameOf: place.name === undefined ? undefined : (path) => nameIn(place.cwd, path),
      },
      { bridge: this.#bridge, reader, reopened: () => this.#client.forgetWords() },
      { makers: parts.makers, budget: this.#budget, bill: this.#meter.charge },
    ).map((tool) => discreet(tool, place));
  }

  static async create(
    parts: AgentParts,
    place: SessionPlace,
    title?: string,
  ): Promise<Outcome<AgentSession>> {
    checkParts('AgentSession.create', parts);
    const opened = await parts.memory.sessions.open(title === undefined ? {} : { title });
    if (!opened.ok) return opened;
    const log = await SessionLog.open(parts.memory.sessions, opened.value.id);
    if (!log.ok) return log;
    const placed = await log.value.append(factEntry({ fact: 'place', ...place }));
    return placed.ok ? accept(new AgentSession(parts, log.value, place)) : placed;
  }

  /** For forecasts of a conversation that has not begun: it records nothing. */
  static unrecorded(
    parts: AgentParts,
    place: SessionPlace,
    tenant: TenantId = localTenant,
  ): AgentSession {
    checkParts('AgentSession.unrecorded', parts);
    return new AgentSession(parts, SessionLog.unrecorded(parts.memory.sessions, tenant), place);
  }

  /** Mends a turn that was cut, and goes on exactly where the record ends. */
  static async resume(
    parts: AgentParts,
    id: SessionId,
    place?: SessionPlace,
  ): Promise<Outcome<AgentSession>> {
    checkParts('AgentSession.resume', parts);
    const log = await SessionLog.open(parts.memory.sessions, id);
    if (!log.ok) return log;
    const before = placeIn(log.value.own);
    const now = place ?? before;
    if (!now) return refuse(noPlace(id));
    if (place && JSON.stringify(place) !== JSON.stringify(before)) {
      const moved = await log.value.append(factEntry({ fact: 'place', ...place }));
      if (!moved.ok) return moved;
    }
    const session = new AgentSession(parts, log.value, now);
    const mended = await mend(log.value);
    return mended.ok ? accept(session) : mended;
  }

  get entries(): readonly RecordEntry[] {
    return this.#log.entries;
  }

  /** How many of its first entries were written elsewhere. */
  get imported(): number {
    return this.#log.imported;
  }

  get model(): LoopModel | undefined {
    return this.#model;
  }

  get isBusy(): boolean {
    return this.#turn !== undefined;
  }

  get costUsd(): number {
    return usageIn(this.#log.entries).reduce((sum, { costUsd = 0 }) => sum + costUsd, 0);
  }

  attachment(name: string): Attachment | undefined {
    return attachmentIn(this.#log.entries, name);
  }

  /** Holds from the next request on, also in the middle of a turn. */
  async switchModel(name: string): Promise<Outcome<LoopModel>> {
    const found = this.#parts.models.list().find((model) => model.name === name);
    if (!found) return refuse(noModel(name));
    if (found.name === this.#model?.name) return accept(found);
    const from = this.#model?.name;
    const noted = await this.#log.append(factEntry({ fact: 'model', model: name, from }));
    if (!noted.ok) return noted;
    this.#model = found;
    return accept(found);
  }

  /** One turn. The last event is always `turn-ended`. */
  async *prompt(
    prompt: readonly PromptPart[],
    { signal, permit, replaces }: TurnOptions,
  ): AsyncGenerator<LoopEvent, void> {
    if (this.#turn) {
      yield { type: 'turn-ended', end: 'failed', usage: noUsage, refusal: busy };
      return;
    }
    this.#turn = { signal, permit };
    try {
      yield* this.#run(prompt, signal, replaces);
    } finally {
      await mend(this.#log, 'The turn was cancelled before this call finished.');
      this.#turn = undefined;
    }
  }

  async *#run(
    prompt: readonly PromptPart[],
    signal: AbortSignal,
    replaces: TurnOptions['replaces'],
  ): AsyncGenerator<LoopEvent, void> {
    const messageId = randomUUID();
    const before = replaces && this.#log.supersededFrom(replaces.turn, replaces.reason);
    const admitted = this.#admit(prompt, before?.from);
    // A message that cannot be sent is not recorded: it would be sent later, with another one.
    const missing = admitted.ok && this.#missingRoute(admitted.value);
    const isGone = replaces !== undefined && before === undefined;
    if (!admitted.ok || missing || isGone) {
      const refusal = isGone ? noTurn : admitted.ok ? missing : admitted.refusal;
      yield { type: 'turn-ended', end: 'failed', usage: noUsage, ...(refusal && { refusal }) };
      return;
    }
    const parts = admitted.value;
    const recorded = await this.#log.append({ type: 'message', role: 'user', parts });
    // In this order a process that dies in between repeats a message and never loses one.
    const taken = recorded.ok && before ? await this.#log.append(before) : recorded;
    if (before) this.#client.renew();
    if (!taken.ok) {
      yield { type: 'turn-ended', end: 'failed', usage: noUsage, refusal: taken.refusal };
      return;
    }
    yield { type: 'prompt-recorded', messageId, parts };
    this.#bridge?.beginTurn();
    this.#budget.beginTurn();
    const ended = this.#model
      ? yield* this.#converse(signal)
      : yield* answerLocally(parts, {
          answerer: this.#parts.answerer,
          presenter: this.#client.presenter,
          store: this.#store,
          log: this.#log,
          signal,
        });
    yield* this.#described(await this.#descriptions.settled());
    yield* this.#end(ended);
  }

  /** What a tool had made came without a word, too. */
  async *#watched<Result>(
    events: AsyncGenerator<LoopEvent, Result>,
    signal: AbortSignal,
  ): AsyncGenerator<LoopEvent, Result> {
    let next = await events.next();
    for (; !next.done; next = await events.next()) {
      yield next.value;
      if (next.value.type === 'media-made') this.#descriptions.begin(next.value.block, signal);
    }
    return next.value;
  }

  async *#described(all: readonly MadeDescription[]): AsyncGenerator<LoopEvent, void> {
    for (const { block, words } of all) {
      const blob = block.sha256;
      const noted = await this.#log.append(factEntry({ fact: 'made-described', blob, words }));
      if (noted.ok) yield { type: 'made-described', block, words };
    }
  }

  async *#end({ end, refusal }: Ended): AsyncGenerator<LoopEvent, void> {
    const usage = this.#meter.takeBill();
    const noted = await this.#log.append(factEntry({ fact: 'turn-ended', end, usage }));
    const why = refusal ?? (noted.ok ? undefined : noted.refusal);
    yield {
      type: 'turn-ended',
      end: noted.ok ? end : 'failed',
      usage,
      ...(why && { refusal: why }),
    };
  }

  async *#converse(signal: AbortSignal): AsyncGenerator<LoopEvent, Ended> {
    const limit = this.#parts.maxStepsPerTurn ?? maxSteps;
    for (let step = 0; step < limit; step++) {
      const model = this.#model;
      if (!model || signal.aborted) return { end: 'cancelled' };
      if (this.#meter.isFull(model)) yield* this.compact(signal);
      // The model may have been switched, and history may hold what the new one does not take.
      const missing = this.#missingRoute();
      if (missing) return { end: 'failed', refusal: missing };
      const tools = this.#tools();
      const lowered = await this.#lower(model, tools, signal);
      if ('end' in lowered) return lowered;
      yield* this.#client.notices.drain();
      const messageId = randomUUID();
      const outcome = yield* runStep({
        model,
        languageModel: await this.#client.sending(lowered),
        tools,
        messageId,
        isTaken: (callId) => this.#log.hasCall(callId),
        signal,
        made: new MadeMedia({
          door: this.#door,
          model: model.name,
          isTaken: (name) => this.attachment(name) !== undefined,
          signal,
        }),
        drain: () => this.#client.notices.drain(),
      });
      await this.#log.settled();
      if (outcome.parts.length > 0) {
        const said = await this.#log.append({
          type: 'message',
          role: 'assistant',
          parts: outcome.parts,
        });
        if (!said.ok) return { end: 'failed', refusal: said.refusal };
        for (const block of outcome.parts.filter(isMediaPart)) {
          const told = madeEvent(block, messageId, outcome.parts);
          yield told;
          if (!told.words) this.#descriptions.begin(block, signal);
        }
      }
      yield* this.#described(this.#descriptions.take());
      yield* this.#meter.measure(model, this.costUsd);
      switch (outcome.finish) {
        case 'stopped':
          return { end: 'answered' };
        case 'length-reached':
        case 'declined':
        case 'cancelled':
        case 'failed':
          return { end: outcome.finish, ...(outcome.refusal && { refusal: outcome.refusal }) };
        case 'called': {
          const calls = runCalls(outcome.calls, {
            log: this.#log,
            tools: () => this.#tools(),
            signal,
            permit: (permission, callId) => this.#permit(permission, callId),
            missingRoute: (kind) => this.#model && this.#bridge?.missingRoute([kind], this.#model),
          });
          const refusal = yield* this.#watched(calls, signal);
          if (refusal) return { end: 'failed', refusal };
        }
      }
    }
    return { end: signal.aborted ? 'cancelled' : 'steps-reached' };
  }

  /** What would be sent for this draft, and what it would cost; nothing is recorded, looked at or sent. */
  async forecast(
    draft: readonly PromptPart[],
    { model = this.#model, store, signal }: ForecastOptions = {},
  ): Promise<Outcome<Forecast>> {
    const taken = this.#admit(draft);
    if (!taken.ok) return taken;
    const parts = taken.value;
    if (!model) {
      const name = this.#parts.answerer?.name ?? 'nobody';
      return accept({ parts, report: localReport(parts, name), estimate: free });
    }
    const missing = this.#missingRoute(parts, model);
    if (missing) return refuse(missing);
    const instructions = this.#instructions(this.#tools());
    const lowered = await this.#client.lower(model, { instructions, draft: parts, store, signal });
    return accept({ ...lowered, parts });
  }

  async #lower(
    model: LoopModel,
    tools: readonly LoopTool[],
    signal: AbortSignal,
  ): Promise<Lowered | Ended> {
    try {
      return await this.#client.lower(model, { instructions: this.#instructions(tools), signal });
    } catch (error) {
      if (signal.aborted) return { end: 'cancelled' };
      return { end: 'failed', refusal: failureOf(error, model) };
    }
  }

  /** Strict means all that the request would hold: what is about to be said, and the history that the model sees. */
  #missingRoute(draft: readonly PromptPart[] = [], model = this.#model): Refusal | undefined {
    if (!model) return undefined;
    const kinds = new Set([...kindsIn(draft), ...kindsInView(this.#log.entries)]);
    return this.#bridge?.missingRoute(kinds, model);
  }

  #instructions(tools: readonly LoopTool[]): string {
    return instructionsFor(this.place.name ?? this.place.cwd, tools, this.imported);
  }

  /** The parts as they are recorded. `from`: the first entry that will count no more, and whose names are free again. */
  #admit(prompt: readonly PromptPart[], from = Infinity): Outcome<readonly PromptPart[]> {
    const kept = this.#log.entries.slice(0, from - 1);
    const isTaken = (name: string): boolean => attachmentIn(kept, name) !== undefined;
    return admitPrompt(prompt, isTaken, this.#parts.images);
  }

  /** Summarises older turns now. Media is named in the summary and never sent for it. */
  async *compact(signal: AbortSignal): AsyncGenerator<LoopEvent, void> {
    if (!this.#model) return;
    const isOwnBill = (): boolean => this.#turn === undefined;
    const compacted = await compactLog(this.#log, this.#model, signal, this.#meter, isOwnBill);
    if (!compacted) return;
    this.#client.renew();
    yield compacted;
  }

  #tools(): readonly LoopTool[] {
    const own = this.#ownTools.filter(({ isOffered }) => isOffered?.() ?? true);
    return [...own, ...(this.#parts.clientTools?.() ?? [])];
  }

  #permit(permission: Permission, callId: string): Promise<boolean> {
    return this.#permissions.ask(permission, callId, this.#turn);
  }
}

/** Not where it is on the server. */
function nameIn(cwd: string, path: string): string {
  const below = relative(cwd, path);
  return below.startsWith('..') ? basename(path) : below;
}

function kindsIn(parts: readonly PromptPart[]): ReadonlySet<MediaKind> {
  return new Set(parts.flatMap((part) => (part.type === 'text' ? [] : [part.type])));
}
