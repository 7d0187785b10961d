// One conversation over its record. Everything that becomes true is appended before the next thing builds on it, so a
// process that dies at any moment leaves a record from which another one goes on.
import { randomUUID } from 'node:crypto';
import {
  accept,
  commonProfile,
  refuse,
  type Outcome,
  type RecordEntry,
  type Refusal,
  type SessionId,
} from '@percept/core';
import type { MediaKind } from '@percept/core/route';
import type { Door } from '@percept/ingest';
import type { Darkroom } from '@percept/render';
import type { Memory } from '@percept/store';
import {
  createFreshness,
  type Attachment,
  type EditRequest,
  type Freshness,
} from '../tools/index.ts';
import { excerptOf } from './compaction.ts';
import type { LoopEvent, PromptPart, TurnEnd } from './event.ts';
import { attachmentIn } from './attachment.ts';
import { costIn, factEntry, modelIn, placeIn, type SessionPlace } from './facts.ts';
import { viewOf } from './history.ts';
import { howToConfigure, instructionsFor } from './instructions.ts';
import { SessionLog } from './log.ts';
import { Meter } from './meter.ts';
import type { Answerer, Bridge, LoopModel, Models, OpenBridge } from './model.ts';
import { pathsIn } from './paths.ts';
import { busy, cancelled, noModel, noPlace, noTool } from './refusals.ts';
import { withoutPayloads } from './payload.ts';
import { missingResults, resultEntry } from './repair.ts';
import { localSighting, sightingEntry, type Sighting } from './sighting.ts';
import { Speaker } from './speaker.ts';
import { runStep, type Called } from './step.ts';
import { createToolbox, failed, type LoopTool } from './toolbox.ts';
import { summarise } from './summary.ts';
import { noUsage } from './usage.ts';

export interface AgentParts {
  readonly memory: Memory;
  readonly door: Door;
  readonly darkroom?: Darkroom | undefined;
  readonly models: Models;
  /** One per session: budgets and disclosures are its own. */
  readonly openBridge?: OpenBridge | undefined;
  readonly answerer?: Answerer | undefined;
  readonly freshness?: Freshness | undefined;
  readonly maxStepsPerTurn?: number | undefined;
}

/** Asked before anything is written. Without it nothing is. */
export type PermitEdit = (
  request: EditRequest,
  callId: string,
  signal: AbortSignal,
) => Promise<boolean>;

const maxSteps = 50;

export class AgentSession {
  readonly id: SessionId;
  readonly place: SessionPlace;
  readonly #parts: AgentParts;
  readonly #log: SessionLog;
  readonly #tools: readonly LoopTool[];
  readonly #speaker: Speaker;
  readonly #bridge: Bridge | undefined;
  readonly #meter = new Meter();
  #model: LoopModel | undefined;
  #turn:
    | { readonly signal: AbortSignal; callId: string; readonly permitEdit: PermitEdit | undefined }
    | undefined;

