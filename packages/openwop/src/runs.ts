// Runs from the outside: created, found, listed, forked. A run is a session of the store that belongs to the tenant of the
// credential; a run of another tenant is not there.
import { definedOf } from '@percept/core/internal';
import {
  accept,
  parseSessionId,
  refuse,
  type JsonObject,
  type Outcome,
  type SessionId,
  type TenantId,
} from '@percept/core';
import { redactJson, secretRedactor } from '@percept/core/internal/envelope';
import { hostCapabilityMissing, register } from '@percept/core/internal/route';
import { everySession } from '@percept/store/internal';
import type { Memory } from '@percept/store';
import { invalid, problem, type Caller, type Problem } from '@percept/host/internal';
import { problemOf } from './answer.ts';
import type { LiveRun } from './live-run.ts';
import type { RouteParts } from './route-parts.ts';
import { eventOf, terminalTypes } from './run-event.ts';
import {
  digestOf,
  inputFlaw,
  no,
  runIdFor,
  runPrefix,
  type ForkRequest,
  type Read,
  type RunRequest,
} from './run-request.ts';
import type { RunFacts } from './run-state.ts';
import { definitionOf, type Workflow } from './workflow.ts';
import { abandonedTimeoutMs } from './limits.ts';

export interface RunsParts extends Pick<
  RouteParts,
  'book' | 'engine' | 'workflows' | 'models' | 'version' | 'clock'
> {
  readonly memory: Memory;
  /** The name of this server among those that share the memory. */
  readonly host?: string | undefined;
}

export interface Created {
  readonly run: LiveRun;
  readonly isReplay: boolean;
}

export class Runs {
  readonly #parts: RunsParts;
  /** Requests with one key come one after the other. */
  readonly #turns = new Map<SessionId, Promise<unknown>>();

  constructor(parts: RunsParts) {
    this.#parts = parts;
  }

  /** Undefined: there is none, or it belongs to somebody else. */
  async find(id: string, tenant: TenantId): Promise<LiveRun | undefined> {
    const parsed = id.startsWith(runPrefix) ? parseSessionId(id) : undefined;
    const opened = parsed?.ok ? await this.#parts.book.open(parsed.value) : undefined;
    if (!opened?.ok) return undefined;
    return opened.value.state.facts.tenant === tenant ? opened.value : undefined;
  }

  async create(
    request: RunRequest,
    caller: Caller,
    key: string | undefined,
    body: JsonObject,
  ): Promise<Read<Created>> {
    const workflow = await this.#parts.workflows.find(caller.tenant, request.workflowId);
    if (!workflow) return no(problem(404, 'workflow_not_found', 'There is no such workflow.'));
    const flaw = inputFlaw(workflow.variables, request.inputs);
    if (flaw !== undefined) return no(invalid(flaw));
    const digest = key === undefined ? undefined : digestOf(body);
    const facts = {
      ...request,
      inputs: declaredInputs(workflow, request.inputs),
      tenant: caller.tenant,
      principal: caller.principal,
      workflow,
      ...(digest && { digest }),
    };
    return this.#begin(runIdFor(caller.tenant, key), facts);
  }

