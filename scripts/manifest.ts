// What a package declares about itself, parsed from its package.json: a name, its dependencies, its public face.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Manifest {
  readonly name: string;
  /** What an install of the package brings along. */
  readonly dependencies: ReadonlySet<string>;
  /** What only development or an optional feature brings along. */
  readonly otherDependencies: ReadonlySet<string>;
  /** The keys of the exports map. */
  readonly entries: readonly string[];
  /** Exports key to the file that it runs. */
  readonly targets: ReadonlyMap<string, string>;
}

export function readManifest(folder: string): Manifest {
  const parsed: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const fields = record(parsed);
  if (typeof fields['name'] !== 'string') throw new Error(`${folder}: package.json has no name`);
  const names = (field: string): readonly string[] => Object.keys(record(fields[field]));
  const targets = exportTargets(fields['exports']);
  return {
    name: fields['name'],
    dependencies: new Set([
      ...names('dependencies'),
      ...names('peerDependencies'),
      ...names('optionalDependencies'),
    ]),
    otherDependencies: new Set(names('devDependencies')),
    entries: [...targets.keys()],
    targets,
  };
}

/** Whether `subpath` ('.', './envelope', …) is one of the exported entries, patterns included. */
export function exposes({ entries }: Manifest, subpath: string): boolean {
  return entries.some((entry) => {
    const [before, after] = entry.split('*');
    if (before === undefined || after === undefined) return entry === subpath;
    return (
      subpath.length > before.length + after.length &&
      subpath.startsWith(before) &&
      subpath.endsWith(after)
    );
  });
}

/** Every file that the exports map of the package in `folder` can run, patterns expanded. */
export function entryFiles(folder: string): readonly string[] {
  return [...readManifest(folder).targets.values()]
    .flatMap((target) => (target.includes('*') ? globSync(target, { cwd: folder }) : [target]))
    .map((target) => join(folder, target))
    .filter((path) => !path.endsWith('.json'))
    .toSorted();
}

function exportTargets(field: unknown): ReadonlyMap<string, string> {
  if (typeof field === 'string') return new Map([['.', field]]);
  const targets = new Map<string, string>();
  for (const [entry, value] of Object.entries(record(field))) {
    const target = firstTarget(value);
    if (target !== undefined) targets.set(entry, target);
  }
  return targets;
}

/** Conditions nest; `source` is what development runs, and a null target hides the entry. */
function firstTarget(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const conditions = record(value);
  for (const name of ['source', 'import', 'default'])
    if (name in conditions) return firstTarget(conditions[name]);
  return undefined;
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}
