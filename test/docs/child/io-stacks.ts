// Loaded into a process before everything else (`--import`): notes which source files stand on the stack whenever the process reads,
// writes, asks its database, starts or tells a child, or answers. SIGUSR2 writes down what was noted since the last one.
import childProcess from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import sqlite from 'node:sqlite';
import workers from 'node:worker_threads';

const { writeFileSync, renameSync } = fs;
const target = process.env['PERCEPT_STACKS'];

if (target !== undefined && workers.isMainThread) {
  const stacks = new Set<string>();
  Error.stackTraceLimit = 200;
  await watch(() => {
    const files = new Error().stack?.matchAll(/packages\/([\w-]+)\/src\/([\w/.-]+)\.tsx?/g) ?? [];
    stacks.add([...new Set([...files].map(([, name, file]) => `${name}/${file}`))].join(' '));
  });
  process.on('SIGUSR2', () => {
    writeFileSync(`${target}.part`, JSON.stringify([...stacks]));
    renameSync(`${target}.part`, target);
    stacks.clear();
  });
}

async function watch(note: () => void): Promise<void> {
  await using file = await fs.promises.open(process.execPath);
  const watched: readonly (readonly [object, readonly string[]])[] = [
    [fs, Object.keys(fs).filter((name) => /^[a-z]/.test(name) && name !== 'promises')],
    [fs.promises, Object.keys(fs.promises).filter((name) => name !== 'constants')],
    [Object.getPrototypeOf(file), ['read', 'readFile', 'write', 'writeFile', 'stat', 'sync']],
    [sqlite.DatabaseSync.prototype, ['exec', 'prepare']],
    [sqlite.StatementSync.prototype, ['run', 'get', 'all', 'iterate']],
    [childProcess, ['spawn', 'fork', 'execFile']],
    [childProcess.ChildProcess.prototype, ['send']],
    [workers.Worker.prototype, ['postMessage']],
    [net.Socket.prototype, ['write', 'end']],
    [http.OutgoingMessage.prototype, ['write', 'end']],
    [http.ServerResponse.prototype, ['writeHead', 'write', 'end']],
    [globalThis, ['fetch']],
  ];
  for (const [owner, names] of watched)
    for (const name of names) {
      const real: unknown = Reflect.get(owner, name);
      if (typeof real !== 'function') continue;
      function noted(this: unknown, ...args: unknown[]): unknown {
        note();
        return Reflect.apply(Object(real), this, args);
      }
      Reflect.set(owner, name, Object.assign(noted, real));
    }
  syncBuiltinESMExports();
}
