// A store that may be read and not written: reading works, writing is refused, and fsck says what it could not see.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, type TestContext } from 'vitest';
import { fsck, openMemory } from '../src/index.ts';
import { accepted, bytesOf, freshDirectory, message, refusedAs } from './scene.ts';

/** Mounted over itself, read-only, where that is permitted. */
function freeze(context: TestContext, directory: string): void {
  try {
    execFileSync('mount', ['--bind', directory, directory], { stdio: 'ignore' });
    onTestFinished(() => void execFileSync('umount', ['-l', directory]));
    execFileSync('mount', ['-o', 'remount,bind,ro', directory], { stdio: 'ignore' });
  } catch {
    context.skip('a read-only file system cannot be mounted here (needs root and mount)');
  }
}

test('a store on a read-only disk is read and checked, and says that it may not be written', async (context) => {
  const directory = await freshDirectory();
  const writer = await openMemory({ directory });
  const { id } = accepted(await writer.sessions.open());
  accepted(await writer.sessions.append(id, message('kept')));
  const blob = accepted(await writer.put(bytesOf('kept')));
  await writer.close();
  freeze(context, directory);
  await expect(openMemory({ directory })).rejects.toMatchObject({ code: 'directory-unusable' });
  await using memory = await openMemory({ directory, access: 'read' });
  expect(accepted(await memory.sessions.entries(id))).toHaveLength(2);
  expect(accepted(await memory.get(blob))).toHaveLength(4);
  expect(accepted(await memory.collect({ dryRun: true })).kept.young.blobs).toBe(1);
  expect(refusedAs(await memory.put(bytesOf('new')))).toBe('unavailable');
  expect(refusedAs(await memory.sessions.append(id, message('new')))).toBe('forbidden');
  expect(await fsck(directory)).toMatchObject({ sound: true, complete: true });
});

test('reading creates nothing where there is no store', async () => {
  const directory = join(await freshDirectory(), 'none');
  await expect(openMemory({ directory, access: 'read' })).rejects.toMatchObject({
    code: 'directory-unusable',
  });
  expect(existsSync(directory)).toBe(false);
});
