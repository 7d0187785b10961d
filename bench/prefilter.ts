// What the pre-filter costs before any decoder runs: microseconds of processor time for sniff, probe and strip.
// Usage: node bench/prefilter.ts
import { doorLimits, type ImageType } from '@percept/core';
import sharp, { type Sharp } from 'sharp';
import { probe } from '../packages/ingest/src/probe/index.ts';
import { sniff } from '../packages/ingest/src/sniff.ts';
import { stripMetadata } from '../packages/ingest/src/strip/index.ts';
import { hostileCorpus } from '../packages/ingest/test/corpus/index.ts';

interface Subject {
  readonly name: string;
  readonly mime: ImageType;
  readonly bytes: Uint8Array;
}

/** Text-like blocks over a gradient: it compresses about as well as a real screen. */
function screenshot(width: number, height: number): Sharp {
  const raw = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isInk = y % 24 < 14 && ((x * 7919) ^ (y * 104_729)) % 5 === 0;
    raw.fill(isInk ? 30 : 235 - ((y >> 4) & 15), at * 3, at * 3 + 3);
  }
  return sharp(raw, { raw: { width, height, channels: 3 } });
}

function noise(width: number, height: number): Sharp {
  let state = 1;
  const raw = Uint8Array.from({ length: width * height * 3 }, () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
  return sharp(raw, { raw: { width, height, channels: 3 } });
}

const exif = { IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitudeRef: 'N' } };

async function subjects(): Promise<readonly Subject[]> {
  const screen = screenshot(1920, 1080);
  const photo = noise(1500, 1000);
  return [
    {
      name: 'PNG screenshot',
      mime: 'image/png',
      bytes: await screen.clone().withExif(exif).png().toBuffer(),
    },
    {
      name: 'JPEG photo',
      mime: 'image/jpeg',
      bytes: await photo.clone().withExif(exif).jpeg({ quality: 90 }).toBuffer(),
    },
    {
      name: 'JPEG progressive',
      mime: 'image/jpeg',
      bytes: await photo.clone().withExif(exif).jpeg({ progressive: true }).toBuffer(),
    },
    {
      name: 'WebP photo',
      mime: 'image/webp',
      bytes: await photo.clone().withExif(exif).webp({ effort: 0 }).toBuffer(),
    },
    { name: 'GIF', mime: 'image/gif', bytes: await screen.clone().gif({ effort: 1 }).toBuffer() },
  ];
}

function spentMicros(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/** Microseconds of processor time per call: the best of several rounds, each long enough to be measured. */
function measure(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 9; round++) {
    let calls = 0;
    const started = spentMicros();
    for (; calls < 16 || spentMicros() - started < 20_000; calls += 16) {
      for (let repeat = 0; repeat < 16; repeat++) work();
    }
    best = Math.min(best, (spentMicros() - started) / calls);
  }
  return best;
}

const figure = (value: number): string =>
  value < 100 ? value.toFixed(2) : Math.round(value).toString();

function row(name: string, bytes: number, figures: readonly string[]): string {
  return [
    name.padEnd(40),
    (bytes / 1024).toFixed(1).padStart(9),
    ...figures.map((text) => text.padStart(10)),
  ].join(' ');
}

console.log(
  `${'file'.padEnd(40)} ${'KiB'.padStart(9)} ${['sniff µs', 'probe µs', 'strip µs'].map((text) => text.padStart(10)).join(' ')}`,
);
for (const { name, mime, bytes } of await subjects()) {
  const figures = [
    measure(() => sniff(bytes)),
    measure(() => probe(bytes, mime, doorLimits)),
    measure(() => stripMetadata(bytes, mime)),
  ];
  console.log(row(name, bytes.length, figures.map(figure)));
}

console.log('\nthe slowest of the adversarial corpus, sniffed and probed once, cold:');
const timed = hostileCorpus().map(({ name, bytes }) => {
  const started = spentMicros();
  const sniffed = sniff(bytes);
  if (sniffed.kind === 'image') probe(bytes, sniffed.mime, doorLimits);
  return { name, bytes: bytes.length, micros: spentMicros() - started };
});
for (const { name, bytes, micros } of timed.toSorted((a, b) => b.micros - a.micros).slice(0, 6)) {
  console.log(row(name, bytes, [figure(micros)]));
}
