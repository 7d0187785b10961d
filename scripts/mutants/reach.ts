// Which test files run through which lines: each block of the source reports itself once, in a run of the tests of an area over a
// copy of the checkout. A change is then shown only to tests that could notice it. Kept between runs, for the same source and
// the same tests.
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
  /** Test files that run the innermost block around a place, those that reach least first: they are about it. */
  testsAt: (file: string, offset: number) => readonly string[];
}

/** They seldom tell of a line, and take most of the time. */
const longProofs = '**/*.long.test.ts';

type Reached = Readonly<Record<string, readonly string[]>>;

/** `tests`: parts of the paths of the test files that are asked. */
export async function reachOf(
  root: string,
  files: readonly string[],
  tests: readonly string[],
): Promise<Reach> {
  const sources = files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);
  const asked = globSync(['packages/*/test/**/*.ts', 'test/**/*.ts'], { cwd: root })
    .filter((file) => tests.some((part) => file.includes(part)))
    .toSorted()
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]);
  const measured = JSON.stringify([sources, tests, asked]);
  const digest = createHash('sha256').update(measured).digest('hex').slice(0, 16);
  const kept = join(root, 'node_modules/.cache/percept', `reach-${digest}.json`);
  const reached = read(kept) ?? (await measure(root, sources, tests));
  mkdirSync(join(root, 'node_modules/.cache/percept'), { recursive: true });
  writeFileSync(kept, JSON.stringify(reached));
  const blocks = new Map(sources.map(([file, source]) => [file, blocksOf(file, source)]));
  const width = (test: string): number => reached[test]?.length ?? 0;
  const narrowestFirst = Object.keys(reached).toSorted((a, b) => width(a) - width(b));
  return {
    digest,
    testsAt(file, offset) {
      const around = (blocks.get(file) ?? []).filter(
        ({ start, end }) => start <= offset && offset < end,
      );
      const name = `${file}#${around.at(-1)?.start ?? 0}`;
      return narrowestFirst.filter((test) => reached[test]?.includes(name));
    },
  };
}

function read(path: string): Reached | undefined {
  const value = written(path);
  return (
    value && Object.fromEntries(Object.entries(value).map(([test, all]) => [test, texts(all)]))
  );
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
): Promise<Reached> {
  console.log('Once for this source: its tests, to see which of them run which lines …');
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
  const reached: Record<string, Set<string>> = {};
  for (const name of readdirSync(folder)) {
    const said = written(join(folder, name));
    if (said === undefined) continue;
    const all = (reached[String(said['test']).slice(copy.root.length + 1)] ??= new Set());
    for (const block of texts(said['blocks'])) all.add(block);
  }
  return Object.fromEntries(Object.entries(reached).map(([test, all]) => [test, [...all]]));
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
