// One conversation over its record: a process that dies at any moment leaves a record from which another one goes on.
import {
  accept,
  refuse,
  type Outcome,
  type RecordEntry,
  type SessionId,
  type TenantId,
} from '@percept/core';
import { localTenant, type TenantStore } from '@percept/store';
import type { Attachment } from '../tools/index.ts';
import type { LoopEvent, PromptPart } from './event.ts';
import { factEntry, placeIn, type SessionPlace } from './facts.ts';
import { SessionLog } from './log.ts';
import type { Lowered } from './model-client.ts';
import type { LoopModel } from './model.ts';
import { checkParts, type AgentParts } from './parts.ts';
import { noModel, noPlace } from './refusals.ts';
import { mend } from './repair.ts';
import { localReport } from './report.ts';
import { SessionContext } from './session-context.ts';
import { compact, costOf, runTurn, type TurnOptions } from './turn.ts';

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

/**
 * One conversation with an agent: it prompts the model, runs tools, and writes all of it to the record.
 *
 * @example for await (const event of session.prompt([{ type: 'text', text: 'view plan.png' }], { signal })) show(event);
 */
export class AgentSession {
  readonly #context: SessionContext;

  private constructor(parts: AgentParts, log: SessionLog, place: SessionPlace) {
    this.#context = new SessionContext(parts, log, place);
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

  get id(): SessionId {
    return this.#context.log.id;
  }

  get place(): SessionPlace {
    return this.#context.place;
  }

  /** Whose it is. */
  get tenant(): TenantId {
    return this.#context.log.tenant;
  }

  get entries(): readonly RecordEntry[] {
    return this.#context.log.entries;
  }

  /** How many of its first entries were written elsewhere. */
  get imported(): number {
    return this.#context.log.imported;
  }

  get model(): LoopModel | undefined {
    return this.#context.model;
  }

  get isBusy(): boolean {
    return this.#context.turn !== undefined;
  }

  get costUsd(): number {
    return costOf(this.#context);
  }

  attachment(name: string): Attachment | undefined {
    return this.#context.attachment(name);
  }

  /** Holds from the next request on, also in the middle of a turn. */
  async switchModel(name: string): Promise<Outcome<LoopModel>> {
    const { parts, log, model: before } = this.#context;
    const found = parts.models.list().find((model) => model.name === name);
    if (!found) return refuse(noModel(name));
    if (found.name === before?.name) return accept(found);
    const noted = await log.append(factEntry({ fact: 'model', model: name, from: before?.name }));
    if (!noted.ok) return noted;
    this.#context.model = found;
    return accept(found);
  }

  /** One turn. The last event is always `turn-ended`. */
  prompt(prompt: readonly PromptPart[], options: TurnOptions): AsyncGenerator<LoopEvent, void> {
    return runTurn(this.#context, prompt, options);
  }

  /** What would be sent for this draft, and what it would cost; nothing is recorded, looked at or sent. */
  async forecast(
    draft: readonly PromptPart[],
    { model = this.model, store, signal }: ForecastOptions = {},
  ): Promise<Outcome<Forecast>> {
    const context = this.#context;
    const taken = context.admit(draft);
    if (!taken.ok) return taken;
    const parts = taken.value;
    if (!model) {
      const name = context.parts.answerer?.name ?? 'nobody';
      return accept({ parts, report: localReport(parts, name), estimate: free });
    }
    const missing = context.missingRoute(parts, model);
    if (missing) return refuse(missing);
    const instructions = context.instructions();
    const lowered = await context.client.lower(model, {
      instructions,
      draft: parts,
      store,
      signal,
    });
    return accept({ ...lowered, parts });
  }

  /** Summarises older turns now. */
  compact(signal: AbortSignal): AsyncGenerator<LoopEvent, void> {
    return compact(this.#context, signal);
  }
}
