// Local eyes and ears over the shared cases, beside tesseract.js in the same run: errors, CPU time and memory.
// Usage: node bench/eyes.ts [--only PATTERN] [--no-tesseract] [--sizes N] [--variants N] [--pages N] [--unseen N] [--beside N [--write]]
// `--pages` reads N pages that Chromium draws from the seeds that were tuned on, `--unseen` N from seeds that are only
// counted, never looked at; `--beside` reads N of those with local eyes, tesseract.js and tesseract and does nothing else (a run that was cut off
// goes on where it was), and `--write` puts its table into docs/eyes.md. All in font families that the reader was not trained on. `--variants` adds N seeds of drawn screens, photographs and charts that are in no folder.
import { isRecord } from '@percept/core/internal';
import { createEyes, eyesVersion, type Eyes } from '@percept/eyes';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { createWorker, OEM, type Worker } from 'tesseract.js';
import {
  audioCases,
  chartCases,
  noCases,
  screenCases,
  type ChartCase,
} from '../test/eyes/cases.ts';
import { chartScore } from '../test/eyes/chart-score.ts';
import { characterErrors, wordErrors, wordsOf } from '../test/eyes/errors.ts';
import { hasSpeechModel, speechFolder } from '../test/eyes/speech-model.ts';
import { readableKinds, silentKinds } from '../test/eyes/variants/chart-plan.ts';
import { drawnChart } from '../test/eyes/variants/charts.ts';
import { drawnPie, pieKinds } from '../test/eyes/variants/pies.ts';
import { photographed, poorLight, steadyHand } from '../test/eyes/variants/photo.ts';
import { drawnScreen } from '../test/eyes/variants/screens.ts';
import { Seeded } from '../test/eyes/variants/seeded.ts';
import { compared, localEyes, tesseract, tesseractJs, writeTable } from './eyes/beside.ts';
import { drawnPage, openBrowser } from './eyes/draw.ts';
import { Notes } from './eyes/notes.ts';
import { fontsFile } from '../test/fonts.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '.' },
    'no-tesseract': { type: 'boolean', default: false },
    sizes: { type: 'string', default: '0' },
    variants: { type: 'string', default: '0' },
    pages: { type: 'string', default: '0' },
    unseen: { type: 'string', default: '0' },
    beside: { type: 'string', default: '0' },
    write: { type: 'boolean', default: false },
  },
});
if (noCases !== undefined) throw new Error(noCases);
process.env['FONTCONFIG_FILE'] = fontsFile();
const only = new RegExp(options.only);
const patient = {
  limits: { describeTimeoutMs: 600_000, maxWorkerMemoryBytes: 2 ** 31, idleMs: 600_000 },
};

interface Sum {
  errors: number;
  length: number;
  cpuMs: number;
  count: number;
}

function groupOf(id: string): string {
  const degraded = /^(jpeg30|shrunk70|photohard|photo)-/.exec(id)?.[1];
  return degraded ?? (id.endsWith('2x') ? 'screens 2x' : 'screens 1x');
}

/** The process of the eyes, which is this one's child. Linux only. */
function workerStatus(): {
  readonly cpuMs: number;
  readonly rssMb: number;
  readonly peakMb: number;
} {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ');
  const pid =
    children.find((child) =>
      readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('eyes/src/worker'),
    ) ?? '';
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (key: string): number =>
    Math.round((Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1]) * 1024) / 1e6);
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const cpuMs = (Number(stat[11]) + Number(stat[12])) * 10;
  return { cpuMs, rssMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM') };
}

function add(sums: Map<string, Sum>, key: string, part: Omit<Sum, 'count'>): void {
  const sum = sums.get(key) ?? { errors: 0, length: 0, cpuMs: 0, count: 0 };
  sum.errors += part.errors;
  sum.length += part.length;
  sum.cpuMs += part.cpuMs;
  sum.count += 1;
  sums.set(key, sum);
}

function print(title: string, sums: ReadonlyMap<string, Sum>): void {
  console.log(`\n${title}`);
  for (const [key, { errors, length, cpuMs, count }] of sums) {
    const rate = ((100 * errors) / length).toFixed(2);
    console.log(
      `  ${key.padEnd(12)} ${rate.padStart(6)} %  (${errors}/${length})  ${Math.round(cpuMs / count)} ms CPU each`,
    );
  }
}

async function openTesseract(): Promise<Worker> {
  const entry = fileURLToPath(import.meta.resolve('@tesseract.js-data/eng'));
  const langPath = join(dirname(entry), '4.0.0_best_int');
  return createWorker('eng', OEM.LSTM_ONLY, { langPath, gzip: true, cacheMethod: 'none' });
}

/** Starts the process whose time is counted. */
async function warm(eyes: Eyes): Promise<void> {
  const blank = sharp({ create: { width: 64, height: 64, channels: 3, background: '#fff' } });
  await eyes.describe(await blank.png().toBuffer());
}

