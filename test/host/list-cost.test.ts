// What a list, an upload and a turn ask of the database does not depend on how many conversations a tenant has: as many
// statements and rows, each found by an index. Counted, not timed (bench/sessions.ts times it up to 10,000).
import { randomBytes, createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { parseSessionId } from '@percept/core';
import { openwop } from '@percept/openwop';
import { localTenant, type Memory } from '@percept/store';
import { text } from 'percept/conformance';
import { expect, test, vi } from 'vitest';
import { unwrap } from '../acp/rig.ts';
import { drawPalette, drawQuadrants } from '../wires/quadrants.ts';
import { openStage } from './serve-stage.ts';

const owner = createHash('sha256').update(`percept web ${localTenant}`).digest('hex').slice(0, 24);

async function fill({ sessions }: Memory, count: number): Promise<void> {
  const one = async (_: unknown, at: number): Promise<void> => {
    const hex = randomBytes(16).toString('hex');
    const id = unwrap(parseSessionId(at % 5 === 0 ? `run_${hex}` : `w-${owner}-${hex}`));
    unwrap(await sessions.open({ id, kind: at % 5 === 0 ? 'run' : 'conversation' }));
    unwrap(await sessions.append(id, { type: 'custom', name: 'filled', data: null }));
    if (at % 5 === 0) unwrap(await sessions.settle(id));
  };
  await Promise.all(Array.from({ length: count }, one));
}

interface Asked {
  readonly sql: string;
  readonly rows: number;
}

/** Everything that this process asks of its database meanwhile. */
async function askedBy(work: () => Promise<unknown>): Promise<readonly Asked[]> {
  using asking = vi.spyOn(StatementSync.prototype, 'all');
  await work();
  const { contexts, results } = asking.mock;
  return contexts.map((statement, at) => {
    const found: unknown = results[at]?.value;
    const sql = statement instanceof StatementSync ? statement.sourceSQL : '';
    return { sql, rows: Array.isArray(found) ? found.length : 0 };
  });
}

/** Tables that a statement would read from end to end. */
function scans(database: DatabaseSync, sql: string): readonly string[] {
  return (
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
      // A page is what a limited subquery gave.
      .filter((step) => /^SCAN (?!CONSTANT ROW|page$)/.test(step) && !/ USING .*INDEX /.test(step))
  );
}

function rowsOf(asked: readonly Asked[]): number {
  return asked.reduce((sum, { rows }) => sum + rows, 0);
}

/** More than a page of a list. */
const page = 200;

test(
  'a list, an upload and a turn ask the database the same, however many conversations there are',
  { tags: ['f-store-paged-lists'], timeout: 240_000 },
  async () => {
    await using stage = await openStage(() => text('Heard.'), 'seeing', {
      extensions: [openwop({ testSeams: true })],
    });
    const { me, memory, folder } = stage;
    const picture = await drawQuadrants(drawPalette(3));
    const works: Readonly<Record<string, () => Promise<unknown>>> = {
      'the list of conversations': () => me.ask('GET', '/api/sessions'),
      'the list of runs': () => me.ask('GET', '/v1/runs?limit=1'),
      'an upload': async () => {
        const { upload } = await me.uploaded(picture, 'a.png', 'image/png');
        await me.ask('DELETE', `/api/uploads/${upload}`);
      },
      'a turn': async () => me.say((await me.create()).id, 'Hello.'),
    };
    // The one that is asked for, and one more: whether there is a next page.
    const run = async (): Promise<void> => {
      for (const workflowId of ['conformance-noop', 'conformance-noop'])
        await me.ask('POST', '/v1/runs', { workflowId });
    };
    const measure = async (): Promise<Readonly<Record<string, readonly Asked[]>>> => {
      const asked: Record<string, readonly Asked[]> = {};
      for (const [name, work] of Object.entries(works)) {
        // What is remembered after the first time is no part of it.
        await work();
        asked[name] = await askedBy(work);
      }
      return asked;
    };
    await fill(memory, page);
    await run();
    const few = await measure();
    await fill(memory, 3 * page);
    await run();
    const many = await measure();
    // Runs that end meanwhile ask a little; 600 conversations more would ask hundreds.
    for (const [name, asked] of Object.entries(many)) {
      expect.soft(asked.length, name).toBeLessThan((few[name] ?? []).length + 50);
      expect.soft(rowsOf(asked), name).toBeLessThan(rowsOf(few[name] ?? []) + 50);
    }
    using database = new DatabaseSync(join(folder, 'data', 'percept.db'), { readOnly: true });
    const statements = new Set(Object.values(many).flatMap((asked) => asked.map(({ sql }) => sql)));
    expect(statements.size).toBeGreaterThan(10);
    expect([...statements].filter((sql) => scans(database, sql).length > 0)).toEqual([]);
  },
);
