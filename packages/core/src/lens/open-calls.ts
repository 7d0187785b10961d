// Calls that wait for their result. A result belongs to the first call that still waits and has its id, or its tool where
// one of the two has no id; it is found without looking at the others, however many wait.
import type { CallView } from './view.ts';

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
