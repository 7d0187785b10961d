// The same pages for every reader, in one run: local eyes, tesseract.js and tesseract, over seeds that are only counted. Who has
// one language reads all pages with it.
import { isRecord } from '@percept/core/internal';
import type { Eyes } from '@percept/eyes';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import sharp from 'sharp';
import type { Worker } from 'tesseract.js';
import { characterErrors } from '../../test/eyes/errors.ts';
import { drawnPage, openBrowser, type Drawn } from './draw.ts';
import type { Note, Notes } from './notes.ts';

export interface Contender {
  readonly name: string;
  readonly read: (bytes: Buffer) => Promise<readonly string[]>;
  /** What it has used until now. */
  readonly cpuMs: () => number;
}

export function localEyes(eyes: Eyes, cpuMs: () => number): Contender {
  return {
    name: 'local eyes',
    read: async (bytes) => {
      const seen = await eyes.describe(bytes);
      return seen.ok ? seen.value.lines.map(({ text }) => text) : [];
    },
    cpuMs,
  };
}

export function tesseractJs(worker: Worker): Contender {
  return {
    name: 'tesseract.js 7 (eng, best_int)',
    read: async (bytes) => {
      const { data } = await worker.recognize(bytes);
      return isRecord(data) && typeof data['text'] === 'string' ? data['text'].split('\n') : [];
    },
    cpuMs: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
  };
}

/** Debian's program; undefined where it is not installed. Text of screens is small, so it also gets them twice as large. */
export function tesseract(scale: 1 | 2, mode: 3 | 11): Contender | undefined {
  const told = spawnSync('tesseract', ['--version'], { encoding: 'utf8' });
  if (told.status !== 0) return undefined;
  const version = /tesseract (\S+)/.exec(`${told.stdout}${told.stderr}`)?.[1] ?? '';
  return {
    name: `tesseract ${version} (eng, psm ${mode}${scale === 2 ? ', twice the size' : ''})`,
    read: async (bytes) => {
      const image = sharp(bytes);
      const { width } = await image.metadata();
      const input = scale === 1 ? bytes : await image.resize({ width: width * scale }).toBuffer();
      const args = ['stdin', 'stdout', '-l', 'eng', '--psm', String(mode)];
      const env = { ...process.env, OMP_THREAD_LIMIT: '1' };
      return spawnSync('tesseract', args, { input, encoding: 'utf8', env }).stdout.split('\n');
    },
    cpuMs: () => {
      const stat = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(stat[13]) + Number(stat[14])) * 10;
    },
  };
}

const columns = ['English', 'other languages', 'shrunk to 70 %', 'JPEG q30'] as const;

/** A row of Markdown for each contender. What `notes` has already is not read again. */
export async function compared(
  contenders: readonly Contender[],
  seeds: { readonly first: number; readonly count: number },
  notes: Notes,
): Promise<readonly string[]> {
  const browser = await openBrowser();
  const pages = { done: 0, startedAt: performance.now() };
  try {
    for (let seed = seeds.first; seed < seeds.first + seeds.count; seed += 1) {
      if (notes.has(seed, contenders)) continue;
      const page = await drawnPage(browser, seed);
      const found: Note[] = [];
      for (const [column, bytes] of await versionsOf(page))
        for (const contender of contenders)
          found.push(await judged(contender, { page, column, bytes }));
      notes.add(found);
      pages.done += 1;
      const each = (performance.now() - pages.startedAt) / pages.done / 1000;
      console.error(`page ${seed - seeds.first + 1} of ${seeds.count}, ${each.toFixed(0)} s each`);
    }
  } finally {
    await browser.close();
  }
  return [
    `| reader | ${columns.join(' | ')} | identifiers exact | CPU a picture |`,
    `| --- |${' --- |'.repeat(columns.length + 2)}`,
    ...contenders.map(({ name }) => rowOf(name, notes.of(name, seeds))),
  ];
}

function rowOf(name: string, notes: readonly Note[]): string {
  const sum = (of: readonly Note[], key: 'errors' | 'length' | 'cpuMs' | 'ids' | 'right'): number =>
    of.reduce((total, note) => total + note[key], 0);
  const cells = columns.map((column) => {
    const own = notes.filter((note) => note.column === column);
    return own.length === 0
      ? '–'
      : `${((100 * sum(own, 'errors')) / sum(own, 'length')).toFixed(2)} %`;
  });
  const seconds = (sum(notes, 'cpuMs') / notes.length / 1000).toFixed(1);
  return `| ${name} | ${cells.join(' | ')} | ${sum(notes, 'right')} of ${sum(notes, 'ids')} | ${seconds} s |`;
}

async function versionsOf(page: Drawn): Promise<readonly (readonly [string, Buffer])[]> {
  const { bytes, language, seed } = page;
  const plain = [language === 'en' ? 'English' : 'other languages', bytes] as const;
  if (seed % 4 !== 0) return [plain];
  const { width } = await sharp(bytes).metadata();
  const shrunk = sharp(bytes).resize({ width: Math.round(width * 0.7) });
  return [
    plain,
    ['shrunk to 70 %', await shrunk.png().toBuffer()],
    ['JPEG q30', await sharp(bytes).jpeg({ quality: 30 }).toBuffer()],
  ];
}

interface Shown {
  readonly page: Drawn;
  readonly column: string;
  readonly bytes: Buffer;
}

async function judged(
  { name, read, cpuMs }: Contender,
  { page, column, bytes }: Shown,
): Promise<Note> {
  const before = cpuMs();
  const texts = await read(bytes);
  const used = cpuMs() - before;
  const { errors, length } = characterErrors(page.lines, texts);
  const whole = texts.join('\n');
  const own = bytes === page.bytes ? page.identifiers : [];
  const right = own.filter((text) => whole.includes(text)).length;
  return { name, seed: page.seed, column, errors, length, cpuMs: used, ids: own.length, right };
}

const start = '<!-- bench/eyes.ts --beside: the table begins -->';
const end = '<!-- bench/eyes.ts --beside: the table ends -->';

/** Between two marks of the page, with the day. */
export function writeTable(page: string, rows: readonly string[], count: number): void {
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no place for the table.`);
  const day = new Date().toISOString().slice(0, 10);
  const said = `\`node bench/eyes.ts --beside ${count} --write\`, ${day}: the same ${count} pages of seeds that nobody looked at, for each reader in turn; tesseract has its English data alone. Load ${loadavg()[0]?.toFixed(1)} at the end.`;
  writeFileSync(
    page,
    `${text.slice(0, from)}${start}\n\n${said}\n\n${rows.join('\n')}\n\n${text.slice(to)}`,
  );
}
