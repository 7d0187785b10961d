// Fuzzes sniff, probe and strip with mutants of the good corpus, and holds them against the decoder: what the probe
// takes, the decoder sees in the same size, and stripping changes no pixel.
// Usage: node packages/ingest/test/corpus/fuzz-prefilter.ts [seconds] [seed]
import { doorLimits, type SourceType } from '@percept/core';
import sharp from 'sharp';
import { probe, type Probe } from '../../src/probe/index.ts';
import { probeAudio } from '../../src/probe/audio/probe-audio.ts';
import { refusalFor, sniff } from '../../src/sniff.ts';
import { stripMetadata } from '../../src/strip/index.ts';
import { bandage } from './bandage.ts';
import { whole } from './bytes.ts';
import { goodCorpus, smallPictures, sounds } from './index.ts';
import { mutate, randomFrom } from './mutate.ts';

const seconds = Number(process.argv[2] ?? 60);
const firstSeed = Number(process.argv[3] ?? 1);
const slowMs = 100;
/** One accepted mutant in as many is decoded. */
const decodeEvery = 4;
const maxDecodedPixels = 1_000_000;

const seeds = [...(await goodCorpus('small')), ...smallPictures(), ...sounds()].map(
  ({ bytes }) => bytes,
);
const count = {
  mutants: 0,
  pictures: 0,
  taken: 0,
  decoded: 0,
  agreed: 0,
  undecodable: 0,
  findings: 0,
};
let slowest = 0;

function report(seed: number, what: string, bytes: Uint8Array): void {
  count.findings++;
  if (count.findings > 40) return;
  console.log(`seed ${seed}: ${what}\n  ${Buffer.from(bytes.subarray(0, 400)).toString('base64')}`);
}

async function decode(
  bytes: Uint8Array,
): Promise<{ data: Uint8Array; width: number; height: number } | undefined> {
  try {
    const options = { failOn: 'warning', limitInputPixels: maxDecodedPixels } as const;
    const { data, info } = await sharp(bytes, options).raw().toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch {
    return undefined;
  }
}

async function compare(
  seed: number,
  bytes: Uint8Array,
  mime: SourceType,
  seen: Probe,
): Promise<void> {
  count.decoded++;
  const before = await decode(bytes);
  if (!before) {
    count.undecodable++;
    return;
  }
  // A GIF decoder may distrust the canvas and take the frames instead: then ours is the upper bound.
  const isBound =
    mime === 'image/gif' && before.width <= seen.width && before.height <= seen.height;
  if (!isBound && (before.width !== seen.width || before.height !== seen.height)) {
    const sizes = `${seen.width} × ${seen.height}, the decoder ${before.width} × ${before.height}`;
    report(seed, `the probe says ${sizes}`, bytes);
  }
  const theirs = await sharp(bytes).metadata();
  // Out of range is upright; the decoder does not know animated PNG.
  const orientation = (theirs.orientation ?? 1) > 8 ? 1 : (theirs.orientation ?? 1);
  if (orientation !== seen.orientation)
    report(seed, `orientation ${seen.orientation}, not ${orientation}`, bytes);
  if (theirs.hasAlpha && !seen.hasAlpha) report(seed, `alpha of ${mime} is missed`, bytes);
  if ((theirs.pages ?? 1) > seen.frames)
    report(seed, `${theirs.pages} frames, not ${seen.frames}`, bytes);
  const after = await decode(whole(stripMetadata(bytes, mime)));
  if (!after || Buffer.compare(before.data, after.data) !== 0)
    report(seed, `stripping ${mime} changes pixels`, bytes);
  else count.agreed++;
}

async function tryPicture(seed: number, bytes: Uint8Array, mime: SourceType): Promise<void> {
  const outcome = probe(bytes, mime, doorLimits);
  const out = whole(stripMetadata(bytes, mime));
  if (!outcome.ok) return;
  count.taken++;
  const again = probe(out, mime, doorLimits);
  if (!again.ok) report(seed, `stripped ${mime} is refused: ${again.refusal.message}`, bytes);
  else if (whole(stripMetadata(out, mime)) !== out)
    report(seed, `${mime} is stripped twice`, bytes);
  const { width, height, frames } = outcome.value;
  if (count.taken % decodeEvery === 0 && width * height * frames <= maxDecodedPixels) {
    await compare(seed, bytes, mime, outcome.value);
  }
}

const end = performance.now() + seconds * 1000;
for (let seed = firstSeed; performance.now() < end; seed++) {
  const random = randomFrom(seed * 2_654_435_761);
  for (let skip = 0; skip < 4; skip++) random(2);
  const mutant = mutate(
    seeds[random(seeds.length)] ?? new Uint8Array(),
    seeds[random(seeds.length)] ?? new Uint8Array(),
    random,
  );
  const bytes = random(3) === 0 ? mutant : bandage(mutant);
  count.mutants++;
  const started = process.threadCpuUsage();
  try {
    const sniffed = sniff(bytes);
    if (sniffed.kind === 'image') {
      probe(bytes, sniffed.mime, doorLimits);
      const spent = process.threadCpuUsage(started).user / 1000;
      slowest = Math.max(slowest, spent);
      if (spent > slowMs) report(seed, 'slow', bytes);
      count.pictures++;
      await tryPicture(seed, bytes, sniffed.mime);
    } else if (sniffed.kind === 'audio') probeAudio(bytes, sniffed.mime, doorLimits);
    else refusalFor(sniffed);
  } catch (error) {
    report(seed, `threw ${String(error)}`, bytes);
  }
}
console.log(JSON.stringify({ ...count, slowestMs: Number(slowest.toFixed(1)) }));
