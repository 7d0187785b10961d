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
const blocks = new Set<string>();
const reached: Reached = {
  add: (block) => void blocks.add(block),
  write: () => {
    const test = process.env['PERCEPT_TEST_FILE'];
    if (folder === undefined || test === undefined || blocks.size === 0) return;
    try {
      writeFileSync(
        `${folder}/${randomUUID()}.json`,
        JSON.stringify({ test, blocks: [...blocks] }),
      );
    } catch {
      // A process that may not write says nothing: its blocks are found by the tests of their package.
    }
  },
};
globalThis.perceptReached = reached;
process.on('exit', reached.write);
