// From a command to its picture, as a person waits for it: a fresh process and an empty store each time, one kind of source
// after the other in turns, beside the bare start of Node and of other programs that draw in a terminal, where they are.
// Last, the processor time of one import, beside other packages: `--from FOLDER` takes what is installed there, a packed release say.
//   npm run bench -- start [--rounds N] [--only TEXT] [--from FOLDER]
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { photo } from '../packages/terminal/test/fixtures/rasters.ts';
import { exhibits } from '../scripts/contact-sheet/exhibits.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    from: { type: 'string', default: fileURLToPath(new URL('.', import.meta.url)) },
  },
});
const percept = fileURLToPath(new URL('../packages/percept/bin/percept.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'percept-start-'));

interface Subject {
  readonly title: string;
  readonly file: string;
  readonly args: readonly string[];
}

interface Wait {
  /** Until something stands on the screen. */
  readonly drawnMs: number;
  readonly endedMs: number;
}

let store = 0;

function start({ file, args }: Subject): Promise<Wait> {
  store += 1;
  const began = performance.now();
  const child = spawn(file, args, {
    cwd: folder,
    env: {
      ...process.env,
      PERCEPT_GRAPHICS: 'kitty',
      PERCEPT_PROGRAMS: 'none',
      PERCEPT_DATA: join(folder, `store-${store}`),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let drawnMs: number | undefined;
    child.stdout.on('data', () => (drawnMs ??= performance.now() - began));
    child.on('error', reject);
    child.on('close', (code) => {
      const endedMs = performance.now() - began;
      if (code === 0) resolve({ drawnMs: drawnMs ?? endedMs, endedMs });
      else reject(new Error(`${file} ${args.join(' ')} ended with ${code}`));
    });
  });
}

async function photograph(width: number, height: number): Promise<string> {
  const { data } = photo(width, height);
  const path = join(folder, `photo-${width}x${height}.jpg`);
  await sharp(data, { raw: { width, height, channels: 4 } })
    .jpeg({ quality: 85 })
    .toFile(path);
  return path;
}

function look(title: string, path: string): Subject {
  return { title, file: process.execPath, args: [percept, 'view', path] };
}

function keep(name: string, bytes: Uint8Array): string {
  const path = join(folder, basename(name));
  writeFileSync(path, bytes);
  return path;
}

/** Of the whole process, so that a start of Node alone is the measure of the rest. */
function importMs(name: string): number {
  const load = name === '' ? '' : `await import('${name}');`;
  const tell = 'const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);';
  const args = ['--no-warnings', '--input-type=module', '-e', load + tell];
  return Number(spawnSync(process.execPath, args, { cwd: values.from, encoding: 'utf8' }).stdout);
}

const hasProgram = (file: string): boolean => spawnSync(file, ['--version']).status === 0;
const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[list.length >> 1] ?? Number.NaN;

try {
  const screenPhoto = await photograph(1024, 768);
  const others = [
    { title: 'chafa photo 1024x768', file: 'chafa', args: ['-f', 'kitty', screenPhoto] },
    { title: 'timg photo 1024x768', file: 'timg', args: ['-pk', '-g80x24', screenPhoto] },
  ];
  const subjects: readonly Subject[] = [
    { title: 'node, doing nothing', file: process.execPath, args: ['-e', '0'] },
    { title: 'percept --help', file: process.execPath, args: [percept, '--help'] },
    look('photo 1024x768', screenPhoto),
    look('photo 4000x3000', await photograph(4000, 3000)),
    look('README.md', fileURLToPath(new URL('../README.md', import.meta.url))),
    ...exhibits
      .filter(({ program }) => program !== true)
      .map(({ title, name, bytes }) => look(title, keep(name, bytes))),
    ...others.filter(({ file }) => hasProgram(file)),
  ].filter(({ title }) => title.includes(values.only));

  const waits = new Map<Subject, Wait[]>(subjects.map((subject) => [subject, []]));
  for (const subject of subjects) await start(subject);
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [subject, list] of waits) list.push(await start(subject));
  }
  const imports = [
    { title: 'import of nothing', name: '' },
    ...['percept', 'ai', 'zod'].map((name) => ({ title: `import of ${name}`, name })),
  ].filter(({ title }) => title.includes(values.only));
  if (subjects.length + imports.length === 0) throw new Error(`nothing is named ${values.only}`);
  if (waits.size > 0) console.log('what                      first output ms   (best)   ended ms');
  for (const [{ title }, list] of waits) {
    const drawn = list.map((wait) => wait.drawnMs);
    const figures = [median(drawn), Math.min(...drawn), median(list.map((wait) => wait.endedMs))];
    const cells = figures.map((ms, index) => ms.toFixed(0).padStart([17, 9, 11][index] ?? 0));
    console.log(title.slice(0, 24).padEnd(24) + cells.join(''));
  }
  if (imports.length > 0) console.log('what                       processor ms of the process');
  for (const { title, name } of imports) {
    const spent = Array.from({ length: 10 }, () => importMs(name));
    console.log(title.padEnd(24) + median(spent).toFixed(0).padStart(17));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
