// Makes the folder `d` a link to elsewhere and a folder again, as fast as it can, until it is ended.
import { renameSync } from 'node:fs';
import { join } from 'node:path';

const root = process.argv[2] ?? '';
const at = (name: string): string => join(root, name);
const pause = new Int32Array(new SharedArrayBuffer(4));
const end = new AbortController();
process.on('SIGTERM', () => end.abort());

function turn(): void {
  for (let count = 0; count < 50; count++) {
    renameSync(at('d'), at('aside'));
    renameSync(at('l'), at('d'));
    Atomics.wait(pause, 0, 0, Math.random() * 4);
    renameSync(at('d'), at('l'));
    renameSync(at('aside'), at('d'));
    Atomics.wait(pause, 0, 0, Math.random() * 4);
  }
  if (end.signal.aborted) process.exit(0);
  setImmediate(turn);
}

turn();
