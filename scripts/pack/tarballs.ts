// The tarballs that would be published, one for each package, judged by publint and by "are the types wrong" on the way.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
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
    const order = dependencyOrder(needs);
    const folders = order.map((name) => staged.find((each) => each.name === name)?.folder ?? '');
    // One npm for all of them: its start costs more than a tarball.
    const packed = ['pack', '--silent', '--pack-destination', target, ...folders];
    const files = execFileSync('npm', packed, { encoding: 'utf8' }).trim().split('\n');
    const tarballs: Tarball[] = [];
    for (const [index, name] of order.entries()) {
      const file = join(target, files[index] ?? '');
      const bytes = readFileSync(file);
      tarballs.push({
        name,
        file,
        family: familyOf(name, needs),
        complaints: [...(await publishComplaints(bytes)), ...(await typeComplaints(bytes))],
      });
    }
    return tarballs;
  } finally {
    rmSync(stages, { recursive: true, force: true });
  }
}

async function publishComplaints(tarball: Uint8Array): Promise<readonly string[]> {
  const pack = { tarball: Uint8Array.from(tarball).buffer };
  const { messages, pkg } = await publint({ strict: true, pack });
  return messages.map((message) => formatMessage(message, pkg ?? {}) ?? message.code);
}

/** Modules of ours are ES modules alone: how CommonJS and the resolution before `exports` would see them is not judged. */
async function typeComplaints(tarball: Uint8Array): Promise<readonly string[]> {
  const judged = await checkPackage(createPackageFromTarballData(tarball));
  const problems = judged.types === false ? [] : judged.problems;
  return problems
    .filter(
      (problem) => !('resolutionKind' in problem && /^node10$|-cjs$/.test(problem.resolutionKind)),
    )
    .map((problem) => `${problem.kind}: ${JSON.stringify(problem)}`);
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
