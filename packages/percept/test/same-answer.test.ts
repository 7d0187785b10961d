// The command and the library are one door: for every file they take the same, store the same and refuse in the same words.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRecord } from '@percept/core/internal';
import { openDoor } from '@percept/ingest';
import { VolatileBlobStore } from '@percept/store/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownHome } from '../../../test/home.ts';
import { goodCorpus, hostileCorpus, sounds } from '../../ingest/test/corpus/index.ts';

const entry = new URL('../bin/percept.js', import.meta.url).pathname;
/** One call is one message. */
const perCall = 20;
const smallBytes = 20_000;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'percept-same-'));
});
afterAll(() => rm(folder, { recursive: true }));

const page = new TextEncoder().encode('<!doctype html><title>404</title><p>Not found');
const text = new TextEncoder().encode('plain words\n');

/** Good ones by their own names, hostile ones as pictures and without any claim. */
async function cases(): Promise<readonly { readonly name: string; readonly bytes: Uint8Array }[]> {
  const good = await goodCorpus('small');
  const hostile = hostileCorpus()
    .filter(({ bytes }) => bytes.length < smallBytes)
    .filter(({ by }, index) => by === 'door' || index % 4 === 0);
  return [
    ...good.map(({ mime, bytes }, index) => ({
      name: `good-${index}.${mime.slice('image/'.length)}`,
      bytes,
    })),
    ...hostile.map(({ bytes }, index) => ({
      name: index % 2 === 0 ? `odd-${index}.png` : `odd-${index}`,
      bytes,
    })),
    ...sounds().map(({ bytes }, index) => ({ name: `sound-${index}`, bytes })),
    { name: 'page.png', bytes: page },
    { name: 'page.html', bytes: page },
    { name: 'words.txt', bytes: text },
    { name: 'words.jpeg', bytes: text },
    { name: 'words.pdf', bytes: text },
    { name: 'nothing.png', bytes: new Uint8Array() },
    { name: 'größe 图.png', bytes: page },
  ];
}

/** The facts of one answer that both ways give. */
const shared = ['sha256', 'mime', 'width', 'height', 'bytes', 'original', 'steps', 'warnings'];
const told = ['refused', 'message', 'hint'];

function pick(value: unknown, keys: readonly string[]): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw new Error(`No answer: ${JSON.stringify(value)}`);
  return Object.fromEntries(keys.flatMap((key) => (key in value ? [[key, value[key]]] : [])));
}

async function byCommand(names: readonly string[]): Promise<readonly unknown[]> {
  const env = { ...ownHome(folder), PERCEPT_DATA: join(folder, 'data') };
  const out = await new Promise<string>((resolve) => {
    const args = [entry, 'ingest', ...names, '--json'];
    execFile(process.execPath, args, { cwd: folder, env, maxBuffer: 1e8 }, (_, text_) =>
      resolve(text_),
    );
  });
  const answer: unknown = JSON.parse(out);
  const items = isRecord(answer) ? answer['items'] : undefined;
  if (!Array.isArray(items)) throw new Error(`No items: ${out.slice(0, 400)}`);
  return items;
}

describe('the command and the library', { tags: ['d-cli-same-answer'] }, () => {
  test('give the same answer for every file of the corpus', { timeout: 240_000 }, async () => {
    await using door = openDoor({ store: new VolatileBlobStore() });
    const files = await cases();
    for (const { name, bytes } of files) await writeFile(join(folder, name), bytes);
    const wrong: unknown[] = [];
    let taken = 0;
    let refused = 0;
    for (let start = 0; start < files.length; start += perCall) {
      const names = files.slice(start, start + perCall).map(({ name }) => name);
      const said = await byCommand(names);
      for (const [index, name] of names.entries()) {
        const access = { followLinks: 'user-chosen' } as const;
        const outcome = await door.ingest({ kind: 'path', path: name, cwd: folder, access });
        const keys = outcome.ok ? shared : told;
        const library: unknown = outcome.ok
          ? pick({ ...outcome.value.block, ...outcome.value }, shared)
          : pick(outcome.refusal, told);
        if (outcome.ok) taken += 1;
        else refused += 1;
        const command = pick(said[index], keys);
        if (!isDeepEqual(command, library)) wrong.push({ name, command, library });
      }
    }
    expect(wrong).toEqual([]);
    expect(taken).toBeGreaterThan(40);
    expect(refused).toBeGreaterThan(40);
  });
});

function isDeepEqual(one: unknown, other: unknown): boolean {
  try {
    expect(one).toEqual(other);
    return true;
  } catch {
    return false;
  }
}
