// The build as a user gets it: small, complete, and acceptable to the strictest policy.
import { access, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { buildApp, findApp } from '../src/app-files.ts';

const maxAppBytes = 150 * 1024;

async function built(): Promise<string> {
  const outcome = await buildApp();
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

beforeAll(async () => {
  await built();
}, 240_000);

test(
  'the app with the element in it is under 150 KiB gzipped',
  { tags: ['f-web-bundle'], timeout: 240_000 },
  async () => {
    const folder = await built();
    const names = await readdir(join(folder, 'assets'));
    const code = names.filter((name) => /\.(?:js|css)$/.test(name));
    const sizes = await Promise.all(
      [join(folder, 'index.html'), ...code.map((name) => join(folder, 'assets', name))].map(
        async (path) => gzipSync(await readFile(path), { level: 9 }).length,
      ),
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    console.log(`app: ${(total / 1024).toFixed(1)} KiB gzipped in ${sizes.length} files`);
    expect(code.some((name) => name.endsWith('.js'))).toBe(true);
    const script = await readFile(
      join(folder, 'assets', code.find((name) => name.endsWith('.js')) ?? ''),
      'utf8',
    );
    expect(script).toContain('media-envelope');
    expect(total).toBeLessThan(maxAppBytes);
  },
);

test('the page holds no inline script, no inline style and no foreign address', async () => {
  const page = await readFile(join(await built(), 'index.html'), 'utf8');
  expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/);
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/);
  expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
});

test('nothing in the build is a data: address, which the policy forbids', async () => {
  const folder = join(await built(), 'assets');
  const styles = (await readdir(folder)).filter((name) => name.endsWith('.css'));
  expect(styles.length).toBeGreaterThan(0);
  for (const name of styles)
    expect(await readFile(join(folder, name), 'utf8')).not.toMatch(/url\(\s*["']?data:/);
});

test('a build that is newer than its sources is left alone', async () => {
  const page = join(await built(), 'index.html');
  const { mtimeMs } = await stat(page);
  await built();
  expect((await stat(page)).mtimeMs).toBe(mtimeMs);
});

test('a finished build is found, and no half of one lies beside it', async () => {
  const folder = await findApp();
  expect(folder).toBeDefined();
  await access(join(folder ?? '', 'index.html'));
  const mine = (await readdir(join(folder ?? '', '..'))).filter((name) =>
    name.startsWith(`app-${process.pid}-`),
  );
  expect(mine).toEqual([]);
});
