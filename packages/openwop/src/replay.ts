// A forked run repeats what its source recorded instead of doing it again: the events of a node, media by the same URL,
// and the grants behind those URLs become its own. From the fork on, a branch does the work itself.
import { parseSessionId, type SessionId } from '@percept/core';
import type { Grants } from '@percept/store';
import type { LiveRun } from './live-run.ts';
import type { RunStore } from './run-store.ts';
import type { RunEvent } from './run-event.ts';
import type { WorkflowNode } from './workflow.ts';

/** `failed`: what was recorded is gone. */
export type Replayed = 'replayed' | 'nothing' | 'failed';

/** Usage is not spent twice, and the new run writes its own beginnings. */
const notRepeated: ReadonlySet<string> = new Set([
  'node.started',
  'node.retried',
  'node.suspended',
  'node.resumed',
  'node.cancelled',
  'provider.usage',
]);

export class Replayer {
  readonly #book: RunStore;
  readonly #grants: Grants;

  constructor(book: RunStore, grants: Grants) {
    this.#book = book;
    this.#grants = grants;
  }

  async replay(run: LiveRun, node: WorkflowNode): Promise<Replayed> {
    const { forkedFrom } = run.state.facts;
    if (!forkedFrom) return 'nothing';
    const source = await this.#source(forkedFrom.runId);
    if (!source) return this.#lost(run, node);
    const events = await source.read(-1, source.length);
    if (!events.ok) return this.#lost(run, node);
    const own = events.value.filter(({ nodeId }) => nodeId === node.id);
    const end = own.find(({ type }) => type === 'node.completed' || type === 'node.failed');
    const isRecorded = end && (forkedFrom.mode === 'replay' || end.sequence < forkedFrom.fromSeq);
    if (!isRecorded) return 'nothing';
    return this.#repeat(run, source.id, own, end);
  }

  async #repeat(
    run: LiveRun,
    source: SessionId,
    events: readonly RunEvent[],
    end: RunEvent,
  ): Promise<Replayed> {
    for (const event of events) {
      if (notRepeated.has(event.type) || event.sequence > end.sequence) continue;
      const { sequence: _sequence, at: _at, ...said } = event;
      const payload = 'runId' in said.payload ? { ...said.payload, runId: run.id } : said.payload;
      const kept = await run.append({ ...said, payload });
      if (!kept.ok) return 'failed';
      if (event.media) {
        const shared = await this.#grants.share(source, run.id);
        if (!shared.ok) return 'failed';
      }
    }
    return 'replayed';
  }

  async #lost(run: LiveRun, { id: nodeId }: WorkflowNode): Promise<Replayed> {
    const error = {
      code: 'replay_source_missing',
      message: 'The run that this one repeats is gone.',
    };
    const failed = await run.append({ type: 'node.failed', nodeId, payload: { nodeId, error } });
    return failed.ok ? 'replayed' : 'failed';
  }

  async #source(id: string): Promise<LiveRun | undefined> {
    const parsed = parseSessionId(id);
    const opened = parsed.ok ? await this.#book.open(parsed.value) : parsed;
    return opened.ok ? opened.value : undefined;
  }
}
