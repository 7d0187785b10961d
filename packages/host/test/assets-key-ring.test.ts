// Keys are private, complete, and never lost by rotating at the same moment.
import { execFile } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openKeyRing } from '../src/assets/index.ts';

function freshDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'percept-keys-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const files = (directory: string): readonly string[] => readdirSync(join(directory, 'asset-keys'));

describe('a key ring', { tags: ['f-grant-rotation'] }, () => {
  test('makes its first key when it is first used, for its owner alone', () => {
    const directory = freshDirectory();
    const { id, secret } = openKeyRing({ directory }).active();
    expect(secret.symmetricKeySize).toBe(32);
    expect(files(directory)).toEqual([`${id}.json`]);
    const folder = join(directory, 'asset-keys');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, `${id}.json`)).mode & 0o777).toBe(0o600);
    const again = openKeyRing({ directory }).active();
    expect([again.id, again.secret.equals(secret)]).toEqual([id, true]);
  });

  test('signs with the youngest key and verifies with all of them', () => {
    const directory = freshDirectory();
    let now = 1;
    // A clock that stands still does not confuse their order.
    const ring = openKeyRing({ directory, clock: () => now });
    const first = ring.active();
    const second = ring.rotate();
    const third = ring.rotate();
    expect(ring.active().id).toBe(third.id);
    expect(new Set([first.id, second.id, third.id]).size).toBe(3);
    for (const { id } of [first, second, third]) expect(ring.find(id)?.id).toBe(id);
    expect(openKeyRing({ directory }).active().id).toBe(third.id);
    now += 3_600_010;
    expect(ring.retire([first.id])).toEqual([second.id]);
    expect(ring.find(second.id)).toBeUndefined();
    expect(ring.find(first.id)?.id).toBe(first.id);
    expect(ring.retire([])).toEqual([first.id]);
    expect(files(directory)).toEqual([`${third.id}.json`]);
  });

  test('keeps a key that another process may still be signing with', () => {
    const directory = freshDirectory();
    let now = 1;
    const clock = (): number => now;
    const [one, other] = [openKeyRing({ directory, clock }), openKeyRing({ directory, clock })];
    const old = other.active();
    now += 500;
    one.rotate();
    expect(one.retire([])).toEqual([]);
    // It has not looked at the disk again.
    expect(other.active().id).toBe(old.id);
    now += 1_000;
    expect(other.active().id).toBe(one.active().id);
    now += 3_599_000;
    expect(one.retire([])).toEqual([old.id]);
    expect(other.retire([])).toEqual([]);
  });

  test('finds the keys that another process made, without a disk read for every guess', () => {
    const directory = freshDirectory();
    let now = 0;
    const one = openKeyRing({ directory, clock: () => now });
    const { id } = openKeyRing({ directory }).rotate();
    expect(one.find(id)).toBeUndefined();
    now += 1_000;
    expect(one.find(id)?.id).toBe(id);
    rmSync(join(directory, 'asset-keys'), { recursive: true });
    now += 1_000;
    expect(one.find('guess')).toBeUndefined();
    expect(one.find(id)?.id).toBe(id);
  });

  test(
    'keeps every key when processes begin and rotate at once',
    { timeout: 240_000 },
    async () => {
      const directory = freshDirectory();
      const program = `
      import { openKeyRing } from ${JSON.stringify(new URL('../src/assets/key-ring.ts', import.meta.url).href)};
      const ring = openKeyRing({ directory: ${JSON.stringify(directory)} });
      const ids = [ring.active().id];
      for (let turn = 0; turn < 5; turn++) ids.push(ring.rotate().id);
      console.log(ids.join(' '));`;
      const flags = ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', program];
      const runs = await Promise.all(
        Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, flags)),
      );
      const ids = runs.flatMap(({ stdout }) => stdout.trim().split(' '));
      const ring = openKeyRing({ directory });
      for (const id of ids) expect(ring.find(id)?.id).toBe(id);
      expect(files(directory).every((name) => name.endsWith('.json'))).toBe(true);
    },
  );

  test('refuses keys that others can read or replace, and keys that are damaged', () => {
    const directory = freshDirectory();
    const { id } = openKeyRing({ directory }).active();
    const path = join(directory, 'asset-keys', `${id}.json`);
    chmodSync(path, 0o644);
    expect(() => openKeyRing({ directory })).toThrow(/mode 600/);
    chmodSync(path, 0o600);
    for (const text of ['', '{}', '{"secret":"AAAA","createdAt":1}', '[]']) {
      writeFileSync(path, text);
      expect(() => openKeyRing({ directory })).toThrow();
    }
    rmSync(path);
    symlinkSync('/dev/zero', path);
    expect(() => openKeyRing({ directory })).toThrow(/mode 600/);
  });

  test('does not mind what a writer that died left behind', () => {
    const directory = freshDirectory();
    const ring = openKeyRing({ directory });
    writeFileSync(join(directory, 'asset-keys', '.abc234.tmp'), '{"sec', { mode: 0o600 });
    writeFileSync(join(directory, 'asset-keys', 'notes.txt'), 'mine');
    expect(openKeyRing({ directory }).active().id).toBe(ring.active().id);
  });
});
