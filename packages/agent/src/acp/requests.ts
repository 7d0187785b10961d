// What a client of either version asks, answered once: a version only spells what it reads and what it tells.
import { RequestError } from '@agentclientprotocol/sdk';
import { readServers } from '../client-servers/server.ts';
import type { LoopEvent, Permit } from '../loop/index.ts';
import type { Listed, OpenSession, SessionPool } from '../runtime/session-pool.ts';
import { aboutModel } from './content.ts';
import { orThrow } from './errors.ts';
import type { AcpHost } from './compose.ts';
import { startTurn } from './turn.ts';

/** An open session, and the pool that it is in. */
export interface Opened {
  readonly pool: SessionPool;
  readonly open: OpenSession;
}

interface FolderParams {
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[] | null | undefined;
  readonly mcpServers?: unknown;
}

interface SessionParams {
  readonly sessionId: string;
}

interface ListParams {
  readonly cwd?: string | null | undefined;
  readonly cursor?: string | null | undefined;
}

interface OptionParams extends SessionParams {
  readonly configId: string;
  readonly value: unknown;
}

/** Every method that both versions have. A refusal is thrown as the error of the protocol that it is. */
export class AcpRequests {
  readonly #host: AcpHost;

  constructor(host: AcpHost) {
    this.#host = host;
  }

  async create({ mcpServers, ...folder }: FolderParams): Promise<Opened> {
    const servers = orThrow(readServers(mcpServers));
    const pool = await this.#host.pool();
    return { pool, open: orThrow(await pool.create({ ...folder, servers })) };
  }

  async resume({
    mcpServers,
    sessionId,
    ...folder
  }: FolderParams & SessionParams): Promise<Opened> {
    const servers = orThrow(readServers(mcpServers));
    const pool = await this.#host.pool();
    return { pool, open: orThrow(await pool.resume(sessionId, { ...folder, servers })) };
  }

  async list({ cwd, cursor }: ListParams): Promise<{ sessions: Listed[]; nextCursor?: string }> {
    const pool = await this.#host.pool();
    const page = orThrow(await pool.list(cwd ?? undefined, cursor ?? undefined));
    return { ...page, sessions: [...page.sessions] };
  }

  async close({ sessionId }: SessionParams): Promise<Record<string, never>> {
    await (await this.#host.pool()).close(sessionId);
    return {};
  }

  async delete({ sessionId }: SessionParams): Promise<Record<string, never>> {
    orThrow(await (await this.#host.pool()).delete(sessionId));
    return {};
  }

  async setOption({ sessionId, configId, value }: OptionParams): Promise<Opened> {
    const opened = await this.#find(sessionId);
    if (configId !== 'model' || typeof value !== 'string')
      throw RequestError.invalidParams(undefined, 'The only option is "model".');
    orThrow(await opened.open.session.switchModel(value));
    return opened;
  }

  /** The turn, started: its events are to be followed to the end. */
  async prompt(
    { sessionId, prompt }: SessionParams & { readonly prompt: readonly unknown[] },
    permitFor: (open: OpenSession) => Permit,
  ): Promise<Opened & { readonly events: AsyncIterable<LoopEvent> }> {
    const { pool, open } = await this.#find(sessionId);
    const turn = await startTurn({
      pool,
      open,
      blocks: prompt,
      limits: this.#host.limits,
      permit: permitFor(open),
      remarks: await this.#host.remarks(),
    });
    return { pool, open, events: orThrow(turn) };
  }

  async cancel({ sessionId }: SessionParams): Promise<void> {
    (await this.#host.pool()).cancel(sessionId);
  }

  async #find(id: string): Promise<Opened> {
    const pool = await this.#host.pool();
    const open = pool.find(id);
    if (!open) throw RequestError.sessionNotFound(id);
    return { pool, open };
  }
}

interface ModelOption {
  readonly name: string;
  readonly category: 'model';
  readonly type: 'select';
  readonly currentValue: string;
  readonly options: { value: string; name: string; description: string }[];
}

/** The one option of a session, but for its id, which each version spells its own way; undefined without a model. */
export function modelOption({ pool, open: { session } }: Opened): ModelOption | undefined {
  if (!session.model) return undefined;
  return {
    name: 'Model',
    category: 'model',
    type: 'select',
    currentValue: session.model.name,
    options: pool.parts.models
      .list()
      .map((each) => ({ value: each.name, name: each.name, description: aboutModel(each) })),
  };
}
