// `npm run bump 0.2.0`: every package gets that version, whatever pins a package of ours pins it, and what stands under
// "Unreleased" in the changelog gets the version as its heading. `npm run relock` comes next; nothing is sent anywhere.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isRecord, readText } from '@percept/core/internal';
import { type Fields, readFields } from './pack/fields.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { root: { type: 'string', default: fileURLToPath(new URL('../', import.meta.url)) } },
});
const [version] = positionals;
const root = resolve(values.root);

if (version === undefined || !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) {
  console.error('Name a version, such as 0.2.0 or 0.2.0-beta.1.');
  process.exitCode = 2;
} else {
  setVersion(version);
}

function setVersion(next: string): void {
  const files = globSync('{package.json,packages/*/package.json}', { cwd: root });
  const manifests = files.map((file) => ({
    path: join(root, file),
    fields: readFields(join(root, file)),
  }));
  const own = new Set(manifests.map(({ fields }) => readText(fields['name'])));
  for (const { path, fields } of manifests) {
    const changed = Object.entries({ ...fields, version: next }).map(([name, value]) => [
      name,
      /dependencies$/i.test(name) && isRecord(value) ? pinned(value, own, next) : value,
    ]);
    writeFileSync(path, `${JSON.stringify(Object.fromEntries(changed), undefined, 2)}\n`);
  }
  const changelog = join(root, 'CHANGELOG.md');
  const text = readFileSync(changelog, 'utf8');
  if (!text.includes('## Unreleased\n')) throw new Error('CHANGELOG.md has nothing unreleased');
  writeFileSync(changelog, text.replace('## Unreleased\n', `## Unreleased\n\n## ${next}\n`));
}

function pinned(names: Fields, own: ReadonlySet<string | undefined>, next: string): Fields {
  return Object.fromEntries(
    Object.entries(names).map(([name, range]) => [name, own.has(name) ? next : range]),
  );
}
