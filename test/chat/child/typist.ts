// Runs inside a real terminal: starts `percept` on a pty of its own, passes everything through in both directions, tells
// its test over a socket what went by, and types what the test says.
// Usage: node typist.ts SOCKET PROGRAM …
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { spawn } from '@lydell/node-pty';
import { isRecord, readText } from '@percept/core/internal';

const [socketPath = '', file = '', ...args] = process.argv.slice(2);
const socket = connect(socketPath);
const tell = (news: object): void => void socket.write(`${JSON.stringify(news)}\n`);
const size = () => ({ cols: process.stdout.columns, rows: process.stdout.rows });

tell({ size: size() });
const pty = spawn(file, args, { ...size(), env: { ...process.env, CI: '', NO_COLOR: '' } });
process.stdin.setRawMode(true);
process.stdin.on('data', (data: Buffer) => {
  tell({ input: data.toString('latin1') });
  pty.write(data.toString());
});
process.stdout.on('resize', () => {
  tell({ size: size() });
  pty.resize(process.stdout.columns, process.stdout.rows);
});
pty.onData((data) => {
  process.stdout.write(data);
  tell({ output: data });
});
pty.onExit(() => tell({ over: true }));
createInterface({ input: socket }).on('line', (line) => {
  const order: unknown = JSON.parse(line);
  if (!isRecord(order)) return;
  const keys = readText(order['type']);
  if (keys !== undefined) pty.write(keys);
  // For the terminal itself: it is asked to change its window.
  const sequence = readText(order['command']);
  if (sequence !== undefined) process.stdout.write(sequence);
});
