// Every call keeps its result. What has lost its other half is found here; the words that take its place are written
// where messages are put together.
import { OpenCalls } from './open-calls.ts';
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
