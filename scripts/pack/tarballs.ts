// The tarballs that would be published, one for each package, judged by publint on the way.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord } from '@percept/core/internal';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { readFields } from './fields.ts';
import { dependencyOrder } from './order.ts';
import { stagePackages } from './stage.ts';

export interface Tarball {
  readonly name: string;
  readonly file: string;
  /** Packages of ours that it needs, itself included. */
  readonly family: readonly string[];
  readonly complaints: readonly string[];
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Builds the page and the element, compiles everything, and writes the tarballs into `target`; each after what it needs. */
export async function packTarballs(target: string): Promise<readonly Tarball[]> {
  const stages = join(root, '.cache', `pack-${process.pid}`);
  for (const build of ['build', 'build:element']) {
    execFileSync('npm', ['run', '-s', '-w', 'packages/web', build], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  mkdirSync(target, { recursive: true });
  try {
    const staged = stagePackages(stages);
    const needs = new Map(staged.map(({ name, folder }) => [name, dependenciesOf(folder)]));
    const folders = new Map(staged.map(({ name, folder }) => [name, folder]));
    const tarballs: Tarball[] = [];
    for (const name of dependencyOrder(needs)) {
      const folder = folders.get(name);
      if (folder === undefined) continue;
      const { messages, pkg } = await publint({ pkgDir: folder, strict: true });
      const packed = ['pack', '--silent', '--pack-destination', target];
      const file = execFileSync('npm', packed, { cwd: folder, encoding: 'utf8' }).trim();
      tarballs.push({
        name,
        file: join(target, file),
        family: familyOf(name, needs),
        complaints: messages.map((message) => formatMessage(message, pkg ?? {}) ?? message.code),
      });
    }
    return tarballs;
  } finally {
    rmSync(stages, { recursive: true, force: true });
  }
}

function dependenciesOf(folder: string): readonly string[] {
  const { dependencies } = readFields(join(folder, 'package.json'));
  return isRecord(dependencies) ? Object.keys(dependencies) : [];
}

function familyOf(name: string, needs: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const family = new Set([name]);
  for (const member of family)
    for (const needed of needs.get(member) ?? []) if (needs.has(needed)) family.add(needed);
  return [...family];
}
