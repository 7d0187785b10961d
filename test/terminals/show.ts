// Runs inside the terminal under test: a bar, `percept view`, a bar, and a file that says it is done.
// Usage: node show.ts PICTURE FOLDER LINES
// LINES of text come first, so that the picture is drawn at the bottom of the screen and everything scrolls.
import { spawnSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const [file = '', folder = '', lines = '0'] = process.argv.slice(2);
const command = new URL('../../packages/percept/bin/percept.js', import.meta.url).pathname;
const bar = (colour: number): string => `\u001b[48;5;${colour}m${' '.repeat(20)}\u001b[0m\n`;

process.stdout.write('earlier\n'.repeat(Number(lines)) + bar(201));
const { status } = spawnSync(
  process.execPath,
  [command, 'view', file, '--data', join(folder, 'data')],
  {
    stdio: 'inherit',
    // The test runner's CI is not the CI of the person in front of this terminal.
    env: { ...process.env, CI: '', NO_COLOR: '' },
  },
);
process.stdout.write(bar(51));
// Whoever waits for the file reads it at once.
writeFileSync(join(folder, 'status'), String(status));
renameSync(join(folder, 'status'), join(folder, 'done'));
await sleep(60_000);
