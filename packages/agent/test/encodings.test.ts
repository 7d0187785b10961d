// A file keeps its encoding: what read returns is what is there, and an edit changes the words and nothing else.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from '@percept/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEdit } from '../src/tools/edit.ts';
import { createRead } from '../src/tools/read.ts';
import { openScene, type Scene } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  await mkdir(scene.root, { recursive: true });
});
afterAll(() => scene[Symbol.asyncDispose]());

function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.refusal.refused}: ${outcome.refusal.message}`);
  return outcome.value;
}

const bigEnd = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const encoded = {
  'utf-8': (text: string) => Buffer.from(text),
  'utf-8 with a mark': (text: string) => Buffer.from(`\u{feff}${text}`),
  'utf-16le': (text: string) => Buffer.from(`\u{feff}${text}`, 'utf16le'),
  'utf-16be': (text: string) => bigEnd(`\u{feff}${text}`),
  'windows-1252': (text: string) => Buffer.from(text, 'latin1'),
} as const;

const before = 'Grüße\r\nan alle\r\n';
const after = 'Grüße\r\nan möglichst alle\r\n';

async function put(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(scene.root, name);
  await writeFile(path, bytes);
  return path;
}

async function editOnce(path: string, old: string, fresh: string) {
  const workspace = { ...scene.workspace, permit: () => Promise.resolve(true) };
  const { token } = valueOf(await createRead(workspace).run({ ref: path }));
  return createEdit(workspace).run({ path, token, old, new: fresh });
}

describe('A file', () => {
  test.each(Object.entries(encoded))('in %s is read and edited in it', async (name, encode) => {
    const path = await put(`${name}.txt`, encode(before));
    const read = valueOf(await createRead(scene.workspace).run({ ref: path }));
    expect(read.text).toBe('Grüße\r\nan alle\r');
    expect(read.encoding ?? 'utf-8').toBe(name.split(' ')[0]);
    valueOf(await editOnce(path, 'an alle', 'an möglichst alle'));
    expect(await readFile(path)).toEqual(encode(after));
  });

  test('of every byte of windows-1252 is changed in one place only', async () => {
    const all = Buffer.from(Array.from({ length: 96 }, (_, index) => 0xa0 + index));
    const bytes = Buffer.concat([
      Buffer.from('start '.repeat(60)),
      all,
      Buffer.from([0x80, 0x81, 0x9d]),
      Buffer.from(' end'),
    ]);
    const path = await put('all.txt', bytes);
    valueOf(await editOnce(path, ' end', ' END'));
    expect(await readFile(path)).toEqual(
      Buffer.concat([bytes.subarray(0, -4), Buffer.from(' END')]),
    );
  });

  test('in windows-1252 takes no character that it cannot hold', async () => {
    const path = await put('narrow.txt', encoded['windows-1252'](before));
    expect(await editOnce(path, 'alle', 'alle 漢')).toMatchObject({
      ok: false,
      refusal: { refused: 'invalid-input' },
    });
    expect(await readFile(path)).toEqual(encoded['windows-1252'](before));
  });

  test('takes no half of a character', async () => {
    const path = await put('half.txt', encoded['utf-8'](before));
    expect(await editOnce(path, 'alle', 'alle \ud83d')).toMatchObject({
      ok: false,
      refusal: { refused: 'invalid-input' },
    });
    expect(await readFile(path)).toEqual(encoded['utf-8'](before));
  });

  test('of UTF-8 with a broken place is refused, and stays as it is', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Grüße, schöne Grüße '),
      Buffer.from([0xe9]),
      Buffer.from('\n'),
    ]);
    const path = await put('broken.txt', bytes);
    const read = await createRead(scene.workspace).run({ ref: path });
    expect(read).toMatchObject({ ok: false, refusal: { refused: 'corrupt' } });
    expect(await readFile(path)).toEqual(bytes);
  });
});