async function screens(eyes: Eyes): Promise<void> {
  const ours = new Map<string, Sum>();
  const theirs = new Map<string, Sum>();
  const tesseract = options['no-tesseract'] ? undefined : await openTesseract();
  await warm(eyes);
  for (const { id, bytes, lines } of screenCases((name) => only.test(name))) {
    const before = workerStatus().cpuMs;
    const seen = await eyes.describe(bytes);
    const cpuMs = workerStatus().cpuMs - before;
    const found = seen.ok ? seen.value.lines.map(({ text }) => text) : [];
    add(ours, groupOf(id), { ...characterErrors(lines, found), cpuMs });
    if (!tesseract) continue;
    const start = process.cpuUsage();
    const { data } = await tesseract.recognize(Buffer.from(bytes));
    const used = process.cpuUsage(start);
    const text = isRecord(data) && typeof data['text'] === 'string' ? data['text'].split('\n') : [];
    add(theirs, groupOf(id), { ...characterErrors(lines, text), cpuMs: used.user / 1000 });
  }
  await tesseract?.terminate();
  print('Character errors, local eyes', ours);
  if (tesseract) print('Character errors, tesseract.js 7 (eng, best_int)', theirs);
}

async function charts(eyes: Eyes): Promise<void> {
  console.log('\nCharts');
  for (const type of ['bar', 'line']) {
    const sum = { all: 0, told: 0, right: 0 };
    for (const truth of chartCases((id) => only.test(id)).filter((item) => item.type === type)) {
      const seen = await eyes.describe(truth.bytes);
      const score = chartScore(truth, seen.ok ? seen.value.charts[0] : undefined);
      sum.all += score.all;
      sum.told += score.told;
      sum.right += score.right;
    }
    console.log(
      `  ${type}: ${sum.told} of ${sum.all} values told, ${sum.told - sum.right} of them wrong`,
    );
  }
}

async function speech(): Promise<void> {
  if (!(await hasSpeechModel()))
    return console.log('\nSpeech: the model is not here and cannot be pulled');
  await using ears = createEyes({ ...patient, modelsFolder: speechFolder });
  const sums = new Map<string, Sum>();
  for (const { kind, name, bytes, words } of audioCases().filter((item) => only.test(item.name))) {
    const heard = await ears.transcribe(bytes);
    const text = heard.ok ? heard.value.text : '';
    if (kind === 'none') console.log(`  ${name}: ${JSON.stringify(text)}`);
    const truth = wordsOf(words);
    const errors = wordErrors(truth, wordsOf(text));
    if (kind !== 'none')
      add(sums, kind.startsWith('human') ? 'human' : kind, {
        errors,
        length: truth.length,
        cpuMs: 0,
      });
  }
  print('Word errors, local ears', sums);
}

/** Memory over pictures of many sizes: the first cases, stretched by a fixed sequence. */
async function sizes(eyes: Eyes, count: number): Promise<void> {
  const cases = screenCases((id) => /^(barchart|table|chat)-.*1x$/.test(id));
  for (let index = 0; index < count; index += 1) {
    const image = sharp(cases[index % cases.length]?.bytes);
    const { width, height } = await image.metadata();
    const scale = 0.4 + ((index * 37) % 100) / 70;
    const size = { width: Math.round(width * scale), height: Math.round(height * scale * 1.1) };
    await eyes.describe(
      await image
        .resize({ ...size, fit: 'fill' })
        .png()
        .toBuffer(),
    );
    if (index % 10 !== 9) continue;
    const { rssMb, peakMb } = workerStatus();
    console.log(`  after ${index + 1} pictures: ${rssMb} MB resident, peak ${peakMb} MB`);
  }
}

/** Drawn from seeds, and never looked at before: the same kinds of errors, and values told of charts that should be silent. */
async function variants(eyes: Eyes, count: number): Promise<void> {
  if (count === 0) return;
  const sums = new Map<string, Sum>();
  const read = async (key: string, bytes: Buffer, lines: readonly string[]): Promise<void> => {
    const before = workerStatus().cpuMs;
    const seen = await eyes.describe(bytes);
    const cpuMs = workerStatus().cpuMs - before;
    const found = seen.ok ? seen.value.lines.map(({ text }) => text) : [];
    add(sums, key, { ...characterErrors(lines, found), cpuMs });
  };
  for (let seed = 1000; seed < 1000 + count; seed += 1) {
    const { bytes, lines } = await drawnScreen(seed);
    await read('screens', bytes, lines);
    await read('photos', await photographed(bytes, new Seeded(seed), steadyHand), lines);
    await read('poor light', await photographed(bytes, new Seeded(seed), poorLight), lines);
  }
  print('Character errors of drawn variants, local eyes', sums);
  console.log('\nDrawn charts');
  const drawers = [
    ...[...readableKinds, ...silentKinds].map((kind) => ({
      kind,
      draw: (seed: number): Promise<ChartCase> => drawnChart(kind, seed),
    })),
    ...pieKinds.map((kind) => ({
      kind,
      draw: (seed: number): Promise<ChartCase> => drawnPie(kind, seed),
    })),
  ];
  for (const { kind, draw } of drawers) {
    const sum = { all: 0, told: 0, right: 0 };
    for (let seed = 1000; seed < 1000 + count; seed += 1) {
      const truth = await draw(seed);
      const seen = await eyes.describe(truth.bytes);
      const score = chartScore(truth, seen.ok ? seen.value.charts[0] : undefined);
      sum.all += score.all;
      sum.told += score.told;
      sum.right += score.right;
    }
    console.log(
      `  ${kind.padEnd(18)} ${sum.told} of ${sum.all} values told, ${sum.told - sum.right} of them wrong`,
    );
  }
}