  private constructor(parts: AgentParts, log: SessionLog, place: SessionPlace) {
    this.id = log.id;
    this.place = place;
    this.#parts = parts;
    this.#log = log;
    const chosen = modelIn(log.entries);
    this.#model = parts.models.list().find(({ name }) => name === chosen) ?? parts.models.main();
    const reader = () => this.#model;
    this.#bridge = parts.openBridge?.((text, onlooker) =>
      this.#speaker.notices.told(text, onlooker),
    );
    this.#speaker = new Speaker({
      log,
      store: parts.memory,
      door: parts.door,
      bridge: this.#bridge,
      reader,
      signal: () => this.#turn?.signal,
    });
    this.#tools = createToolbox(
      {
        roots: place.roots,
        cwd: place.cwd,
        store: parts.memory,
        door: parts.door,
        darkroom: parts.darkroom,
        profile: () => this.#model?.profile ?? commonProfile,
        attachment: (name) => this.attachment(name),
        freshness: parts.freshness ?? createFreshness(),
        permitEdit: (request) => this.#permit(request),
      },
      { bridge: this.#bridge, reader },
    );
  }

  static async create(
    parts: AgentParts,
    place: SessionPlace,
    title?: string,
  ): Promise<Outcome<AgentSession>> {
    const opened = await parts.memory.sessions.open(title === undefined ? {} : { title });
    if (!opened.ok) return opened;
    const log = await SessionLog.open(parts.memory.sessions, opened.value.id);
    if (!log.ok) return log;
    const placed = await log.value.append(factEntry({ fact: 'place', ...place }));
    return placed.ok ? accept(new AgentSession(parts, log.value, place)) : placed;
  }

  /** Mends a turn that was cut, and goes on exactly where the record ends. */
  static async resume(
    parts: AgentParts,
    id: SessionId,
    place?: SessionPlace,
  ): Promise<Outcome<AgentSession>> {
    const log = await SessionLog.open(parts.memory.sessions, id);
    if (!log.ok) return log;
    const before = placeIn(log.value.entries);
    const now = place ?? before;
    if (!now) return refuse(noPlace(id));
    if (place && JSON.stringify(place) !== JSON.stringify(before)) {
      const moved = await log.value.append(factEntry({ fact: 'place', ...place }));
      if (!moved.ok) return moved;
    }
    const session = new AgentSession(parts, log.value, now);
    const mended = await session.#mend();
    return mended.ok ? accept(session) : mended;
  }

  get entries(): readonly RecordEntry[] {
    return this.#log.entries;
  }

  get model(): LoopModel | undefined {
    return this.#model;
  }

  get isBusy(): boolean {
    return this.#turn !== undefined;
  }

  get costUsd(): number {
    return costIn(this.#log.entries);
  }

  attachment(name: string): Attachment | undefined {
    return attachmentIn(this.#log.entries, name);
  }

  /** Holds from the next request on, also in the middle of a turn. */
  async switchModel(name: string): Promise<Outcome<LoopModel>> {
    const found = this.#parts.models.list().find((model) => model.name === name);
    if (!found) return refuse(noModel(name));
    if (found.name === this.#model?.name) return accept(found);
    const noted = await this.#log.append(factEntry({ fact: 'model', model: name }));
    if (!noted.ok) return noted;
    this.#model = found;
    return accept(found);
  }

  /** One turn. The last event is always `turn-ended`. */
  async *prompt(
    prompt: readonly PromptPart[],
    {
      signal,
      permitEdit,
    }: { readonly signal: AbortSignal; readonly permitEdit?: PermitEdit | undefined },
  ): AsyncGenerator<LoopEvent, void> {
    if (this.#turn) {
      yield { type: 'turn-ended', end: 'failed', usage: noUsage, refusal: busy };
      return;
    }
    this.#turn = { signal, callId: '', permitEdit };
    try {
      yield* this.#run(prompt, signal);
    } finally {
      await this.#mend('The turn was cancelled before this call finished.');
      this.#turn = undefined;
    }
  }

  async *#run(prompt: readonly PromptPart[], signal: AbortSignal): AsyncGenerator<LoopEvent, void> {
    const messageId = randomUUID();
    const parts = prompt.map((part) =>
      part.type === 'text' ? { ...part, text: withoutPayloads(part.text) } : part,
    );
    const taken = await this.#log.append({ type: 'message', role: 'user', parts });
    if (!taken.ok) {
      yield { type: 'turn-ended', end: 'failed', usage: noUsage, refusal: taken.refusal };
      return;
    }
    yield { type: 'prompt-recorded', messageId, parts };
    this.#meter.beginTurn();
    this.#bridge?.beginTurn();
    const missing = this.#model && this.#bridge?.missingRoute(kindsIn(parts), this.#model);
    if (missing) {
      yield* this.#end({ end: 'failed', refusal: missing });
      return;
    }
    const ended = this.#model
      ? yield* this.#converse(signal)
      : yield* this.#answerLocally(parts, signal);
    yield* this.#end(ended);
  }

  async *#end({ end, refusal }: Ended): AsyncGenerator<LoopEvent, void> {
    const { usage } = this.#meter;
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
      const view = viewOf(this.#log.entries, model.name);
      const messageId = randomUUID();
      const outcome = yield* runStep({
        model,
        languageModel: await this.#speaker.open(model),
        instructions: instructionsFor(this.place.cwd),
        messages: view.messages,
        tools: this.#tools,
        messageId,
        signal,
        drain: () => this.#speaker.notices.drain(),
      });
      this.#meter.count(outcome, model, {
        chars: () => JSON.stringify(view.messages).length,
        estimatedImageTokens: this.#speaker.estimatedImageTokens,
      });
      await this.#log.settled();
      if (outcome.parts.length > 0) {
        const said = await this.#log.append({
          type: 'message',
          role: 'assistant',
          parts: outcome.parts,
        });
        if (!said.ok) return { end: 'failed', refusal: said.refusal };
      }
      yield* this.#meter.measure(model, this.costUsd);
      switch (outcome.finish) {
        case 'stopped':
          return { end: 'answered' };
        case 'length-reached':
        case 'declined':
        case 'cancelled':
        case 'failed':
          return { end: outcome.finish, ...(outcome.refusal && { refusal: outcome.refusal }) };
        case 'called':
          for (const called of outcome.calls) {
            const refusal = yield* this.#call(called, signal);
            if (refusal) return { end: 'failed', refusal };
          }
      }
    }
    return { end: signal.aborted ? 'cancelled' : 'steps-reached' };
  }

  async *#call(
    { part, input }: Called,
    signal: AbortSignal,
  ): AsyncGenerator<LoopEvent, Refusal | undefined> {
    const { callId, tool } = part;
    const paths = pathsIn(part);
    yield { type: 'tool-called', callId, tool, input: part.input, paths };
    if (this.#turn) this.#turn.callId = callId;
    const found = this.#tools.find(({ name }) => name === tool);
    const answer = signal.aborted
      ? failed(cancelled)
      : found
        ? await found.run(input, { signal })
        : failed(noTool(tool));
    const kept = await this.#log.append(resultEntry(part, answer.outcome, answer.content));
    if (!kept.ok) return kept.refusal;
    yield { type: 'tool-answered', callId, tool, ...answer, paths };
    return undefined;
  }

  async *#answerLocally(
    parts: readonly PromptPart[],
    signal: AbortSignal,
  ): AsyncGenerator<LoopEvent, Ended> {
    const { answerer, memory } = this.#parts;
    if (answerer) yield* this.#showLocally(localSighting(parts, answerer.name));
    const answer =
      answerer && (await answerer.answer(parts, (block) => memory.get(block.sha256), signal));
    if (signal.aborted) return { end: 'cancelled' };
    const text =
      answer === undefined
        ? howToConfigure
        : answer.ok
          ? answer.value
          : `${answer.refusal.message} ${answer.refusal.hint}`;
    const said = await this.#log.append({
      type: 'message',
      role: 'assistant',
      parts: [{ type: 'text', text: withoutPayloads(text) }],
    });
    if (!said.ok) return { end: 'failed', refusal: said.refusal };
    yield { type: 'text-written', messageId: randomUUID(), text };
    return { end: 'answered' };
  }

  async *#showLocally(sighting: Sighting): AsyncGenerator<LoopEvent, void> {
    if (sighting.slots.length === 0) return;
    const noted = await this.#log.append(sightingEntry(sighting, undefined));
    if (noted.ok) yield { type: 'media-shown', sighting };
  }

  /** Summarises older turns now. Media is named in the summary and never sent for it. */
  async *compact(signal: AbortSignal): AsyncGenerator<LoopEvent, void> {
    const model = this.#model;
    const excerpt = excerptOf(this.#log.entries);
    if (!model || !excerpt) return;
    const summary = await summarise(excerpt.transcript, model, signal);
    if (summary === undefined) return;
    const { before, turns } = excerpt;
    const kept = await this.#log.append(factEntry({ fact: 'compaction', before, summary }));
    if (!kept.ok) return;
    this.#meter.forgetContext();
    this.#speaker.renew();
    yield { type: 'history-compacted', summary, turns };
  }

  /** A client that cannot be asked has not permitted anything. */
  async #permit(request: EditRequest): Promise<boolean> {
    const turn = this.#turn;
    if (!turn?.permitEdit) return false;
    return turn.permitEdit(request, turn.callId, turn.signal).catch(() => false);
  }

  async #mend(why?: string): Promise<Outcome<undefined>> {
    await this.#log.settled();
    for (const entry of missingResults(this.#log.entries, why)) {
      const kept = await this.#log.append(entry);
      if (!kept.ok) return kept;
    }
    return accept(undefined);
  }
}

interface Ended {
  readonly end: TurnEnd;
  readonly refusal?: Refusal;
}

function kindsIn(parts: readonly PromptPart[]): ReadonlySet<MediaKind> {
  return new Set(parts.flatMap((part) => (part.type === 'text' ? [] : [part.type])));
}
