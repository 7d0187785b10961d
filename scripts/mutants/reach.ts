// Which test files run through which lines: each block of the source reports itself once, in a run of the tests of an area over a
// copy of the checkout. A change is then shown only to tests that could notice it. Kept between runs: a test is asked anew where it
// has changed, or where source that it reached has.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@percept/core/internal';
import { parseSync, Visitor } from 'oxc-parser';
import { copyOf } from './copy.ts';

export interface Reach {
  /** Of the source and the tests that were asked. */
  readonly digest: string;
  /** Test files that run the innermost block around a place; first those that reach least and cost least. */
  testsAt: (file: string, offset: number) => readonly string[];
}

/** They seldom tell of a line, and take most of the time. */
const longProofs = '**/*.long.test.ts';

interface Reached {
  /** Of the test file, and of the sources that it reached: another one of those is another measurement. */
  readonly text: string;
  readonly sources: string;
  /** Processor time of the whole file, with whatever it started. */
  readonly costMs: number;
  readonly blocks: readonly string[];
}

type Hashes = ReadonlyMap<string, string>;

/** `tests`: parts of the paths of the test files that are asked. */
export async function reachOf(
  root: string,
  name: string,
  files: readonly string[],
  tests: readonly string[],
): Promise<Reach> {
  const read = (file: string) => [file, readFileSync(join(root, file), 'utf8')] as const;
  const sources = files.map(read);
  const asked = globSync(['packages/*/test/**/*.ts', 'test/**/*.ts'], { cwd: root })
    .filter((file) => tests.some((part) => file.includes(part)))
    .toSorted()
    .map(read);
  const digest = hashOf(JSON.stringify([sources, asked])).slice(0, 16);
  const hashes: Hashes = new Map(
    [...sources, ...asked].map(([file, text]) => [file, hashOf(text)]),
  );
  const kept = join(root, 'node_modules/.cache/percept', `reach-${name}.json`);
  mkdirSync(join(root, 'node_modules/.cache/percept'), { recursive: true });
  const known = readKept(kept, hashes);
  const isTest = (file: string): boolean => /(?<!\.(?:long|system))\.test\.ts$/.test(file);
  const unknown = () =>
    asked.map(([file]) => file).filter((file) => isTest(file) && !known.has(file));
  // One that says nothing did not run, on a busy machine perhaps: it is asked once more, and by the next run.
  for (let round = 0; round < 2 && unknown().length > 0; round += 1) {
    console.log(`${unknown().length} test files are asked which lines they run …`);
    for (const [test, found] of await measure(root, sources, unknown(), hashes))
      known.set(test, found);
    writeFileSync(kept, JSON.stringify(Object.fromEntries(known)));
  }
  for (const test of unknown()) console.log(`${test} did not run, and is not asked`);
  const blocks = new Map(sources.map(([file, source]) => [file, blocksOf(file, source)]));
  const weight = ({ blocks: { length }, costMs }: Reached): number => length * Math.max(costMs, 1);
  const inOrder = [...known].toSorted(([, a], [, b]) => weight(a) - weight(b));
  return {
    digest,
    testsAt(file, offset) {
      const around = (blocks.get(file) ?? []).filter(
        ({ start, end }) => start <= offset && offset < end,
      );
      const block = `${file}#${around.at(-1)?.start ?? 0}`;
      return inOrder.filter(([, reached]) => reached.blocks.includes(block)).map(([test]) => test);
    },
  };
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function reachedBy(
  blocks: readonly string[],
  costMs: number,
  text: string,
  hashes: Hashes,
): Reached {
  const files = [...new Set(blocks.map((block) => block.slice(0, block.lastIndexOf('#'))))];
  const sources = files.toSorted().map((file) => `${file} ${hashes.get(file) ?? ''}`);
  return { text, sources: hashOf(sources.join('\n')), costMs, blocks };
}

/** What still holds of an earlier run. */
function readKept(path: string, hashes: Hashes): Map<string, Reached> {
  const held = new Map<string, Reached>();
  for (const [test, value] of Object.entries(written(path) ?? {})) {
    if (!isRecord(value)) continue;
    const { text, sources, costMs, blocks } = value;
    const now = reachedBy(texts(blocks), Number(costMs), hashes.get(test) ?? 'gone', hashes);
    if (now.text === text && now.sources === sources) held.set(test, now);
  }
  return held;
}

/** Undefined where the process was ended while it wrote. */
function written(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

async function measure(
  root: string,
  sources: readonly (readonly [file: string, source: string])[],
  tests: readonly string[],
  hashes: Hashes,
): Promise<ReadonlyMap<string, Reached>> {
  using copy = copyOf(root);
  const folder = join(copy.root, 'reached');
  mkdirSync(folder);
  for (const [file, source] of sources)
    writeFileSync(join(copy.root, file), reporting(file, source));
  const options = ['--project', 'portable', '--reporter', 'dot', '--exclude', longProofs];
  const run = spawn('vitest', ['run', ...options, ...tests], {
    cwd: copy.root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PERCEPT_REACHED: folder,
      NODE_OPTIONS: `--import=${new URL('recorder.ts', import.meta.url).href}`,
    },
  });
  await new Promise((resolve) => run.once('close', resolve));
  const blocks = new Map<string, Set<string>>();
  const costs = new Map<string, number>();
  for (const name of readdirSync(folder)) {
    const said = written(join(folder, name));
    if (said === undefined) continue;
    const test = String(said['test']).slice(copy.root.length + 1);
    const all = blocks.get(test) ?? new Set();
    for (const block of texts(said['blocks'])) all.add(block);
    blocks.set(test, all);
    costs.set(test, (costs.get(test) ?? 0) + Number(said['costMs']));
  }
  return new Map(
    [...blocks].map(([test, all]) => [
      test,
      reachedBy([...all], costs.get(test) ?? 0, hashes.get(test) ?? '', hashes),
    ]),
  );
}

/** The source, with a report at the beginning of itself and of each of its blocks. Lines stay where they are. */
export function reporting(file: string, source: string): string {
  let text = source;
  const report = (offset: number): string => `globalThis.perceptReached?.add('${file}#${offset}');`;
  for (const { start } of blocksOf(file, source).toReversed())
    text = `${text.slice(0, start + 1)}${report(start)}${text.slice(start + 1)}`;
  const first = source.startsWith('#!') ? source.indexOf('\n') + 1 : 0;
  return `${text.slice(0, first)}${report(0)}${text.slice(first)}`;
}

interface Block {
  readonly start: number;
  readonly end: number;
}

/** In the order of their beginnings, so that of several around a place the last is the innermost. */
function blocksOf(file: string, source: string): readonly Block[] {
  const blocks: Block[] = [];
  const { program } = parseSync(file, source);
  new Visitor({
    BlockStatement: ({ start, end }) => void blocks.push({ start, end }),
  }).visit(program);
  return blocks.toSorted((a, b) => a.start - b.start);
}
