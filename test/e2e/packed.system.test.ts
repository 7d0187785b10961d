// The packages as they are installed: compiled, under node_modules, where Node runs no TypeScript. Their dependencies are those
// of this checkout, which stands above the consumer's folder; everything of ours comes from the tarballs' folders.
import { execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isRecord } from '@percept/core/internal';
import { publint } from 'publint';
import { buildApp } from '@percept/web/app';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { stagePackages, type StagedPackage } from '../../scripts/pack/stage.ts';
import { readManifest } from '../../scripts/manifest.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const bin = 'node_modules/percept/bin/percept.js';
let folder: string;
let staged: readonly StagedPackage[];

beforeAll(async () => {
  const app = await buildApp();
  if (!app.ok) throw new Error(app.refusal.message);
  mkdirSync(join(root, '.cache'), { recursive: true });
  folder = mkdtempSync(join(root, '.cache', 'consumer-'));
  staged = stagePackages(join(folder, 'stage'));
  for (const { name, folder: from } of staged) {
    const installed = join(folder, 'node_modules', name);
    cpSync(from, installed, { recursive: true });
    // Where the checkout keeps a version of a dependency for one package only.
    const own = join(root, 'packages', basename(from), 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(installed, 'node_modules'));
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  await sharp({ create: { width: 320, height: 200, channels: 3, background: '#c03020' } })
    .png()
    .toFile(join(folder, 'red.png'));
  writeFileSync(join(folder, 'plan.md'), '# A plan\n\n- one\n- two\n');
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function percept(...args: readonly string[]) {
  const env = { ...process.env, HOME: folder, PERCEPT_DATA: join(folder, 'data') };
  return run(process.execPath, [bin, ...args], { cwd: folder, env });
}

test('nothing that is published is TypeScript source, and publint finds no fault', async () => {
  expect(staged.map(({ name }) => name)).toHaveLength(readdirSync(join(root, 'packages')).length);
  for (const { name, folder: at } of staged) {
    const files = readdirSync(at, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /(?<!\.d)\.tsx?$/.test(file))).toEqual([]);
    const { messages } = await publint({ pkgDir: at, strict: true });
    expect({ name, messages }).toEqual({ name, messages: [] });
  }
});

test('every entry of every package loads', { timeout: 60_000 }, async () => {
  const entries = staged.flatMap(({ name, folder: at }) =>
    readManifest(at).entries.map((entry) => join(name, entry)),
  );
  expect(entries.length).toBeGreaterThan(30);
  // The element is for browsers, and what runs against a test runner needs one.
  const forNode = entries.filter(
    (entry) => !/^@percept\/web$|\/testing$|\/package\.json$/.test(entry),
  );
  const code = `import { statSync } from 'node:fs';
  for (const name of ${JSON.stringify(forNode)}) {
    const url = import.meta.resolve(name);
    if (!url.includes('/consumer-')) throw new Error(url);
    // Weights and what belongs to them are files, not code.
    if (/\\.(onnx|txt)$/.test(name)) {
      if (statSync(new URL(url)).size === 0) throw new Error(name + ' is empty');
      continue;
    }
    if (Object.keys(await import(name)).length === 0) throw new Error(name + ' is empty');
  }`;
  await run(process.execPath, ['--input-type=module', '-e', code], { cwd: folder });
});

test('the README runs: a memory, a door, a look', { timeout: 60_000 }, async () => {
  writeFileSync(
    join(folder, 'agent.js'),
    `import { readFile } from 'node:fs/promises';
     import { createDarkroom, openDoor, openMemory, standardRenderers } from 'percept';
     await using memory = await openMemory({ directory: 'memory' });
     await using door = openDoor({ store: memory });
     const shot = await door.ingest({ kind: 'bytes', bytes: await readFile('red.png') });
     const { tier } = (await door.isolation()).value;
     const darkroom = createDarkroom({ renderers: standardRenderers() });
     const page = await darkroom.develop({ bytes: await readFile('plan.md'), name: 'plan.md' });
     await darkroom.close();
     console.log(JSON.stringify({ width: shot.value.block.width, tier, pages: page.value.pageCount }));`,
  );
  const { stdout } = await run(process.execPath, ['agent.js'], { cwd: folder });
  const said: unknown = JSON.parse(stdout);
  expect(said).toEqual({ width: 320, tier: expect.stringMatching(/bwrap|rlimit/), pages: 1 });
});

test('a compiler knows the types, and refuses what is wrong', { timeout: 60_000 }, async () => {
  writeFileSync(
    join(folder, 'typed.ts'),
    `import { openDoor, openMemory, withPercept } from 'percept';
     import { nothingOfThisName } from '@percept/core';
     await using memory = await openMemory({ directory: '.percept' });
     await using door = openDoor({ store: memory });
     const shot = await door.ingest({ kind: 'bytes', bytes: new Uint8Array() });
     export const kind: 'image' = shot.ok ? shot.value.block.type : shot.refusal.refused;
     export const width: string = memory;
     void withPercept;`,
  );
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        module: 'nodenext',
        target: 'es2024',
        lib: ['es2024', 'esnext.disposable'],
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        types: ['node'],
      },
      files: ['typed.ts'],
    }),
  );
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const failed = await run(process.execPath, [compiler, '-p', folder]).catch(
    (error: unknown) => error,
  );
  const output = isRecord(failed) ? String(failed['stdout']) : '';
  const faults = output.match(/typed\.ts\(\d+,\d+\): error TS\d+/g) ?? [];
  expect(faults.map((fault) => Number(/\((\d+)/.exec(fault)?.[1]))).toEqual([2, 6, 7]);
});

describe('the command', () => {
  test('shows pictures and pages', { timeout: 60_000 }, async () => {
    expect((await percept('--version')).stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
    expect((await percept('view', 'red.png')).stdout).toContain('320x200');
    const page: unknown = JSON.parse((await percept('view', 'plan.md', '--json')).stdout);
    expect(page).toMatchObject({ mime: 'image/png', pages: 1 });
  });

  test('describes without a model', { timeout: 120_000 }, async () => {
    expect((await percept('describe', 'red.png')).stdout).toMatch(/320\s*[x×]\s*200/);
  });

  test('serves its page', { timeout: 60_000 }, async () => {
    const port = await freePort();
    const server = spawn(
      process.execPath,
      [bin, 'serve', '--port', String(port), '--data', join(folder, 'served')],
      { cwd: folder, env: { ...process.env, HOME: folder }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    onTestFinished(async () => {
      server.kill('SIGTERM');
      await new Promise((done) => server.once('exit', done));
    });
    const link = await new Promise<string>((resolve, reject) => {
      let said = '';
      server.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const found = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(said);
        if (found) resolve(found[0]);
      });
      server.once('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)));
    });
    const page = await fetch(new URL('/', link));
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<script');
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return address.port;
}
