// The sessions that this process holds open, for every face that it shows. A session is open here or nowhere; what is not
// open is in the record, and can be resumed.
import { call, checkOptions, maybe } from '@percept/core/internal/options';
import { isAbsolute } from 'node:path';
import {
  accept,
  parseSessionId,
  refuse,
  type Outcome,
  type RecordEntry,
  type Refusal,
  type SessionId,
} from '@percept/core';
import { printable } from '@percept/core/internal';
import type { ClientServers, ClientServer } from '../client-servers/index.ts';
import { imageSettings, type ImageSettings } from '../config/index.ts';
import { AgentSession, placeIn, type AgentParts, type SessionPlace } from '../loop/index.ts';
import { checkParts } from '../loop/parts.ts';
import { maxListedSessions } from '../limits.ts';

export interface OpenSession {
  readonly session: AgentSession;
  /** Servers of others that work for this session; they end with it. */
  readonly clientServers?: ClientServers | undefined;
  /** Of the turn that runs, if one does. */
  turn?: { readonly stop: AbortController; readonly done: Promise<void> } | undefined;
  /** Whether the client was told what it should know about this set-up. */
  isTold?: boolean | undefined;
}

export interface Folder {
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[] | null | undefined;
  /** What it is called where its path is nobody's business. */
  readonly name?: string | undefined;
  readonly servers?: readonly ClientServer[] | undefined;
}

/** Nobody waits for them here. */
export type ConnectServers = (
  servers: readonly ClientServer[],
  place: SessionPlace,
) => Promise<ClientServers>;

export interface Listed {
  readonly sessionId: string;
  readonly cwd: string;
  readonly title?: string;
  readonly updatedAt: string;
}

const pageSize = 50;
/** The place and the first message stand at the beginning. */
const headEntries = 8;

/**
 * The sessions that are open in this process, one writer each.
 *
 * @example const pool = await runtime.pool(); const opened = await pool.create({ cwd, roots: [cwd] });
 */
export class SessionPool {
  readonly parts: AgentParts;
  readonly #connectServers: ConnectServers | undefined;
  readonly #open = new Map<string, OpenSession>();
  #isClosed = false;

  constructor(parts: AgentParts, connectServers?: ConnectServers) {
    checkParts('SessionPool', parts);
    checkOptions('SessionPool', { connectServers }, { connectServers: maybe(call) });
    this.parts = parts;
    this.#connectServers = connectServers;
  }

  /** What one message may hold, on whichever face it comes. */
  get images(): ImageSettings {
    return this.parts.images ?? imageSettings;
  }

  async create(folder: Folder): Promise<Outcome<OpenSession>> {
    const place = placeOf(folder);
    if (!place.ok) return place;
    return this.#hold(folder, place.value, (parts) => AgentSession.create(parts, place.value));
  }

  async resume(id: string, folder: Folder): Promise<Outcome<OpenSession>> {
    const place = placeOf(folder);
    if (!place.ok) return place;
    const sessionId = parseSessionId(id);
    if (!sessionId.ok) return sessionId;
    // One writer at a time: what runs here ends before the record is read again.
    await this.close(id);
    return this.#hold(folder, place.value, (parts) =>
      AgentSession.resume(parts, sessionId.value, place.value),
    );
  }

  find(id: string): OpenSession | undefined {
    return this.#open.get(id);
  }

  cancel(id: string): void {
    this.#open.get(id)?.turn?.stop.abort();
  }

  async close(id: string): Promise<void> {
    this.cancel(id);
    const open = this.#open.get(id);
    await open?.turn?.done;
    this.#open.delete(id);
    await open?.clientServers?.close();
  }

  /** For good: a session that is being opened meanwhile is not held. */
  async closeAll(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#open.keys()].map((id) => this.close(id)));
  }

  async delete(id: string): Promise<Outcome<boolean>> {
    const sessionId = parseSessionId(id);
    if (!sessionId.ok) return accept(false);
    await this.close(id);
    return this.parts.memory.sessions.remove(sessionId.value);
  }

  /** The most recently used first; the cursor is the last id of the page before. */
  async list(
    cwd: string | undefined,
    cursor: string | undefined,
  ): Promise<Outcome<{ readonly sessions: readonly Listed[]; readonly nextCursor?: string }>> {
    const { sessions } = this.parts.memory;
    const from = cursor === undefined ? undefined : parseSessionId(cursor);
    if (from && !from.ok) return accept({ sessions: [] });
    const page = await sessions.list({
      limit: maxListedSessions,
      ...(from && { after: from.value }),
    });
    if (!page.ok) return page;
    const found: Listed[] = [];
    for (const { id, title, updatedAt, imported } of page.value) {
      const head = await sessions.entries(id, { limit: headEntries });
      const entries = head.ok ? head.value.map(({ entry }) => entry) : [];
      // What was imported belongs to no folder before somebody takes it up in one, whatever it says.
      const place = imported === 0 ? placeIn(entries) : await this.#ownPlace(id, imported);
      if (!place || (cwd !== undefined && place.cwd !== cwd)) continue;
      const given = title ?? titleIn(entries);
      const name = imported === 0 ? given : `imported: ${given ?? 'untitled'}`;
      found.push({
        sessionId: id,
        cwd: place.cwd,
        ...(name !== undefined && { title: name }),
        updatedAt: new Date(updatedAt).toISOString(),
      });
      if (found.length === pageSize) return accept({ sessions: found, nextCursor: id });
    }
    const last = page.value.length === maxListedSessions ? page.value.at(-1)?.id : undefined;
    return accept({ sessions: found, ...(last !== undefined && { nextCursor: last }) });
  }

  async #ownPlace(id: SessionId, imported: number): Promise<SessionPlace | undefined> {
    const page = { after: imported, limit: headEntries };
    const own = await this.parts.memory.sessions.entries(id, page);
    return own.ok ? placeIn(own.value.map(({ entry }) => entry)) : undefined;
  }

  async #hold(
    { servers = [] }: Folder,
    place: SessionPlace,
    begin: (parts: AgentParts) => Promise<Outcome<AgentSession>>,
  ): Promise<Outcome<OpenSession>> {
    const clientServers =
      servers.length > 0 ? await this.#connectServers?.(servers, place) : undefined;
    const session = await begin(
      clientServers ? { ...this.parts, clientTools: () => clientServers.tools() } : this.parts,
    );
    if (!session.ok || this.#isClosed) {
      await clientServers?.close();
      return session.ok ? refuse(closed) : session;
    }
    const open: OpenSession = { session: session.value, clientServers };
    this.#open.set(session.value.id, open);
    return accept(open);
  }
}

function titleIn(entries: readonly RecordEntry[]): string | undefined {
  const first = entries.find((entry) => entry.type === 'message' && entry.role === 'user');
  if (first?.type !== 'message') return undefined;
  const text = first.parts.find((part) => part.type === 'text');
  return text ? printable(text.text, 80) : undefined;
}

function placeOf({ cwd, additionalDirectories, name }: Folder) {
  const roots = [cwd, ...(additionalDirectories ?? [])];
  return roots.every((root) => isAbsolute(root))
    ? accept({ cwd, roots, ...(name !== undefined && { name }) })
    : refuse(notAbsolute);
}

const closed: Refusal = {
  refused: 'unavailable',
  message: 'No session is opened any more: this process ends.',
  hint: 'Start it again.',
};

const notAbsolute: Refusal = {
  refused: 'invalid-input',
  message: 'The working directory is not an absolute path.',
  hint: 'Give absolute paths for cwd and additional directories.',
};