  async fork(source: LiveRun, request: ForkRequest, caller: Caller): Promise<Read<Created>> {
    const { fromSeq, mode, overlay } = request;
    if (fromSeq > source.length)
      return no(
        problem(422, 'fork_point_out_of_range', `The run has ${source.length} events.`, {
          eventCount: source.length,
        }),
      );
    const { facts } = source.state;
    const { digest: _digest, ...before } = facts;
    return this.#begin(runIdFor(caller.tenant, undefined), {
      ...before,
      tenant: caller.tenant,
      principal: caller.principal,
      configurable: { ...before.configurable, ...overlay.configurable },
      metadata: { ...before.metadata, ...overlay.metadata },
      tags: overlay.tags.length > 0 ? overlay.tags : before.tags,
      forkedFrom: { runId: source.id, fromSeq, mode },
    });
  }

  /** The newest first. */
  async list(
    tenant: TenantId,
    limit: number,
    cursor: string | undefined,
  ): Promise<Outcome<{ readonly runs: readonly LiveRun[]; readonly nextCursor?: string }>> {
    const from = cursor === undefined ? undefined : await this.find(cursor, tenant);
    if (cursor !== undefined && !from)
      return refuse({
        refused: 'invalid-input',
        message: 'This cursor is not known.',
        hint: 'Begin again without one.',
      });
    const runs: LiveRun[] = [];
    let after = from?.id;
    for (;;) {
      const page = await this.#parts.memory.sessions.list({
        tenant,
        kind: 'run',
        order: 'opened',
        limit: limit + 1 - runs.length,
        ...(after !== undefined && { after }),
      });
      if (!page.ok) return page;
      for (const { id, entries } of page.value) {
        // One without an event was never acknowledged.
        const run = entries > 1 ? await this.find(id, tenant) : undefined;
        if (run) runs.push(run);
      }
      after = page.value.at(-1)?.id;
      if (runs.length > limit || after === undefined) break;
    }
    const listed = runs.slice(0, limit);
    const next = runs.length > limit ? listed.at(-1)?.id : undefined;
    return accept({ runs: listed, ...(next !== undefined && { nextCursor: next }) });
  }

  /** Takes up every run that this server left working. What never got its first event was never acknowledged, and goes. */
  async recover(): Promise<void> {
    const { memory, book, engine, host, clock } = this.#parts;
    const working = { kind: 'run', state: 'unsettled', order: 'opened' } as const;
    // Another server may be about to write the first event.
    const abandoned = host === undefined ? Infinity : clock() - abandonedTimeoutMs;
    const unacknowledged: SessionId[] = [];
    for await (const { id, entries, updatedAt } of everySession(memory.sessions, working)) {
      if (entries <= 1) {
        if (updatedAt < abandoned) unacknowledged.push(id);
        continue;
      }
      const newest = await memory.sessions.entries(id, { after: entries - 1 });
      const last = newest.ok ? newest.value[0] : undefined;
      const event = last && eventOf(last, 0);
      if (event && terminalTypes.has(event.type)) {
        await memory.sessions.settle(id);
        continue;
      }
      const run = await book.open(id);
      if (run.ok) engine.start(run.value);
    }
    for (const id of unacknowledged) await memory.sessions.remove(id);
  }

  async #begin(id: SessionId, facts: RunFacts): Promise<Read<Created>> {
    const before = this.#turns.get(id) ?? Promise.resolve();
    const turn = before.then(() => this.#beginNow(id, facts));
    const settled = turn.catch(() => undefined);
    this.#turns.set(id, settled);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(id) === settled) this.#turns.delete(id);
    }
  }

  async #beginNow(id: SessionId, facts: RunFacts): Promise<Read<Created>> {
    const { memory, book, engine } = this.#parts;
    const { tenant, digest } = facts;
    const known = await this.find(id, tenant);
    if (known) return sameRequest(known, digest);
    const refusal = engine.busy(tenant) ?? (await this.#missing(facts.workflow));
    if (refusal) return no(refusal);
    const session = await memory.sessions.open({ id, tenant, kind: 'run' });
    if (!session.ok) return no(problemOf(session.refusal));
    const run = await book.begin(id, this.#startedEvent(facts));
    if (!run.ok) return no(problemOf(run.refusal));
    // Another server was faster with the same key.
    if (!run.value.isOwn) return sameRequest(run.value, digest);
    engine.start(run.value);
    return { ok: true, value: { run: run.value, isReplay: false } };
  }

  /** RFC 0055 §A: refused with `host_capability_missing` where the model does not have it. */
  async #missing({ requiredModelCapabilities: required }: Workflow): Promise<Problem | undefined> {
    if (required.length === 0) return undefined;
    const { active, host } = await this.#parts.models();
    const registration = register(required, [...active.capabilities, ...host]);
    return registration.registered
      ? undefined
      : problem(422, hostCapabilityMissing, 'The active model does not have what this needs.', {
          missing: registration.missing,
        });
  }

  #startedEvent(facts: RunFacts) {
    const { tenant, principal, workflow, inputs, tags, metadata } = facts;
    const { configurable, digest } = facts;
    const { host } = this.#parts;
    const forkedFrom = facts.forkedFrom && { ...facts.forkedFrom };
    return {
      type: 'run.started',
      payload: {
        workflowId: workflow.id,
        inputs: redactJson(inputs, secretRedactor()),
        transport: 'rest',
        engineVersion: this.#parts.version,
        owner: { tenant, principal },
        tags,
        metadata,
        ...definedOf({ forkedFrom }),
      },
      facts: {
        tenant,
        principal,
        workflow: definitionOf(workflow),
        inputs,
        configurable,
        tags,
        metadata,
        ...definedOf({ digest, host, forkedFrom }),
      },
    };
  }
}

/** What a workflow did not ask for is not kept, and so cannot leak. */
function declaredInputs({ variables }: Workflow, inputs: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(inputs).filter(([given]) => variables.some(({ name }) => name === given)),
  );
}

function sameRequest(run: LiveRun, digest: string | undefined): Read<Created> {
  return digest !== undefined && run.state.facts.digest === digest
    ? { ok: true, value: { run, isReplay: true } }
    : no(
        problem(409, 'idempotency_key_mismatch', 'This key was used with another request before.'),
      );
}
