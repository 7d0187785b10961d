// What a package of ours carries along instead of having it installed: the files that run of a dependency that publishes many
// more, under its own name and version (`npm ls` and `npm audit` still see it), with its licence. The field `bundle` of a
// package.json says which: a dependency, and patterns of the files to keep. npm installs nothing for what comes in a bundle, so
// what its kept files import becomes a dependency of the package that carries it.
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRecord, readText } from '@percept/core/internal';
import { type Fields, readFields } from './fields.ts';

const licencePattern = /^(licen[cs]e|notice|copying)/i;
const codePattern = /\.[cm]?[jt]s$/;
const keptFields: ReadonlySet<string> = new Set([
  'name',
  'version',
  'description',
  'license',
  'author',
  'homepage',
  'repository',
  'type',
  'main',
  'module',
  'types',
  'exports',
  'imports',
  'browser',
  'sideEffects',
  'engines',
]);

/** Names of dependencies to the patterns of what is kept of them. */
export function bundleOf({ bundle }: Fields): ReadonlyMap<string, readonly string[]> {
  const entries = isRecord(bundle) ? Object.entries(bundle) : [];
  return new Map(
    entries.map(([name, patterns]) => [
      name,
      Array.isArray(patterns) ? patterns.flatMap((pattern) => readText(pattern) ?? []) : [],
    ]),
  );
}

/**
 * Copies what `source`, a package of ours, bundles into the folder that is packed. Returns the dependencies that come of it, names
 * to ranges: what is bundled, and what that needs beside it.
 */
export function stageBundle(source: string, root: string, folder: string): Fields {
  const bundle = bundleOf(readFields(join(source, 'package.json')));
  const carried: Record<string, unknown> = {};
  const needed: Record<string, unknown> = {};
  const neededPeers: Record<string, unknown> = {};
  for (const [name, patterns] of bundle) {
    const from = [source, root]
      .map((place) => join(place, 'node_modules', name))
      .find((place) => existsSync(place));
    if (from === undefined) throw new Error(`${name} is not installed`);
    const to = join(folder, 'node_modules', name);
    const licences = globSync('*', { cwd: from }).filter((file) => licencePattern.test(file));
    const kept = [...patterns.flatMap((pattern) => filesOf(pattern, from)), ...licences];
    for (const file of kept) {
      mkdirSync(dirname(join(to, file)), { recursive: true });
      cpSync(join(from, file), join(to, file));
    }
    if (licences.length === 0) {
      // Not every package brings its licence's text; then ours does.
      const text = join(source, 'licences', `${name.replace('/', '__')}.txt`);
      if (!existsSync(text)) throw new Error(`${name} has no licence file: write ${text}`);
      cpSync(text, join(to, 'LICENSE'));
    }
    const fields = readFields(join(from, 'package.json'));
    const isImported = importedBy(to, kept);
    const optional = isRecord(fields['peerDependenciesMeta']) ? fields['peerDependenciesMeta'] : {};
    carried[name] = fields['version'];
    Object.assign(needed, pick(fields['dependencies'], isImported));
    Object.assign(
      neededPeers,
      pick(fields['peerDependencies'], (peer) => !(peer in optional) && isImported(peer)),
    );
    const manifest = Object.entries(fields).filter(([field]) => keptFields.has(field));
    writeFileSync(
      join(to, 'package.json'),
      `${JSON.stringify(Object.fromEntries(manifest), undefined, 2)}\n`,
    );
  }
  return { ...neededPeers, ...needed, ...carried };
}

function filesOf(pattern: string, from: string): readonly string[] {
  const files = globSync(pattern, { cwd: from });
  if (files.length === 0) throw new Error(`${from} has no ${pattern}`);
  return files;
}

/** Whether a kept file names a package. */
function importedBy(to: string, kept: readonly string[]): (name: string) => boolean {
  const code = kept
    .filter((file) => codePattern.test(file))
    .map((file) => readFileSync(join(to, file), 'utf8'))
    .join('\n');
  return (name) =>
    [`'${name}'`, `"${name}"`, `'${name}/`, `"${name}/`].some((quoted) => code.includes(quoted));
}

function pick(names: unknown, isWanted: (name: string) => boolean): Fields {
  const entries = isRecord(names) ? Object.entries(names) : [];
  return Object.fromEntries(entries.filter(([name]) => isWanted(name)));
}
