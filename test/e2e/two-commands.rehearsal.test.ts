// The README's two commands as a stranger runs them: a fresh clone, the machine's own npm and Node, no root, no font, no
// browser, no sandbox and nothing beside the checkout; `npm start` and all of `npm test` without a network (scripts/rehearse.ts).
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { whyNoBareMachine } from '../../scripts/rehearsal/bare-machine.ts';
import { unless } from '../needs.ts';

const script = fileURLToPath(new URL('../../scripts/rehearse.ts', import.meta.url));

/** Everything that it printed, which is also shown as it comes: it takes minutes. */
function rehearse(): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += String(chunk);
      process.stdout.write(String(chunk));
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(printed);
      else reject(new Error(`The rehearsal failed:\n${printed.slice(-8000)}`));
    });
  });
}

test(
  'npm ci, npm start and npm test work on a machine that has git, npm and an older Node',
  {
    tags: ['d-two-commands', 'p-no-key-no-network'],
    timeout: 3_600_000,
    ...unless(whyNoBareMachine()),
  },
  async () => {
    const printed = await rehearse();
    expect(printed).toMatch(/^\$ npm test .*\(network: none\)$/m);
    expect(printed).toMatch(/^\d{4,} passed, 0 failed(, \d+ skipped)?$/m);
  },
);
