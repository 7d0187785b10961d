// The parts of the MCP server that stand between a stranger and the rest: lines, depth, turns and roots.
import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BoundedLines, type RequestIdOfLine } from '../src/wire-messages/bounded-lines.ts';
import { isDeeperThan } from '../src/wire-messages/json-depth.ts';
import { effectiveRoots, pathOfRoot, type ClientFolders } from '../src/mcp/roots.ts';

const limits = { maxMessageBytes: 100, maxJsonDepth: 4 };

async function pass(chunks: readonly Buffer[]) {
  const rejected: RequestIdOfLine[] = [];
  const lines = new BoundedLines(limits, (id) => rejected.push(id));
  let text = '';
  lines.on('data', (chunk: Buffer) => (text += chunk.toString()));
  for (const chunk of chunks) lines.write(chunk);
  lines.end();
  await new Promise((resolve) => lines.once('end', resolve));
  return { text, rejected };
}

describe('lines', () => {
  test('pass unchanged however they are cut into chunks', async () => {
    const line = fc.stringMatching(/^[a-zé☃]{1,30}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 8 }),
        fc.integer({ min: 1, max: 9 }),
        async (all, size) => {
          const whole = Buffer.from(all.map((one) => `${one}\n`).join(''));
          const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
            whole.subarray(at * size, (at + 1) * size),
          );
          expect((await pass(chunks)).text).toBe(whole.toString());
        },
      ),
    );
  });

  test.each([
    { what: 'too long, its id in front', line: `{"id":7,"x":"${'y'.repeat(200)}"}`, id: 7 },
    { what: 'too long, its id behind', line: `{"x":"${'y'.repeat(200)}","id":"a-1"}`, id: 'a-1' },
    {
      what: 'too long, with the id of something else in front',
      line: `{"params":{"id":5,"x":"${'y'.repeat(200)}"},"id":8}`,
      id: 8,
    },
    {
      what: 'too long, and only with the id of something else',
      line: `{"params":{"x":"${'y'.repeat(200)}","id":5}}`,
      id: undefined,
    },
    { what: 'too long, without an id', line: 'y'.repeat(5000), id: undefined },
    { what: 'too deep', line: '{"id":3,"x":[[[[[]]]]]}', id: 3 },
  ])('that are $what are dropped, and the next one passes', async ({ line, id }) => {
    const chunks = [...`${line}\nnext\n`].map((char) => Buffer.from(char));
    expect(await pass(chunks)).toEqual({ text: 'next\n', rejected: [id] });
    expect(await pass([Buffer.from(`${line}\nnext\n`)])).toEqual({
      text: 'next\n',
      rejected: [id],
    });
  });
});

test('depth is counted outside of strings only, and as JSON nests', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (json) => {
      const depthOf = (value: unknown): number =>
        typeof value === 'object' && value !== null
          ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
          : 0;
      const depth = depthOf(JSON.parse(json));
      const bytes = Buffer.from(json);
      expect(isDeeperThan(bytes, depth)).toBe(false);
      if (depth > 0) expect(isDeeperThan(bytes, depth - 1)).toBe(true);
    }),
  );
});

describe('roots', () => {
  let folder: string;
  const at = (...names: string[]) => join(folder, ...names);
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'percept-roots-')));
    await mkdir(at('a', 'inner'), { recursive: true });
    await mkdir(at('ab'));
    await mkdir(at('b'));
    await symlink(at('b'), at('a', 'link'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  interface Case {
    readonly what: string;
    readonly client: ClientFolders;
    readonly allowed: readonly string[];
    readonly parent: readonly string[];
    readonly stranger: readonly string[];
  }
  // Names under the folder; the working directory is `a`.
  const cases: readonly Case[] = [
    { what: 'neither', client: 'unspoken', allowed: [], parent: ['a'], stranger: ['a'] },
    { what: 'only --root', client: 'unspoken', allowed: ['b'], parent: ['b'], stranger: ['b'] },
    { what: 'only client roots', client: ['b'], allowed: [], parent: ['b'], stranger: [] },
    {
      what: 'a client root inside',
      client: ['a/inner'],
      allowed: ['a'],
      parent: ['a/inner'],
      stranger: ['a/inner'],
    },
    { what: 'a client root around', client: ['.'], allowed: ['a'], parent: ['a'], stranger: ['a'] },
    { what: 'a client root beside', client: ['ab'], allowed: ['a'], parent: [], stranger: [] },
    {
      what: 'a client root that links out',
      client: ['a/link'],
      allowed: ['a'],
      parent: [],
      stranger: [],
    },
    {
      what: 'an empty list and --root',
      client: 'none',
      allowed: ['a'],
      parent: ['a'],
      stranger: ['a'],
    },
    { what: 'an empty list', client: 'none', allowed: [], parent: [], stranger: [] },
    { what: 'roots that name no folder', client: [], allowed: ['a'], parent: [], stranger: [] },
    { what: 'a root that is not there', client: ['none'], allowed: [], parent: [], stranger: [] },
  ];

  test.each(cases)('with $what are the folders that both sides allow', async (one) => {
    const paths = (names: readonly string[]) => names.map((name) => at(name));
    const request = {
      client: typeof one.client === 'string' ? one.client : paths(one.client),
      allowed: paths(one.allowed),
      cwd: at('a'),
    };
    const parent = await effectiveRoots({ ...request, trust: 'client-is-parent' });
    expect(parent.roots).toEqual(paths(one.parent));
    const stranger = await effectiveRoots({ ...request, trust: 'client-is-stranger' });
    expect(stranger.roots).toEqual(paths(one.stranger));
  });

  test('are never the whole disk by default', async () => {
    for (const trust of ['client-is-parent', 'client-is-stranger'] as const) {
      const request = { allowed: [], cwd: '/', trust };
      expect((await effectiveRoots({ ...request, client: 'unspoken' })).roots).toEqual([]);
      const named = await effectiveRoots({ ...request, client: 'unspoken', allowed: ['/'] });
      expect(named.roots).toEqual(['/']);
    }
  });

  test.each([
    ['file:///tmp/a%20b', '/tmp/a b'],
    ['file://localhost/tmp', '/tmp'],
    ['file://host/tmp', undefined],
    ['file:///tmp/%2e%2e%2fetc', undefined],
    ['file:///tmp/%00', undefined],
    ['http://localhost/tmp', undefined],
    ['/tmp', undefined],
    ['', undefined],
  ])('as the URI %j are the path %j', (uri, path) => {
    expect(pathOfRoot(uri)).toBe(path);
  });
});
