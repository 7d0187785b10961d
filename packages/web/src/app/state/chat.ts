// What the page knows: who answers, which sessions there are, and the one that is open. Every change goes through here, an
// answer that comes too late is dropped, and a lost server is waited for without losing what was written.
import { foldEvent } from '@percept/contract/internal';
import {
  type NewTurn,
  type Permission,
  type SessionEvent,
  type SessionSummary,
  type SessionView,
  type Status,
} from '@percept/contract';
import type { PermissionAnswer } from '@percept/core/internal/permission';
import { sessionEvents, type Api, type Failure, type Reply } from '../api/client.ts';
import { EventLine, type LineState } from '../api/event-line.ts';
import { isSessionEvent } from '../api/shapes.ts';
import type { Address } from './address.ts';
import { Store } from './store.ts';
import { reconnectTimeoutMs } from '../../limits.ts';

export interface ChatState {
  readonly status: Status | undefined;
  readonly line: 'starting' | 'open' | 'lost' | 'locked';
  readonly sessions: readonly SessionSummary[];
  readonly nextSessions: string | undefined;
  readonly view: SessionView | undefined;
  readonly opening: string | undefined;
  /** Who gets the next message. */
  readonly model: string | undefined;
  readonly sending: boolean;
  readonly loadingEarlier: boolean;
  readonly failure: Failure | undefined;
}

const nothing: ChatState = {
  status: undefined,
  line: 'starting',
  sessions: [],
  nextSessions: undefined,
  view: undefined,
  opening: undefined,
  model: undefined,
  sending: false,
  loadingEarlier: false,
  failure: undefined,
};

export class Chat {
  readonly store: Store<ChatState> = new Store(nothing);
  readonly #api: Api;
  readonly #address: Address;
  readonly #line: EventLine<SessionEvent>;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  /** Which opening counts; older ones come too late. */
  #visit = 0;

  constructor(api: Api, address: Address) {
    this.#api = api;
    this.#address = address;
    this.#line = new EventLine(isSessionEvent, (events) => this.#fold(events));
  }

  async start(): Promise<void> {
    const status = await this.#api.status();
    if (!status.ok) return this.#fail(status.failure);
    const { model = status.value.active } = this.store.get();
    this.store.change({ status: unlessDenied(status.value), line: 'open', model });
    const place = this.#address.store.get();
    const id = place.at === 'chat' ? place.session : undefined;
    await Promise.all([this.refresh(), id === undefined ? undefined : this.open(id)]);
  }

  /** The newest sessions; or those `after` one, behind what is listed. */
  async refresh(after?: string): Promise<void> {
    const list = await this.#api.sessions(after);
    if (!list.ok) return this.#fail(list.failure);
    const { sessions, next } = list.value;
    const known = new Set(sessions.map(({ id }) => id));
    // Asked for twice, they come twice.
    const listed = after === undefined ? [] : this.store.get().sessions;
    const before = listed.filter(({ id }) => !known.has(id));
    this.store.change({ sessions: [...before, ...sessions], nextSessions: next });
  }

  async moreSessions(): Promise<void> {
    const { nextSessions } = this.store.get();
    if (nextSessions !== undefined) await this.refresh(nextSessions);
  }

  async open(id: string): Promise<void> {
    if (this.store.get().view?.id === id) return;
    this.#leave();
    this.store.change({ view: undefined, opening: id, failure: undefined });
    await this.#load(id);
  }

  /** An empty page; the session begins with its first message. */
  begin(): void {
    this.#leave();
    const { status, model = status?.active } = this.store.get();
    this.store.change({ view: undefined, opening: undefined, failure: undefined, model });
    this.#showInAddress(undefined);
  }

  send(text: string, uploads: readonly string[]): Promise<boolean> {
    return this.#ask({ text, uploads });
  }

  /** The same message once more, with its media. */
  again(turn: number): Promise<boolean> {
    return this.#ask({ text: '', uploads: [], again: turn });
  }

  /** Another message in place of an earlier one; what came after it counts no more. */
  edit(turn: number, text: string, keeps: readonly number[]): Promise<boolean> {
    return this.#ask({ text, uploads: [], edits: { turn, keeps } });
  }

  /** A conversation of its own that begins with the same turns, up to this one. */
  async fork(turn: number): Promise<void> {
    const { view } = this.store.get();
    if (!view) return;
    const forked = await this.#api.fork(view.id, { turn });
    if (!forked.ok) return this.#fail(forked.failure);
    this.#enter(forked.value);
    await this.refresh();
  }

