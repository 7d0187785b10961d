import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

const examples = new URL('../../docs/examples/', import.meta.url);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'percept-examples-'));
  const picture = sharp({
    create: { width: 2000, height: 900, channels: 3, background: '#1f8a70' },
  });
  await writeFile(join(folder, 'sample.png'), await picture.png().toBuffer());
});
afterAll(() => rm(folder, { recursive: true }));

const names = (await readdir(examples)).filter((name) => name.endsWith('.ts'));

test.for(names)('docs/examples/%s runs and prints something', async (name) => {
  const out = await new Promise<string>((resolve, reject) => {
    const args = [
      new URL(name, examples).pathname,
      join(folder, 'sample.png'),
      join(folder, `data-${name}`),
    ];
    execFile(process.execPath, args, (error, stdout, stderr) =>
      error ? reject(new Error(stderr)) : resolve(stdout),
    );
  });
  expect(out.trim()).not.toBe('');
  expect(out).not.toContain('refused');
});
