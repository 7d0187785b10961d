// Runs inside a pty: opens a terminal session, says so, and ends in the way that it is told.
// Usage: node child-session.ts WAY
import { setTimeout as sleep } from 'node:timers/promises';
import { openTerminal } from '../../packages/terminal/src/index.ts';

const way = process.argv[2];
const session = openTerminal({
  surroundings: { variables: { TERM: 'xterm-256color' }, platform: 'linux', isTerminal: true },
  input: process.stdin,
  output: process.stdout,
  onInterrupt: () => process.kill(process.pid, 'SIGINT'),
});
const graphics = session.graphics();
process.stdout.write('[open]');
switch (way) {
  case 'close':
    await graphics;
    await session.close();
    break;
  case 'close-at-once':
    await session.close();
    break;
  case 'exit':
    // oxlint-disable-next-line unicorn/no-process-exit
    process.exit(7);
    break;
  case 'handle':
    // oxlint-disable-next-line unicorn/no-process-exit
    process.on('SIGINT', () => setTimeout(() => process.exit(5), 100));
    await sleep(30_000);
    break;
  case 'throw':
    throw new Error('it fell over');
  default:
    await sleep(30_000);
}