  async #ask(asked: NewTurn): Promise<boolean> {
    this.store.change({ sending: true, failure: undefined });
    const sent = await this.#send(asked);
    this.store.change({ sending: false });
    if (!sent.ok) this.#fail(sent.failure);
    void this.refresh();
    return sent.ok;
  }

  async #send(asked: NewTurn): Promise<Reply<unknown>> {
    const { view, model } = this.store.get();
    if (view) return this.#api.prompt(view.id, asked);
    const created = await this.#api.create(model);
    if (!created.ok) return created;
    this.#enter(created.value);
    return this.#api.prompt(created.value.id, asked);
  }

  async stop(): Promise<void> {
    const { view } = this.store.get();
    if (view) this.#check(await this.#api.cancel(view.id));
  }

  /** Whether it reached the server; one that did not can be given again. */
  async answer({ id, digest }: Permission, answer: PermissionAnswer): Promise<boolean> {
    const { view } = this.store.get();
    if (!view) return false;
    const given = await this.#api.answer(view.id, id, { answer, digest });
    this.#check(given);
    return given.ok;
  }

  /** The server starts anew with what is trusted now, and the page with it. */
  async trust(answer: PermissionAnswer): Promise<boolean> {
    const { status } = this.store.get();
    if (!status?.trust) return false;
    const { trust, ...rest } = status;
    if (answer === 'denied') {
      sessionStorage.setItem(deniedKey, trust.digest);
      this.store.change({ status: rest });
      return true;
    }
    const given = await this.#api.trust(trust.digest);
    if (given.ok) this.#later(() => this.#renew(status.since));
    else this.#fail(given.failure);
    return given.ok;
  }

  async #renew(since: string): Promise<void> {
    const status = await this.#api.status();
    if (status.ok && status.value.since !== since) location.reload();
    else this.#later(() => this.#renew(since));
  }

  async choose(model: string): Promise<void> {
    const { view, model: before } = this.store.get();
    this.store.change({ model });
    if (!view) return;
    const chosen = await this.#api.choose(view.id, model);
    if (chosen.ok) return;
    this.store.change({ model: before });
    this.#fail(chosen.failure);
  }

  async remove(id: string): Promise<void> {
    const removed = await this.#api.remove(id);
    if (!removed.ok && removed.failure.kind !== 'absent') return this.#fail(removed.failure);
    const { sessions, view } = this.store.get();
    this.store.change({ sessions: sessions.filter((session) => session.id !== id) });
    if (view?.id === id) this.begin();
  }

  async earlier(): Promise<void> {
    const { view, loadingEarlier } = this.store.get();
    const first = view?.turns[0];
    if (!view?.hasEarlier || !first || loadingEarlier) return;
    this.store.change({ loadingEarlier: true });
    const page = await this.#api.session(view.id, first.turn);
    this.store.change({ loadingEarlier: false });
    if (!page.ok) return this.#fail(page.failure);
    const now = this.store.get().view;
    if (now?.id !== view.id || now.turns[0]?.turn !== first.turn) return;
    this.store.change({
      view: {
        ...now,
        turns: [...page.value.turns, ...now.turns],
        hasEarlier: page.value.hasEarlier && page.value.turns.length > 0,
      },
    });
  }

  /** Something was refused that no request of this class asked for. */
  tell(message: string, hint: string): void {
    this.store.change({ failure: { kind: 'refused', message, hint } });
  }

  dismiss(): void {
    this.store.change({ failure: undefined });
  }

  async #load(id: string): Promise<void> {
    const visit = (this.#visit += 1);
    const loaded = await this.#api.session(id);
    if (visit !== this.#visit) return;
    if (loaded.ok) return this.#enter(loaded.value);
    if (loaded.failure.kind === 'absent') this.begin();
    this.#fail(loaded.failure);
  }

  #enter(loaded: SessionView): void {
    this.#leave();
    const view = withOlder(loaded, this.store.get().view);
    this.store.change({ view, opening: undefined, model: view.model, line: 'open' });
    this.#showInAddress(view.id);
    const address = sessionEvents(view.id, view.cursor);
    this.#line.listen(address, (line) => this.#lineChanged(view.id, line));
  }

  /** Not while the person looks at something else. */
  #showInAddress(session: string | undefined): void {
    if (this.#address.store.get().at === 'chat')
      this.#address.go({ at: 'chat', ...(session !== undefined && { session }) });
  }

  #leave(): void {
    this.#visit += 1;
    this.#line.close();
  }

  #lineChanged(id: string, line: LineState): void {
    if (this.store.get().view?.id !== id) return;
    this.store.change({ line: line === 'open' ? 'open' : 'lost' });
    if (line === 'over') this.#later(() => this.#load(id));
  }

  #fold(events: readonly SessionEvent[]): void {
    const { view } = this.store.get();
    if (!view) return;
    if (events.some(({ type }) => type === 'reset')) return void this.#load(view.id);
    const next = events.reduce(foldEvent, view);
    this.store.change({ view: next, model: next.model });
    if (events.some(({ type }) => type === 'turn-ended' || type === 'session-changed'))
      void this.refresh();
  }

  #check(reply: Reply<unknown>): void {
    if (!reply.ok) this.#fail(reply.failure);
  }

  #fail(failure: Failure): void {
    if (failure.kind === 'locked') return this.store.change({ line: 'locked' });
    if (failure.kind !== 'lost') return this.store.change({ failure });
    this.store.change({ line: 'lost' });
    this.#later(() => this.#reconnect());
  }

  async #reconnect(): Promise<void> {
    const status = await this.#api.status();
    if (!status.ok) return this.#later(() => this.#reconnect());
    this.store.change({ line: 'open' });
    const { view, opening } = this.store.get();
    if (!this.store.get().status) return this.start();
    this.store.change({ status: unlessDenied(status.value) });
    if (opening !== undefined) await this.#load(opening);
    else if (view) await this.#load(view.id);
    await this.refresh();
  }

  #later(work: () => Promise<void>): void {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => void work(), reconnectTimeoutMs);
  }
}

/** Until this tab is closed, or the file is another. */
const deniedKey = 'percept-trust-denied';

function unlessDenied({ trust, ...status }: Status): Status {
  return trust && sessionStorage.getItem(deniedKey) !== trust.digest
    ? { ...status, trust }
    : status;
}

/** What was scrolled to stays on the page when the session is fetched again. */
function withOlder(view: SessionView, before: SessionView | undefined): SessionView {
  const first = view.turns[0]?.turn ?? 0;
  const older = before?.id === view.id ? before.turns.filter(({ turn }) => turn < first) : [];
  return older.length === 0
    ? view
    : { ...view, turns: [...older, ...view.turns], hasEarlier: before?.hasEarlier ?? false };
}
