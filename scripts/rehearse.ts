// `node scripts/rehearse.ts [TEST …]`: the README's two commands as a stranger runs them, on a fresh clone in a bare machine:
// `npm ci` with the network, then `npm start` and `npm test` without; only the tests that are named, where some are. Prints what
// they print; the exit code says whether both worked. What is judged is the machine: a program that a test forgot to bring is
// missing at its second try too.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type BareMachine,
  npmCacheFolder,
  spawnBare,
  whyNoBareMachine,
} from './rehearsal/bare-machine.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

const reason = whyNoBareMachine();
if (reason !== undefined) throw new Error(reason);
const home = await mkdtemp(join(tmpdir(), 'percept-rehearsal-'));
try {
  execFileSync('git', ['clone', '-q', '--depth', '1', `file://${repository}`, `${home}/percept`]);
  const machine: BareMachine = { home, npmCache: npmCacheFolder() };
  await act(machine, ['npm', 'ci', '--prefer-offline'], 'npm');
  const page = await act(
    machine,
    ['node_modules/.bin/node', 'scripts/rehearsal/first-page.ts'],
    'none',
  );
  if (!page.includes('<title>Percept</title>')) throw new Error('npm start showed no page');
  const tested = await act(
    machine,
    ['npm', 'test', '--', '--retry', '1', ...process.argv.slice(2)],
    'none',
  );
  const last = tested.trimEnd().split('\n').at(-1) ?? '';
  if (!/^\d+ passed, 0 failed(, \d+ skipped)?$/.test(last)) throw new Error(last);
} finally {
  await rm(home, { recursive: true, force: true });
}

/** Everything that it printed, which is shown as it comes. */
async function act(
  machine: BareMachine,
  command: readonly string[],
  network: 'npm' | 'none',
): Promise<string> {
  console.log(`\n$ ${command.join(' ')}   (network: ${network})`);
  const started = performance.now();
  const child = spawnBare(machine, command, network);
  let printed = '';
  const keep = (chunk: unknown): void => {
    printed += String(chunk);
    process.stdout.write(String(chunk));
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const code = await new Promise((resolve) => child.once('close', resolve));
  console.log(`(${Math.round((performance.now() - started) / 1000)} s)`);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${String(code)}`);
  return printed;
}
