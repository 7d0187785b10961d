// A person who saves the file every few milliseconds, in place and by renaming, and looks each time whether the last save is
// still there. A save that is gone is noted in lost.log; one letter on standard output stands for each save.
import {
  appendFileSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = process.argv[2] ?? '';
// The folder itself, whatever its name leads to by now.
const folder = openSync(join(root, 'd'), 'r');
const at = (name: string): string => `/proc/self/fd/${folder}/${name}`;
let saved = 0;
const end = new AbortController();
process.on('SIGTERM', () => end.abort());

function read(): string | undefined {
  try {
    return readFileSync(at('f.txt'), 'utf8');
  } catch {
    return undefined;
  }
}

const savedIn = (text: string | undefined): number =>
  Number(/saved (\d+)/.exec(text ?? '')?.[1] ?? saved);

while (!end.signal.aborted) {
  let text = read();
  // What was saved while an edit was put in place stands there again in a moment; what is lost does not.
  if (savedIn(text) < saved) {
    await sleep(1000);
    text = read();
  }
  const found = savedIn(text);
  if (found < saved) appendFileSync(join(root, 'lost.log'), `${saved} became ${found}\n`);
  saved += 1;
  const edited = /edited \d+/.exec(text ?? '')?.[0] ?? 'edited 0';
  const next = `${edited}\nsaved ${saved}\n`;
  if (saved % 2 === 0) writeFileSync(at('f.txt'), next);
  else {
    writeFileSync(at('f.txt~'), next);
    renameSync(at('f.txt~'), at('f.txt'));
  }
  writeSync(1, '.');
  await sleep(Math.random() * 30);
}
