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

interface Score {
  readonly parts: Map<string, { errors: number; length: number }>;
  identifiers: number;
  right: number;
  cpuMs: number;
  pictures: number;
}

const columns = ['English', 'other languages', 'shrunk to 70 %', 'JPEG q30'] as const;

/** A row of Markdown for each contender. */
export async function compared(
  contenders: readonly Contender[],
  first: number,
  count: number,
): Promise<readonly string[]> {
  const scores = contenders.map((): Score => {
    return { parts: new Map(), identifiers: 0, right: 0, cpuMs: 0, pictures: 0 };
  });
  const browser = await openBrowser();
  try {
    for (let seed = first; seed < first + count; seed += 1) {
      const page = await drawnPage(browser, seed);
      for (const [column, bytes] of await versionsOf(page))
        for (const [at, contender] of contenders.entries()) {
          const score = scores[at];
          if (score) await judge(contender, score, { page, column, bytes });
        }
    }
  } finally {
    await browser.close();
  }
  const percent = ({ parts }: Score, column: string): string => {
    const part = parts.get(column);
    return part ? `${((100 * part.errors) / part.length).toFixed(2)} %` : '–';
  };
  return [
    `| reader | ${columns.join(' | ')} | identifiers exact | CPU a picture |`,
    `| --- |${' --- |'.repeat(columns.length + 2)}`,
    ...scores.map((score, at) => {
      const cells = columns.map((column) => percent(score, column));
      const seconds = (score.cpuMs / score.pictures / 1000).toFixed(1);
      return `| ${contenders[at]?.name} | ${cells.join(' | ')} | ${score.right} of ${score.identifiers} | ${seconds} s |`;
    }),
  ];
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

async function judge(
  { read, cpuMs }: Contender,
  score: Score,
  { page, column, bytes }: Shown,
): Promise<void> {
  const before = cpuMs();
  const texts = await read(bytes);
  score.cpuMs += cpuMs() - before;
  score.pictures += 1;
  const { errors, length } = characterErrors(page.lines, texts);
  const part = score.parts.get(column) ?? { errors: 0, length: 0 };
  score.parts.set(column, { errors: part.errors + errors, length: part.length + length });
  if (bytes !== page.bytes) return;
  const whole = texts.join('\n');
  score.identifiers += page.identifiers.length;
  score.right += page.identifiers.filter((text) => whole.includes(text)).length;
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
