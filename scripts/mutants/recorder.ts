// Loaded into every Node of a run that asks which tests reach which blocks. Imports nothing of this project, which it watches.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';

interface Reached {
  add: (block: string) => void;
  /** Written down for the test file that is running; what it started inherits its name. */
  write: () => void;
}

declare global {
  var perceptReached: Reached | undefined;
}

const folder = process.env['PERCEPT_REACHED'];
const name = randomUUID();
const blocks = new Set<string>();
const reached: Reached = {
  add: (block) => void blocks.add(block),
  write: () => {
    const test = process.env['PERCEPT_TEST_FILE'];
    if (folder === undefined || test === undefined) return;
    try {
      const { user, system } = process.cpuUsage();
      const costMs = Math.round((user + system) / 1000);
      writeFileSync(
        `${folder}/${name}.json`,
        JSON.stringify({ test, costMs, blocks: [...blocks] }),
      );
    } catch {
      // A process that may not write says nothing: its blocks are found by the tests of their package.
    }
  },
};
globalThis.perceptReached = reached;
process.on('exit', reached.write);
