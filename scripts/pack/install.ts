// A stranger's folder: nothing but packages of ours from their tarballs, and what npm installs for them.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tarball } from './tarballs.ts';

/** Installs one package as `npm install NAME` would once it is published: its own packages come from tarballs, the rest from npm. */
export function installPackage(name: string, tarballs: readonly Tarball[], folder: string): void {
  const wanted = tarballs.find((tarball) => tarball.name === name);
  if (wanted === undefined) throw new Error(`there is no package ${name}`);
  const files = tarballs
    .filter((tarball) => wanted.family.includes(tarball.name))
    .map(({ file }) => file);
  addPackages(folder, files);
}

/** `npm install` of names or files in a folder of its own, without scripts of theirs. */
export function addPackages(folder: string, packages: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true, "type": "module" }\n');
  const options = ['--no-audit', '--no-fund', '--prefer-offline', '--silent', '--ignore-scripts'];
  execFileSync('npm', ['install', ...options, ...packages], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

export interface Weight {
  /** Of files, as npm counts an unpacked size. */
  readonly bytes: number;
  readonly packages: number;
}

/** What lies under `node_modules` of a folder. */
export function weigh(folder: string): Weight {
  const modules = join(folder, 'node_modules');
  const files = globSync('**/*', { cwd: modules }).map((file) => lstatSync(join(modules, file)));
  const manifests = globSync('{**/node_modules/,}{@*/,}*/package.json', { cwd: modules });
  return {
    bytes: files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0),
    packages: manifests.filter((path) => isPackage(path)).length,
  };
}

function isPackage(path: string): boolean {
  const inside = path.split('node_modules/').at(-1) ?? '';
  return /^(?:@[^/]+\/[^/]+|[^@/]+)\/package\.json$/.test(inside);
}
