// A picture stands on the screen at once because little is loaded before its decoder starts, and nothing that it does not need.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';

const bin = fileURLToPath(new URL('../bin/percept.js', import.meta.url));

/** Writes the address of every module that is loaded, and a line when a process is started, or the thread that decodes without one. */
const watcher = `
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import childProcess from 'node:child_process';
import threads from 'node:worker_threads';
import { writeSync } from 'node:fs';
registerHooks({
  load(url, context, next) {
    writeSync(2, 'loaded ' + url + '\\n');
    return next(url, context);
  },
});
const { spawn } = childProcess;
childProcess.spawn = (...args) => {
  writeSync(2, 'spawned\\n');
  return spawn(...args);
};
threads.Worker = class extends threads.Worker {
  constructor(...args) {
    writeSync(2, 'threaded\\n');
    super(...args);
  }
};
syncBuiltinESMExports();
`;

test('a picture is shown without a renderer and without a store', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'percept-start-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const photo = join(folder, 'photo.jpg');
  await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c03020' } })
    .jpeg()
    .toFile(photo);
  const hooks = join(folder, 'watcher.mjs');
  await writeFile(hooks, watcher);

  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', hooks, bin, 'view', photo],
    { env: { ...process.env, PERCEPT_GRAPHICS: 'kitty', PERCEPT_DATA: join(folder, 'data') } },
  );

  expect(stdout).toContain('\u001b_G');
  expect(stdout).toContain('300x200');
  const events = stderr.split('\n').map((line) => line.replace(/^loaded .*\/packages\//, ''));
  const started = events.findIndex((event) => event === 'spawned' || event === 'threaded');
  expect(started).toBeGreaterThan(0);
  expect(events.filter((event) => /^(?:store|eyes|host|web)\//.test(event))).toEqual([]);
  // What may be asked of a renderer is known without one.
  expect(events.filter((event) => event.startsWith('render/'))).toEqual(['render/src/options.ts']);
  // The decoder is on its way before the rest of the way in, the terminal and the tools are read; a thread belongs to the door.
  const later =
    events[started] === 'spawned' ? /^(?:terminal|agent)\/|\/door\.ts$/ : /^(?:terminal|agent)\//;
  expect(events.slice(0, started).filter((event) => later.test(event))).toEqual([]);
});
