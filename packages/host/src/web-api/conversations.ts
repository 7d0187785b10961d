// The conversations of every tenant in the browser: opened when somebody speaks, read from the record when somebody looks.
// Whatever is asked for by an id of another tenant is as absent as one that never was.
import { isModelFact } from '@percept/agent/internal';
import { mkdir } from 'node:fs/promises';
import type { LoopModel } from '@percept/agent';
import type { SessionPool, OpenSession } from '@percept/agent/runtime';
import {
  accept,
  refuse,
  type Outcome,
  type Refusal,
  type SessionId,
  type TenantId,
} from '@percept/core';
import { BoundedMap } from '@percept/core/internal';
import { localTenant, type Session } from '@percept/store';
import { tenantFolderName } from '../tenant-folder.ts';
import type { AssetLinks } from './asset-links.ts';
import type { SessionList, SessionSummary, SessionView, Turn } from '@percept/contract';
import { endOfTurn, isPrompt, showTurn, splitTurns, titleOf } from './history.ts';
import { Journal } from './journal.ts';
import { maxGists, maxOpenConversations, type WebLimits } from './limits.ts';
import { LiveSession } from './live-session.ts';
import { activeName, localName } from './model-card.ts';
import { journalOf, newId, parseOwned } from './owner.ts';
import type { SightingContext } from './sightings.ts';
import type { WebApiSetup } from './web-api.ts';

export interface ConversationsSetup extends Pick<
  WebApiSetup,
  'memory' | 'runtime' | 'isShared' | 'workplaceOf'
> {
  readonly links: AssetLinks;
  readonly limits: WebLimits;
}

/** A conversation that is open in this process. */
export interface Conversation {
  readonly id: SessionId;
  readonly tenant: TenantId;
  readonly open: OpenSession;
  readonly live: LiveSession;
  readonly journal: Journal;
}

/** What a list tells of a conversation out of its entries. */
interface Gist {
  readonly title: string | undefined;
  readonly model: string | undefined;
}

const pageSize = 50;
const headEntries = 12;
const tailEntries = 60;
const maxLive = 2 * maxOpenConversations;

export class Conversations {
  readonly #setup: ConversationsSetup;
  readonly #open = new Map<SessionId, Promise<Outcome<Conversation>>>();
  /** Events go on while a conversation is closed and opened again. */
  readonly #live = new Map<SessionId, LiveSession>();
  /** By the hash of the last entry, which stands for the whole history: a list costs no look into what did not change. */
  readonly #gists = new BoundedMap<Gist>(maxGists);

  constructor(setup: ConversationsSetup) {
    this.#setup = setup;
  }

  async create(tenant: TenantId, model: string | undefined): Promise<Outcome<Conversation>> {
    const { memory } = this.#setup;
    const id = newId('w', tenant);
    const opened = await memory.sessions.open({ id, tenant, kind: 'conversation' });
    if (!opened.ok) return opened;
    const conversation = await this.open(tenant, id);
    if (!conversation.ok || model === undefined) return conversation;
    const chosen = await this.choose(conversation.value, model);
    if (chosen.ok) return conversation;
    await this.remove(tenant, id);
    return chosen;
  }

