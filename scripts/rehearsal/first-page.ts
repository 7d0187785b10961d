// Runs in the bare machine: `npm start` as the README says, and the page behind the link that it prints, printed.
import { spawn } from 'node:child_process';

const child = spawn('npm', ['start', '--', '--port', '0'], {
  // A group of its own, so that npm and the server end together.
  detached: true,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
let printed = '';
const link = await new Promise<string>((resolve, reject) => {
  child.stdout.on('data', (chunk) => {
    printed += String(chunk);
    const found = /http:\S+\?key=\S+/.exec(printed)?.[0];
    if (found !== undefined) resolve(found);
  });
  void gone.then(() => reject(new Error(`npm start ended:\n${printed}`)));
});
const answer = await fetch(link);
console.log(await answer.text());
if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
await gone;
