// What the page knows of runs: the list, looked at again while somebody looks at it, and the one that is open, followed
// until it ends. The server folds; here the newest view replaces the one before.
import type {
  RunAnswer,
  RunChange,
  RunFork,
  RunLine,
  RunSummary,
  RunView,
} from '@percept/contract';
import { runEvents, type Api, type Failure, type Reply } from '../api/client.ts';
import { EventLine } from '../api/event-line.ts';
import { isRunChange } from '../api/shapes.ts';
import { Store } from './store.ts';
import { reconnectTimeoutMs } from '../../limits.ts';

export interface RunsState {
  /** Undefined until the server said. */
  readonly runs: readonly RunSummary[] | undefined;
  readonly next: string | undefined;
  /** The id of the run that is wanted. */
  readonly wanted: string | undefined;
  readonly view: RunView | undefined;
  readonly lines: readonly RunLine[];
  readonly failure: Failure | undefined;
}

const nothing: RunsState = {
  runs: undefined,
  next: undefined,
  wanted: undefined,
  view: undefined,
  lines: [],
  failure: undefined,
};

const lookAgainMs = 2500;

export class Runs {
  readonly store: Store<RunsState> = new Store(nothing);
  readonly #api: Api;
  readonly #line: EventLine<RunChange>;
  #looking: ReturnType<typeof setTimeout> | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Api) {
    this.#api = api;
    this.#line = new EventLine(isRunChange, (changes) => this.#take(changes));
  }

  /** Somebody looks at the list. Returns how to stop. */
  watch(): () => void {
    let watched = true;
    const look = async (): Promise<void> => {
      if (document.visibilityState === 'visible') await this.#refresh();
      if (watched) this.#looking = setTimeout(() => void look(), lookAgainMs);
    };
    void look();
    return () => {
      watched = false;
      clearTimeout(this.#looking);
    };
  }

  async more(): Promise<void> {
    const { next, runs = [] } = this.store.get();
    if (next === undefined) return;
    const page = await this.#api.runs(next);
    if (!page.ok) return this.#fail(page.failure);
    const known = new Set(runs.map(({ id }) => id));
    const older = page.value.runs.filter(({ id }) => !known.has(id));
    this.store.change({ runs: [...runs, ...older], next: page.value.next });
  }

  /** Undefined: none, the list alone. */
  async open(id: string | undefined): Promise<void> {
    if (this.store.get().wanted === id) return;
    this.#leave();
    this.store.change({ wanted: id, view: undefined, lines: [], failure: undefined });
    if (id !== undefined) await this.#load(id);
  }

  async cancel(): Promise<void> {
    const { view } = this.store.get();
    if (view) this.#check(await this.#api.cancelRun(view.id));
  }

  async answer(step: string, answer: RunAnswer): Promise<boolean> {
    const { view } = this.store.get();
    if (!view) return false;
    const given = await this.#api.answerRun(view.id, step, answer);
    this.#check(given);
    return given.ok;
  }

  /** The id of the new run. */
  async fork(fork: RunFork): Promise<string | undefined> {
    const { view } = this.store.get();
    if (!view) return undefined;
    const forked = await this.#api.forkRun(view.id, fork);
    this.#check(forked);
    return forked.ok ? forked.value.runId : undefined;
  }

  dismiss(): void {
    this.store.change({ failure: undefined });
  }

  async #refresh(): Promise<void> {
    const page = await this.#api.runs();
    if (!page.ok) return this.#fail(page.failure);
    const { runs = [], next } = this.store.get();
    const fresh = page.value.runs;
    const last = runs.findIndex(({ id }) => id === fresh.at(-1)?.id);
    const older = last === -1 ? [] : runs.slice(last + 1);
    this.store.change({
      runs: [...fresh, ...older],
      next: older.length > 0 ? next : page.value.next,
    });
  }

  async #load(id: string): Promise<void> {
    const loaded = await this.#api.run(id);
    if (this.store.get().wanted !== id) return;
    if (!loaded.ok) {
      this.#fail(loaded.failure);
      if (loaded.failure.kind === 'lost') this.#later(() => this.#load(id));
      return;
    }
    this.store.change({ view: loaded.value, failure: undefined });
    this.#line.listen(runEvents(id, this.#last()), (line) => {
      if (line === 'over' && !this.#isWhole()) this.#later(() => this.#load(id));
    });
  }

  #take(changes: readonly RunChange[]): void {
    const newest = changes.at(-1)?.run;
    const { lines, wanted } = this.store.get();
    if (!newest || newest.id !== wanted) return;
    const last = this.#last();
    const all = changes.flatMap((change) => change.lines);
    const fresh = all.filter(({ sequence }) => sequence > last);
    this.store.change({ view: newest, lines: [...lines, ...fresh] });
    if (this.#isWhole()) this.#line.close();
  }

  #last(): number {
    return this.store.get().lines.at(-1)?.sequence ?? -1;
  }

  /** It has ended, and every line is here. */
  #isWhole(): boolean {
    const { view } = this.store.get();
    return view?.endedAt !== undefined && this.#last() >= view.events - 1;
  }

  #leave(): void {
    clearTimeout(this.#waiting);
    this.#line.close();
  }

  #later(work: () => Promise<void>): void {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => void work(), reconnectTimeoutMs);
  }

  #check(reply: Reply<unknown>): void {
    if (!reply.ok) this.#fail(reply.failure);
  }

  #fail(failure: Failure): void {
    this.store.change({ failure });
  }
}
