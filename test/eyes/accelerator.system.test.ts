// The native runtime as an accelerator: used where it works and reads the same, and never able to spoil or to stop reading.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createEyes, eyesVersion, type Description, type EyesOptions } from '@percept/eyes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasNativeRuntime, nativeFolder } from './native-runtime.ts';
import { lines } from './pictures.ts';

const timeout = 240_000;
const limits = { describeTimeoutMs: 180_000 };
const texts = [
  'Save changes to the project',
  'Error: cannot open file.txt at 42',
  'Total 1,284.50',
];
let folder = '';
let picture: Uint8Array;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'percept-native-'));
  picture = await lines(texts, { size: 18 });
});
afterAll(() => rm(folder, { recursive: true }));

async function seen(options: EyesOptions): Promise<Description> {
  await using eyes = createEyes({ limits, ...options });
  const described = await eyes.describe(picture);
  if (!described.ok) throw new Error(described.refusal.message);
  return described.value;
}

/** A folder with a package of that name that does what the source says. */
async function pretender(name: string, source: string): Promise<string> {
  const home = join(folder, name);
  const pack = join(home, 'node_modules', 'onnxruntime-node');
  await mkdir(pack, { recursive: true });
  await writeFile(join(pack, 'package.json'), '{"name":"onnxruntime-node","main":"index.js"}');
  await writeFile(join(pack, 'index.js'), source);
  return home;
}

test(
  'a native runtime that works reads the same text, and the version names it',
  { tags: ['f-eyes-wasm-default'], timeout },
  async (context) => {
    if (!(await hasNativeRuntime()))
      context.skip('onnxruntime-node could not be had from the npm registry');
    const native = await seen({ acceleratorFrom: nativeFolder });
    const wasm = await seen({ acceleratorFrom: nativeFolder, accelerator: 'wasm' });
    expect(native.version).toContain('ort-node-1.30.0');
    expect(wasm.version).toBe(eyesVersion);
    expect(native.lines.map(({ text }) => text)).toEqual(texts);
    expect(wasm.lines.map(({ text }) => text)).toEqual(texts);
  },
);

const wrong = `exports.InferenceSession = class {
  static async create() {
    return { inputNames: ['x'], outputNames: ['y'], release: async () => {},
      run: async ({ x }) => ({ y: { data: new Float32Array(x.dims[2] * x.dims[3]), dims: [1, 1, x.dims[2], x.dims[3]] } }) };
  }
};`;

test.each([
  ['does not load', 'throw new Error("no library");'],
  ['is something else', 'exports.hello = 1;'],
  [
    'cannot open a network',
    'exports.InferenceSession = class { static async create() { throw 1; } };',
  ],
  ['opens nothing', 'exports.InferenceSession = class { static async create() { return null; } };'],
  ['reads something else', wrong],
  ['takes its process with it', 'process.abort();'],
])('a native runtime that %s is left for the wasm one', { timeout }, async (name, source) => {
  const described = await seen({ acceleratorFrom: await pretender(name, source) });
  expect(described.version).toBe(eyesVersion);
  expect(described.lines.map(({ text }) => text)).toEqual(texts);
});

test(
  'a runtime in the working directory is not run, nor any when wasm is asked for',
  { timeout },
  async () => {
    const mark = join(folder, 'mark');
    const source = `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '');`;
    const home = await pretender('trap', source);
    await writeFile(join(home, 'a.png'), picture);
    const entry = fileURLToPath(new URL('../../packages/percept/bin/percept.js', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [entry, 'describe', 'a.png'], {
      cwd: home,
    });
    expect(stdout).toContain(texts[1]);
    await seen({ acceleratorFrom: home, accelerator: 'wasm' });
    await expect(stat(mark)).rejects.toThrow('ENOENT');
    await seen({ acceleratorFrom: home });
    expect((await stat(mark)).isFile()).toBe(true);
  },
);

test('an accelerator that does not exist is a usage error', { timeout }, async () => {
  await writeFile(join(folder, 'a.png'), picture);
  const entry = fileURLToPath(new URL('../../packages/percept/bin/percept.js', import.meta.url));
  const run = promisify(execFile)(process.execPath, [entry, 'describe', 'a.png'], {
    cwd: folder,
    env: { ...process.env, PERCEPT_EYES_ACCELERATOR: 'gpu' },
  });
  await expect(run).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('PERCEPT_EYES_ACCELERATOR takes auto or wasm'),
  });
});
