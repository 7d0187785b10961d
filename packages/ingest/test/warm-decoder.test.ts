// Compiled code for the decoder: made once by code that has seen no picture, and only read from inside the walls.
import { once } from 'node:events';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DecoderPool } from '../src/decoder/index.ts';
import { openDoor } from '../src/index.ts';
import { warmDecoder } from '../src/decoder/warm-decoder.ts';
import { makeFolder } from './fixtures/sources/folder.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const never = async (): Promise<never> => {
  throw new Error('nothing is stored for a bitmap');
};
const store = { put: never, get: never, size: never, remove: never, list: async function* () {} };

async function filesIn(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

async function decodes(codeCache: string): Promise<boolean> {
  await using door = openDoor({ store, decoder: new DecoderPool({ codeCache }) });
  return (await door.bitmap(png)).ok;
}

test(
  'a decoder starts from code that was compiled before, and changes none of it',
  { timeout: 240_000 },
  async () => {
    const folder = join(await makeFolder(), 'code');
    await mkdir(folder);
    await once(warmDecoder(folder), 'exit');
    const files = await filesIn(folder);
    expect(files.length).toBeGreaterThan(20);
    const times = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs));
    expect(await decodes(folder)).toBe(true);
    expect(await filesIn(folder)).toEqual(files);
    expect(await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs))).toEqual(times);
  },
);

test(
  'a decoder starts as ever where the folder is missing, empty or full of nonsense',
  { timeout: 240_000 },
  async () => {
    const folder = await makeFolder();
    expect(await decodes(join(folder, 'missing'))).toBe(true);
    expect(await decodes(folder)).toBe(true);
    await writeFile(join(folder, 'nonsense'), 'nonsense');
    expect(await decodes(folder)).toBe(true);
  },
);
