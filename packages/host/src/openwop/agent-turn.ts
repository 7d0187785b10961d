// One question to our own agent in the name of a tenant: a session of that tenant, in a folder of its own, without leave
// to write anything. What it reads there is all that it can reach.
import { createHash, randomUUID } from 'node:crypto';
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
import { AgentSession, type LoopEvent, type PromptPart } from '@percept/agent';
import type { House } from '@percept/agent/house';
import type { Memory } from '@percept/store';
import { sessionParts } from './session-memory.ts';

export interface AgentDeskParts {
  readonly house: House;
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

export class AgentDesk {
  readonly #parts: AgentDeskParts;

  constructor(parts: AgentDeskParts) {
    this.#parts = parts;
  }

  async ask({ tenant, parts, session, model, signal }: Turn): Promise<Outcome<StartedTurn>> {
    const plan = await this.#parts.house.plan();
    if (!plan.lineup.main && !plan.describes('image', undefined)) return refuse(noModel);
    const id = parseSessionId(session ?? `agent_${randomUUID()}`);
    if (!id.ok) return id;
    const owned = await this.#parts.memory.sessions.open({ id: id.value, tenant });
    if (!owned.ok) return owned;
    const cwd = join(this.#parts.workspace, folderOf(tenant));
    await mkdir(cwd, { recursive: true });
    const own = await sessionParts((await this.#parts.house.desk()).parts, id.value);
    if (!own.ok) return own;
    const opened = await AgentSession.resume(own.value, id.value, { cwd, roots: [cwd] });
    if (!opened.ok) return opened;
    const agent = opened.value;
    if (model !== undefined) {
      const switched = await agent.switchModel(model);
      if (!switched.ok) return switched;
    }
    const name = agent.model?.name ?? 'local eyes';
    const known = plan.lineup.models.find(({ spec }) => spec.name === name);
    const provider = known?.spec.provider ?? 'percept';
    return accept({
      session: id.value,
      model: { name, provider },
      events: agent.prompt(parts, { signal }),
    });
  }

  /** For a call that nobody comes back to: its log goes, and with it what it held on to. */
  async forget(session: SessionId): Promise<void> {
    await this.#parts.memory.sessions.remove(session);
  }
}

/** Two tenants never share one, also where a file system does not tell A from a. */
export function folderOf(tenant: TenantId): string {
  const digest = createHash('sha256').update(tenant).digest('hex');
  return `${tenant.toLowerCase()}-${digest.slice(0, 12)}`;
}

const noModel = {
  refused: 'unavailable',
  message: 'No model is configured, and there are no local eyes.',
  hint: 'Set PERCEPT_MODEL, or start a model server on this machine.',
} as const;
