// Every call keeps its result. What has lost its other half is found here; the words that take its place are written
// where messages are put together.
import type { CallView, MessageView } from './view.ts';

interface MissingResult {
  readonly id?: string;
  readonly tool: string;
}

export interface Pairing {
  /** Calls without a result, by the message after which the results must stand. */
  readonly missing: ReadonlyMap<number, readonly MissingResult[]>;
  /** Whether the result at this place has no call, or is a second one for the same call. */
  isOrphan(message: number, part: number): boolean;
  callOf(message: number, part: number): CallView | undefined;
  /** The last message of the run of results that this one belongs to. */
  endOfRun(message: number): number;
}

const key = (message: number, part: number) => `${message}.${part}`;

export function pair(
  views: readonly MessageView[],
  rule: 'adjacent' | 'anywhere',
  continued: boolean,
): Pairing {
  const calls = new Map<string, CallView>();
  const orphans = new Set<string>();
  const missing = new Map<number, readonly MissingResult[]>();
  const ends = runEnds(views);
  let open = new OpenCalls();
  let openedAt = -1;

  const flush = (before: number) => {
    const lost = open.left().filter((call) => !call.remote);
    if (lost.length > 0)
      missing.set(rule === 'adjacent' ? before - 1 : openedAt, lost.map(missingOf));
    open = new OpenCalls();
  };

  for (const [message, view] of views.entries()) {
    const asks = view.parts.some((part) => part.kind === 'call');
    const answers = view.parts.some((part) => part.kind === 'result');
    if (rule === 'adjacent' && open.size > 0 && !answers) flush(message);
    for (const [part, found] of view.parts.entries()) {
      if (found.kind === 'call') open.add(found);
      if (found.kind !== 'result') continue;
      const match = open.answer(found.id, found.tool);
      if (match) calls.set(key(message, part), match);
      else if (!continued) orphans.add(key(message, part));
    }
    if (asks) openedAt = message;
  }
  if (rule === 'adjacent') flush(views.length);
  else for (const [message, lost] of unanswered(views, open.left())) missing.set(message, lost);

  return {
    missing,
    isOrphan: (message, part) => orphans.has(key(message, part)),
    callOf: (message, part) => calls.get(key(message, part)),
    endOfRun: (message) => ends[message] ?? message,
  };
}

/** Where results may stand anywhere, a lost one is written directly after its call. */
function* unanswered(
  views: readonly MessageView[],
  open: readonly CallView[],
): Iterable<readonly [number, readonly MissingResult[]]> {
  const lost = new Set(open.filter((call) => !call.remote));
  if (lost.size === 0) return;
  for (const [message, view] of views.entries()) {
    const here = view.parts.filter((part) => part.kind === 'call').filter((call) => lost.has(call));
    if (here.length > 0) yield [message, here.map(missingOf)];
  }
}

function missingOf(call: CallView): MissingResult {
  return { tool: call.tool, ...(call.id !== undefined && { id: call.id }) };
}

function runEnds(views: readonly MessageView[]): readonly number[] {
  const ends: number[] = Array.from({ length: views.length }, (_, index) => index);
  for (let message = views.length - 2; message >= 0; message--) {
    const both = [views[message], views[message + 1]].every((view) =>
      view?.parts.some((part) => part.kind === 'result'),
    );
    if (both) ends[message] = ends[message + 1] ?? message + 1;
  }
  return ends;
}

// Calls that wait for their result. A result belongs to the first call that still waits and has its id, or its tool where
// one of the two has no id; it is found without looking at the others, however many wait.
interface Waiting {
  readonly call: CallView;
  readonly order: number;
  answered: boolean;
}

export class OpenCalls {
  readonly #all: Waiting[] = [];
  readonly #byId = new Map<string, Line>();
  readonly #byTool = new Map<string, Line>();
  readonly #namelessByTool = new Map<string, Line>();
  #open = 0;

  /** How many wait. */
  get size(): number {
    return this.#open;
  }

  add(call: CallView): void {
    const waiting: Waiting = { call, order: this.#all.length, answered: false };
    this.#all.push(waiting);
    lineOf(this.#byTool, call.tool).add(waiting);
    if (call.id === undefined) lineOf(this.#namelessByTool, call.tool).add(waiting);
    else lineOf(this.#byId, call.id).add(waiting);
    this.#open += 1;
  }

  /** The call that this result answers, which waits no longer. */
  answer(id: string | undefined, tool: string | undefined): CallView | undefined {
    const named = id === undefined ? undefined : this.#byId.get(id)?.first();
    const lines = id === undefined ? this.#byTool : this.#namelessByTool;
    const nameless = tool === undefined ? undefined : lines.get(tool)?.first();
    const match = earlier(named, nameless);
    if (!match) return undefined;
    match.answered = true;
    this.#open -= 1;
    return match.call;
  }

  /** Those that wait, in their order. */
  left(): readonly CallView[] {
    return this.#all.flatMap(({ call, answered }) => (answered ? [] : [call]));
  }
}

/** First come, first served; who was answered in another line is passed over. */
class Line {
  readonly #waiting: Waiting[] = [];
  #next = 0;

  add(waiting: Waiting): void {
    this.#waiting.push(waiting);
  }

  first(): Waiting | undefined {
    while (this.#waiting[this.#next]?.answered === true) this.#next += 1;
    return this.#waiting[this.#next];
  }
}

function lineOf(lines: Map<string, Line>, key: string): Line {
  const line = lines.get(key) ?? new Line();
  lines.set(key, line);
  return line;
}

function earlier(one: Waiting | undefined, other: Waiting | undefined): Waiting | undefined {
  if (!one || !other) return one ?? other;
  return one.order < other.order ? one : other;
}