  async open(tenant: TenantId, text: string): Promise<Outcome<Conversation>> {
    const id = parseOwned('w', tenant, text);
    if (!id) return refuse(notHere);
    const held = this.#open.get(id);
    const known = held && !(await this.#isOld(held)) ? held : this.#resume(tenant, id);
    this.#open.set(id, known);
    const outcome = await known;
    if (!outcome.ok) this.#open.delete(id);
    return outcome;
  }

  /** Of a conversation that exists; nothing is opened for it. */
  async watchable(tenant: TenantId, text: string): Promise<Outcome<LiveSession>> {
    const id = parseOwned('w', tenant, text);
    const head = id && (await this.#setup.memory.sessions.entries(id, { limit: 1 }));
    return id && head?.ok ? accept(this.#liveOf(id)) : refuse(notHere);
  }

  async list(tenant: TenantId, after: string | undefined): Promise<Outcome<SessionList>> {
    const from = after === undefined ? undefined : parseOwned('w', tenant, after);
    if (after !== undefined && from === undefined) return accept({ sessions: [] });
    const own = await this.#setup.memory.sessions.list({
      tenant,
      kind: 'conversation',
      limit: pageSize + 1,
      ...(from !== undefined && { after: from }),
    });
    if (!own.ok) return own;
    const page = own.value.slice(0, pageSize);
    const summaries = await Promise.all(page.map((session) => this.#summarise(session)));
    const sessions = summaries.flatMap((summary) => (summary.ok ? [summary.value] : []));
    const last = page.at(-1);
    const isMore = last !== undefined && own.value.length > pageSize;
    return accept({ sessions, ...(isMore && { next: last.id }) });
  }

  async summary(tenant: TenantId, text: string): Promise<Outcome<SessionSummary>> {
    const id = parseOwned('w', tenant, text);
    if (!id) return refuse(notHere);
    const session = await this.#setup.memory.sessions.find(id);
    return session.ok ? this.#summarise(session.value) : refuse(notHere);
  }

  async #summarise(session: Session): Promise<Outcome<SessionSummary>> {
    const { id } = session;
    const gist = await this.#gistOf(session);
    if (!gist.ok) return gist;
    const { title, model } = gist.value;
    const open = await this.#open.get(id);
    return accept({
      id,
      title: `${session.imported > 0 ? 'imported: ' : ''}${title ?? 'New conversation'}`,
      updatedAt: new Date(session.updatedAt).toISOString(),
      model: await this.#modelName(open, model),
      running: this.#live.get(id)?.running !== undefined,
    });
  }

  async #gistOf({ id, hash, entries: length }: Session): Promise<Outcome<Gist>> {
    const known = this.#gists.get(hash);
    if (known) return accept(known);
    const { sessions } = this.#setup.memory;
    const head = await sessions.entries(id, { limit: headEntries });
    if (!head.ok) return refuse(notHere);
    const after = Math.max(headEntries, length - tailEntries);
    const tail = length > headEntries ? await sessions.entries(id, { after }) : undefined;
    const entries = [...head.value, ...(tail?.ok ? tail.value : [])].map(({ entry }) => entry);
    const recorded = entries.findLast((entry) => isModelFact(entry) !== undefined);
    const gist = { title: titleOf(entries), model: recorded && isModelFact(recorded) };
    this.#gists.set(hash, gist);
    return accept(gist);
  }

  /** The running turn is told by its events, everything before it by the record. */
  async view(
    tenant: TenantId,
    text: string,
    page: { readonly before?: number | undefined; readonly turns?: number | undefined } = {},
  ): Promise<Outcome<SessionView>> {
    const summary = await this.summary(tenant, text);
    if (!summary.ok) return summary;
    const id = parseOwned('w', tenant, text);
    if (!id) return refuse(notHere);
    // Taken before the record is read: what happens meanwhile comes after this cursor.
    const { running, cursor } = this.#liveOf(id);
    const read = await this.#setup.memory.sessions.entries(id);
    if (!read.ok) return read;
    const journal = new Journal(this.#setup.memory, tenant, id);
    const notes = await journal.read();
    const main = activeName(await this.#setup.runtime.plan());
    const end = Math.min(page.before ?? Infinity, running?.turn ?? Infinity);
    const recorded = splitTurns(read.value, main).filter(({ turn }) => turn < end);
    const { maxTurnsPerPage } = this.#setup.limits;
    const wanted = recorded.slice(-Math.min(page.turns ?? maxTurnsPerPage, maxTurnsPerPage));
    const context = this.contextOf(tenant, id);
    const turns: Turn[] = [];
    for (const one of wanted) {
      const turn = await showTurn(one, notes, context);
      if (turn) turns.push(turn);
    }
    const showsRunning = running !== undefined && page.before === undefined;
    return accept({
      ...summary.value,
      running: running !== undefined,
      turns: showsRunning ? [...turns, running] : turns,
      hasEarlier: wanted.length < recorded.length,
      cursor,
    });
  }

  async choose(conversation: Conversation, name: string): Promise<Outcome<LoopModel | undefined>> {
    const { open, live, id, tenant } = conversation;
    const isLocal = name === localName && open.session.model === undefined;
    const chosen = isLocal ? accept(undefined) : await open.session.switchModel(name);
    if (!chosen.ok) return chosen;
    const summary = await this.summary(tenant, id);
    if (summary.ok) {
      const { title } = summary.value;
      live.publish({ type: 'session-changed', title, model: name });
    }
    return chosen;
  }

  /** A conversation of its own with the same turns up to this one, and with what was shown of them. */
  async fork(tenant: TenantId, text: string, turn: number): Promise<Outcome<SessionId>> {
    const source = parseOwned('w', tenant, text);
    const { memory } = this.#setup;
    const read = source && (await memory.sessions.entries(source));
    if (!source || !read?.ok) return refuse(notHere);
    const upTo = endOfTurn(read.value, turn);
    if (upTo === undefined || this.#live.get(source)?.running?.turn === turn) return refuse(noTurn);
    const id = newId('w', tenant);
    const forked = await memory.fork(source, { id, upTo });
    if (!forked.ok) return forked;
    // What it saw is shown from the journal; a conversation that was shown nothing has none.
    const journal = await memory.fork(journalOf(source), { id: journalOf(id), of: id });
    return journal.ok || journal.refusal.refused === 'absent' ? accept(id) : journal;
  }

  async remove(tenant: TenantId, text: string): Promise<Outcome<boolean>> {
    const id = parseOwned('w', tenant, text);
    if (!id) return refuse(notHere);
    const pool = await this.#setup.runtime.pool();
    const removed = await pool.delete(id);
    this.#live.get(id)?.end();
    this.#live.delete(id);
    this.#open.delete(id);
    this.#setup.links.forget(id);
    return removed.ok && !removed.value ? refuse(notHere) : removed;
  }

  contextOf(tenant: TenantId, session: SessionId): SightingContext {
    const { links } = this.#setup;
    return { tenant, session, journal: journalOf(session), links };
  }

  /** How many turns the person began. */
  static turnsOf({ open }: Conversation): number {
    return open.session.entries.filter(isPrompt).length;
  }

  /** Turns that run at this moment. */
  get running(): number {
    return [...this.#live.values()].filter(({ running }) => running !== undefined).length;
  }

  endWatching(): void {
    for (const live of this.#live.values()) live.end();
  }

  async #resume(tenant: TenantId, id: SessionId): Promise<Outcome<Conversation>> {
    const { memory, runtime, workplaceOf } = this.#setup;
    // Opening would create what is not there.
    const head = await memory.sessions.entries(id, { limit: 1 });
    if (!head.ok) return refuse(notHere);
    const pool = await runtime.pool();
    await this.#makeRoom(pool);
    const cwd = workplaceOf(tenant);
    await mkdir(cwd, { recursive: true, mode: 0o700 });
    const name = tenant === localTenant ? undefined : tenantFolderName;
    const open = await pool.resume(id, { cwd, name });
    if (!open.ok) return open;
    const journal = new Journal(memory, tenant, id);
    await journal.read();
    return accept({ id, tenant, open: open.value, live: this.#liveOf(id), journal });
  }

  /** Whether another server has written to it since: then it is read anew. */
  async #isOld(opening: Promise<Outcome<Conversation>>): Promise<boolean> {
    const { isShared, memory } = this.#setup;
    const held = isShared ? await opening : undefined;
    if (!held?.ok || held.value.open.turn) return false;
    const { id, open } = held.value;
    const found = await memory.sessions.find(id);
    return found.ok && found.value.entries !== open.session.entries.length;
  }

  /** The one that was opened first and does nothing is closed; it is opened again when it is needed. */
  async #makeRoom(pool: SessionPool): Promise<void> {
    // The one that needs the room is among them by now.
    if (this.#open.size <= maxOpenConversations) return;
    for (const [id, opening] of this.#open) {
      // One that is still being opened may be the one that needs the room: nobody waits for it.
      const one = await Promise.race([opening, Promise.resolve(undefined)]);
      const live = this.#live.get(id);
      if (!one || (one.ok && (one.value.open.turn || live?.running))) continue;
      this.#open.delete(id);
      // Who watches goes on watching the same line of events.
      if (live?.isWatched !== true) this.#live.delete(id);
      await pool.close(id);
      return;
    }
  }

  /** The most recently used last. What nobody watches and nothing happens in is forgotten: its watchers start anew. */
  #liveOf(id: SessionId): LiveSession {
    const known = this.#live.get(id) ?? new LiveSession(this.#setup.limits.maxHeldEvents);
    this.#live.delete(id);
    this.#live.set(id, known);
    for (const [other, live] of this.#live) {
      if (this.#live.size <= maxLive) break;
      const isIdle = !live.isWatched && live.running === undefined && !this.#open.has(other);
      if (isIdle && other !== id) this.#live.delete(other);
    }
    return known;
  }

  async #modelName(
    open: Outcome<Conversation> | undefined,
    recorded: string | undefined,
  ): Promise<string> {
    if (open?.ok) return open.value.open.session.model?.name ?? localName;
    const { picker } = await this.#setup.runtime.plan();
    const found = picker.list().find(({ name }) => name === recorded) ?? picker.main();
    return found?.name ?? localName;
  }
}

const noTurn: Refusal = {
  refused: 'absent',
  message: 'There is no such turn, or it is still running.',
  hint: 'Look at the conversation as it is now.',
};

/** The same for an id that never was, one that was removed, and one of somebody else. */
const notHere: Refusal = {
  refused: 'absent',
  message: 'There is no such session.',
  hint: 'It may have been removed; the list shows what is there.',
};