/** Pages from seeds, as they are and shrunk and as a poor JPEG, by language and kind, with identifiers counted whole. */
async function pages(eyes: Eyes, first: number, count: number): Promise<void> {
  if (count === 0) return;
  const sums = new Map<string, Sum>();
  const exact = { identifiers: 0, right: 0, wrong: 0, wrongMarked: 0, clean: 0, cleanMarked: 0 };
  const browser = await openBrowser();
  try {
    for (let seed = first; seed < first + count; seed += 1) {
      const page = await drawnPage(browser, seed);
      const shrunk = sharp(page.bytes).resize({
        width: Math.round((await sharp(page.bytes).metadata()).width * 0.7),
      });
      const versions: readonly (readonly [string, Buffer])[] = [
        ['', page.bytes],
        ['shrunk to 70 %', await shrunk.png().toBuffer()],
        ['JPEG q30', await sharp(page.bytes).jpeg({ quality: 30 }).toBuffer()],
      ];
      for (const [version, bytes] of seed % 4 === 0 ? versions : versions.slice(0, 1)) {
        const before = workerStatus().cpuMs;
        const seen = await eyes.describe(bytes);
        const cpuMs = workerStatus().cpuMs - before;
        const found = seen.ok ? seen.value.lines : [];
        const texts = found.map(({ text }) => text);
        const part = { ...characterErrors(page.lines, texts), cpuMs };
        const keys = ['all', `language ${page.language}`, `kind ${page.kind}`];
        for (const key of version === '' ? keys : [version]) add(sums, key, part);
        if (version !== '') continue;
        const whole = texts.join('\n');
        exact.identifiers += page.identifiers.length;
        exact.right += page.identifiers.filter((text) => whole.includes(text)).length;
        const truth = page.lines.join('\n').replaceAll(/\s+/g, '');
        for (const { text, confidence } of found) {
          const isRight = truth.includes(text.replaceAll(/\s+/g, ''));
          exact[isRight ? 'clean' : 'wrong'] += 1;
          if (confidence < 0.7) exact[isRight ? 'cleanMarked' : 'wrongMarked'] += 1;
        }
      }
    }
  } finally {
    await browser.close();
  }
  print(`Character errors of pages ${first} to ${first + count - 1}`, sums);
  console.log(
    `  identifiers exact: ${exact.right} of ${exact.identifiers}; wrong lines marked: ${exact.wrongMarked} of ${exact.wrong}; right lines marked: ${exact.cleanMarked} of ${exact.clean}`,
  );
}

async function besideOthers(eyes: Eyes, count: number): Promise<void> {
  const worker = await openTesseract();
  await warm(eyes);
  const contenders = [
    localEyes(eyes, () => workerStatus().cpuMs),
    tesseractJs(worker),
    ...[tesseract(1, 3), tesseract(2, 11)].filter((one) => one !== undefined),
  ];
  const file = `../.cache/bench/beside ${eyesVersion}.jsonl`;
  const notes = new Notes(fileURLToPath(new URL(file, import.meta.url)));
  const rows = await compared(contenders, { first: 1000, count }, notes);
  await worker.terminate();
  console.log(rows.join('\n'));
  if (options.write)
    writeTable(fileURLToPath(new URL('../docs/eyes.md', import.meta.url)), rows, count);
}

await using eyes = createEyes(patient);
if (Number(options.beside) > 0) await besideOthers(eyes, Number(options.beside));
else await all(eyes);

async function all(eyes: Eyes): Promise<void> {
  await screens(eyes);
  await charts(eyes);
  const { rssMb, peakMb } = workerStatus();
  console.log(`\nMemory of the worker: ${rssMb} MB resident, peak ${peakMb} MB`);
  await sizes(eyes, Number(options.sizes));
  await variants(eyes, Number(options.variants));
  await pages(eyes, 0, Number(options.pages));
  await pages(eyes, 1000, Number(options.unseen));
  await speech();
}
