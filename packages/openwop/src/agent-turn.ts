// One question to our own agent in the name of a tenant: a session of that tenant, in a folder of its own, without leave
// to write anything. What it reads there is all that it can reach.
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  accept,
  parseSessionId,
  refuse,
  type Outcome,
  type SessionId,
  type TenantId,
} from '@percept/core';
import { blobsOf } from '@percept/core/internal';
import {
  AgentSession,
  type Bridge,
  type CallMessage,
  type CallOutcome,
  type LoopEvent,
  type LoopModel,
  type PromptPart,
} from '@percept/agent';
import { admitPictures, bridgeOf, callModel, OwnMedia } from '@percept/agent/internal';
import type { Runtime } from '@percept/agent/runtime';
import type { Memory } from '@percept/store';
import { folderOf, tenantFolderName } from '@percept/host/internal';

export interface AgentTurnsParts {
  readonly runtime: Runtime;
  readonly memory: Memory;
  /** Every tenant gets a folder in it. */
  readonly workspace: string;
}

export interface Turn {
  readonly tenant: TenantId;
  readonly parts: readonly PromptPart[];
  /** To go on with; a new one otherwise. */
  readonly session?: string;
  /** By its name in the configuration. */
  readonly model?: string;
  readonly signal: AbortSignal;
}

export interface StartedTurn {
  readonly session: SessionId;
  readonly model: { readonly name: string; readonly provider: string };
  readonly events: AsyncIterable<LoopEvent>;
}

export class AgentTurns {
  readonly #parts: AgentTurnsParts;
  #bridge: Promise<Bridge> | undefined;

  constructor(parts: AgentTurnsParts) {
    this.#parts = parts;
  }

  /** By its name, or the one that is active; undefined where there is none. */
  async modelOf(name: string | undefined): Promise<LoopModel | undefined> {
    const { models } = (await this.#parts.runtime.pool()).parts;
    return name === undefined ? models.main() : models.list().find((model) => model.name === name);
  }

  /** How many parts a call may hold: never fewer than the pictures of one message. */
  async maxParts(least: number): Promise<number> {
    return Math.max(least, (await this.#parts.runtime.pool()).images.maxPerMessage);
  }

  /** What stands in one message of a call, within the limits of any other message. */
  async admit(parts: readonly PromptPart[]): Promise<Outcome<unknown>> {
    return admitPictures(parts, (await this.#parts.runtime.pool()).images);
  }

  async providerOf(name: string): Promise<string> {
    const { catalogue } = await this.#parts.runtime.plan();
    return catalogue.models.find(({ spec }) => spec.name === name)?.spec.provider ?? 'percept';
  }

  /** The model itself, with the caller's messages and nothing beside them. */
  async call(
    tenant: TenantId,
    model: LoopModel,
    messages: readonly CallMessage[],
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const { runtime, memory } = this.#parts;
    const { door, darkroom } = (await runtime.pool()).parts;
    const bridge = await (this.#bridge ??= bridgeOf(runtime, memory));
    const known = messages.flatMap(({ parts }) =>
      blobsOf({ type: 'message', role: 'user', parts }),
    );
    const store = new OwnMedia(memory, { tenant, known });
    const own = { bridge, store, door: door.onto(store), darkroom };
    return callModel({ model, messages, ...own, signal });
  }

  async ask(turn: Turn): Promise<Outcome<StartedTurn>> {
    const plan = await this.#parts.runtime.plan();
    if (!plan.catalogue.main && !plan.describes('image', undefined)) return refuse(noModel);
    const id = parseSessionId(turn.session ?? `agent_${randomUUID()}`);
    if (!id.ok) return id;
    const { tenant, parts, model, signal } = turn;
    const owned = await this.#parts.memory.sessions.open({ id: id.value, tenant });
    if (!owned.ok) return owned;
    const opened = await this.#open(id.value, tenant, model);
    if (!opened.ok) {
      // Nobody was told its name.
      if (turn.session === undefined) await this.forget(id.value);
      return opened;
    }
    const agent = opened.value;
    const name = agent.model?.name ?? 'local eyes';
    const provider = await this.providerOf(name);
    return accept({
      session: id.value,
      model: { name, provider },
      events: agent.prompt(parts, { signal }),
    });
  }

  async #open(
    id: SessionId,
    tenant: TenantId,
    model: string | undefined,
  ): Promise<Outcome<AgentSession>> {
    const cwd = join(this.#parts.workspace, folderOf(tenant));
    await mkdir(cwd, { recursive: true, mode: 0o700 });
    const { parts } = await this.#parts.runtime.pool();
    const place = { cwd, roots: [cwd], name: tenantFolderName };
    const opened = await AgentSession.resume(parts, id, place);
    if (!opened.ok || model === undefined) return opened;
    const switched = await opened.value.switchModel(model);
    return switched.ok ? opened : switched;
  }

  /** For a call that nobody comes back to: its log goes, and with it what it held on to. */
  async forget(session: SessionId): Promise<void> {
    await this.#parts.memory.sessions.remove(session);
  }
}

const noModel = {
  refused: 'unavailable',
  message: 'No model is configured, and there are no local eyes.',
  hint: 'Set PERCEPT_MODEL, or start a model server on this machine.',
} as const;
