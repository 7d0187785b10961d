// The README's two commands as a stranger runs them: a fresh clone, the machine's own npm and Node, no root, no font, no
// browser, no sandbox and nothing beside the checkout; `npm start` and `npm test` without a network (scripts/rehearse.ts). A part
// of the tests runs here, because all of them have run just before; by hand the script runs all.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { whyNoBareMachine } from '../../scripts/rehearsal/bare-machine.ts';
import { unless } from '../needs.ts';

// What a machine without bubblewrap decodes otherwise stands first: it was red there.
const part = [
  'packages/ingest/test/decoder',
  'packages/ingest/test/siege',
  'packages/percept/test/view-start',
  'packages/core/test',
  'packages/percept/test/command.test.ts',
  'test/docs',
];
const script = fileURLToPath(new URL('../../scripts/rehearse.ts', import.meta.url));

/** Everything that it printed; a failure is an error that holds the end of it. */
function rehearse(): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script, ...part], { maxBuffer: 1e8 }, (error, out, err) => {
      if (error) reject(new Error(`The rehearsal failed:\n${`${out}${err}`.slice(-8000)}`));
      else resolve(out);
    });
  });
}

test(
  'npm ci, npm start and npm test work on a machine that has git, npm and an older Node',
  {
    tags: ['p-no-key-no-network'],
    timeout: 1_200_000,
    ...unless(whyNoBareMachine()),
  },
  async () => {
    const printed = await rehearse();
    expect(printed).toMatch(/^\$ npm test .*\(network: none\)$/m);
    expect(printed).toMatch(/^\d+ passed, 0 failed(, \d+ skipped)?$/m);
  },
);
