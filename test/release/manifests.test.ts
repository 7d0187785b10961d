// What a stranger reads of a package before it is installed: what it is, how it is found, whose it is, and one example.
import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readFields } from '../../scripts/pack/fields.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folders = globSync('packages/*/package.json', { cwd: root }).map((file) => dirname(file));

test.for(folders)('%s says what it is, and shows one example', (folder) => {
  const fields = readFields(join(root, folder, 'package.json'));
  expect(fields).toMatchObject({
    description: expect.stringMatching(/^.{30,}\.$/),
    keywords: expect.arrayContaining([expect.any(String), expect.any(String)]),
    license: 'Apache-2.0',
  });
  const readme = readFileSync(join(root, folder, 'README.md'), 'utf8');
  expect(readme.startsWith(`# ${String(fields['name'])}\n`)).toBe(true);
  // A block of code that names the package, or its command.
  const blocks = [...readme.matchAll(/```\w+\n([^]*?)```/g)].map(([, code]) => code ?? '');
  expect(blocks.join('\n')).toContain(String(fields['name']));
});

test('the weights that come with local eyes weigh 12 MB at most', () => {
  const folder = join(root, 'packages/reader-weights');
  const files = readFields(join(folder, 'package.json'))['files'];
  const sizes = Array.isArray(files) ? files.map((name) => statSync(join(folder, name)).size) : [];
  expect(sizes.length).toBe(4);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(12_000_000);
});
