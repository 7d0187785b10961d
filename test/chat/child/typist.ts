// Runs inside a real terminal: starts `percept` on a pty of its own, passes everything through in both directions, and
// types what its script says when the output shows that it is time.
// Usage: node typist.ts SCRIPT.json DONE
import { readFileSync, writeFileSync } from 'node:fs';
import { spawn } from '@lydell/node-pty';

interface Step {
  /** Part of what the program wrote since the step before. */
  readonly when: string;
  readonly type: string;
}

const [scriptFile = '', doneFile = ''] = process.argv.slice(2);
const script: { readonly command: readonly string[]; readonly steps: readonly Step[] } = JSON.parse(
  readFileSync(scriptFile, 'utf8'),
);
const [file = '', ...args] = script.command;
const { columns, rows } = process.stdout;
const pty = spawn(file, args, {
  cols: columns,
  rows,
  env: { ...process.env, CI: '', NO_COLOR: '' },
});
const steps = [...script.steps];
let since = '';
process.stdin.setRawMode(true);
process.stdin.on('data', (data) => pty.write(data.toString('latin1')));
process.stdout.on('resize', () => pty.resize(process.stdout.columns, process.stdout.rows));
pty.onData((data) => {
  process.stdout.write(data);
  since += data;
  const [next] = steps;
  if (!next || !since.includes(next.when)) return;
  steps.shift();
  since = '';
  setTimeout(
    () => (next.type === '' ? writeFileSync(doneFile, 'done') : pty.write(next.type)),
    300,
  );
});
