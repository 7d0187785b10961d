// The layer rule: dependencies point up the list of packages only, through exports maps, as declared.
// `node scripts/layers.ts` reads the real import graph and exits 1 with one line per violation.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Import, importsOf } from './imports.ts';
import { exposes, type Manifest, readManifest } from './manifest.ts';

/** A package may import only packages that stand before it. */
export const order: readonly string[] = [
  'core',
  'contract',
  'ingest',
  'render',
  'reader-weights',
  'eyes',
  'store',
  'agent',
  'host',
  'openwop',
  'web',
  'terminal',
  'percept',
];

/** Decoders are the largest attack surface: one package may load them. */
const reserved: ReadonlyMap<string, string> = new Map([
  ['sharp', 'ingest'],
  ['@img/sharp-wasm32', 'ingest'],
]);

/** What a build takes in whole: who installs the package gets the bundle, and needs none of its parts. */
const bundled: readonly string[] = ['packages/web/src/app/'];

interface Runtime {
  readonly root: string;
  readonly packages: ReadonlyMap<string, Manifest>;
}

interface Site {
  readonly runtime: Runtime;
  readonly folder: string;
  readonly manifest: Manifest;
  /** Relative to the root of the repository. */
  readonly file: string;
}

export function violations(root: string): readonly string[] {
  const folders = globSync('packages/*/package.json', { cwd: root }).map((path) => dirname(path));
  const packages = new Map(
    folders
      .toSorted()
      .map((path) => [path.slice('packages/'.length), readManifest(join(root, path))]),
  );
  const runtime: Runtime = { root, packages };
  return [...packages].flatMap(([folder, manifest]) =>
    order.includes(folder)
      ? packageViolations(runtime, folder, manifest)
      : [`packages/${folder}: has no place in the order of layers`],
  );
}

function packageViolations(
  runtime: Runtime,
  folder: string,
  manifest: Manifest,
): readonly string[] {
  const files = globSync(`packages/${folder}/src/**/*.{ts,tsx,mts,js,mjs}`, { cwd: runtime.root });
  return [
    ...declarations(runtime, folder, manifest),
    ...files.toSorted().flatMap((file) => moduleViolations({ runtime, folder, manifest, file })),
  ];
}

function declarations(runtime: Runtime, folder: string, manifest: Manifest): readonly string[] {
  return [...manifest.dependencies].flatMap((name) => {
    const target = folderOf(runtime, name);
    return target === undefined || isAbove(target, folder)
      ? []
      : [`packages/${folder}/package.json: depends on ${name}, which is not above it`];
  });
}

function moduleViolations(site: Site): readonly string[] {
  const source = readFileSync(join(site.runtime.root, site.file), 'utf8');
  return importsOf(site.file, source).flatMap((imported) => {
    const objection = judge(site, imported);
    return objection === undefined ? [] : [`${site.file}:${imported.line}: ${objection}`];
  });
}

function judge(site: Site, { specifier, typeOnly }: Import): string | undefined {
  if (specifier === undefined) return 'imports a computed name, which nobody can check';
  if (/^\.{0,2}\//.test(specifier) || specifier.startsWith('file:'))
    return leaving(site, specifier);
  if (site.folder === 'core') return outsideCore(site, specifier, typeOnly);
  if (isBuiltin(specifier))
    return specifier.startsWith('node:') ? undefined : `imports ${specifier} without node:`;
  const name = packageName(specifier);
  const target = folderOf(site.runtime, name);
  return target === undefined
    ? thirdParty(site, name, typeOnly)
    : workspace(site, name, target, specifier);
}

function leaving(site: Site, specifier: string): string | undefined {
  const home = join(site.runtime.root, 'packages', site.folder);
  const path = resolve(dirname(join(site.runtime.root, site.file)), specifier.split('?')[0] ?? '');
  const inside = !specifier.startsWith('file:') && !relative(home, path).startsWith('..');
  return inside && specifier.startsWith('.') ? undefined : `${specifier} leaves the package`;
}

function outsideCore(site: Site, specifier: string, typeOnly: boolean): string | undefined {
  const sourcePath = relative(join('packages', 'core', 'src'), site.file)
    .split(sep)
    .join('/');
  const typesOfTheAiSdk =
    specifier === '@ai-sdk/provider' && typeOnly && sourcePath.startsWith('ai-sdk');
  return typesOfTheAiSdk ? undefined : `core is pure and may not import ${specifier}`;
}

function workspace(
  site: Site,
  name: string,
  target: string,
  specifier: string,
): string | undefined {
  if (target !== site.folder && !isAbove(target, site.folder))
    return `imports ${name}, which is not above ${site.folder}`;
  if (target !== site.folder && !declares(site, name, false))
    return `imports ${name}, which package.json does not declare`;
  const manifest = site.runtime.packages.get(target);
  const subpath = `.${specifier.slice(name.length)}`;
  return manifest !== undefined && exposes(manifest, subpath)
    ? undefined
    : `${specifier} is not in the exports map of ${name}`;
}

function thirdParty(site: Site, name: string, typeOnly: boolean): string | undefined {
  const owner = reserved.get(name);
  if (owner !== undefined && owner !== site.folder) return `only ${owner} may import ${name}`;
  return declares(site, name, typeOnly)
    ? undefined
    : `imports ${name}, which package.json does not declare`;
}

function declares(site: Site, name: string, typeOnly: boolean): boolean {
  const { dependencies, otherDependencies } = site.manifest;
  const isBundled = bundled.some((folder) => site.file.startsWith(folder));
  return dependencies.has(name) || ((typeOnly || isBundled) && otherDependencies.has(name));
}

function isAbove(target: string, folder: string): boolean {
  return order.includes(target) && order.indexOf(target) < order.indexOf(folder);
}

function folderOf({ packages }: Runtime, name: string): string | undefined {
  return [...packages].find(([, manifest]) => manifest.name === name)?.[0];
}

function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  if (!existsSync(join(root, 'packages'))) throw new Error('run from the repository');
  const found = violations(root);
  for (const line of found) console.error(line);
  if (found.length > 0) process.exitCode = 1;
}
