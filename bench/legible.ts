// What a fit leaves of text: a 4K screen full of small words, fitted by the door and by the ways that others use, compared with
// the best that the size allows (Lanczos3, lossless) and read by our own eyes. `node bench/legible.ts [PROFILE …]`.
import { fitSize, fitTarget, profilesById, type FitTarget } from '@percept/core';
import { createEyes } from '@percept/eyes';
import { openDoor } from '@percept/ingest';
import { VolatileBlobStore } from '@percept/store/testing';
import sharp from 'sharp';

const words =
  'invoice total harbour quiet figure window eleven copper gravel signal market lantern forest pencil ribbon stone'.split(
    ' ',
  );
const screen = { width: 3840, height: 2160 };
const lines = Array.from({ length: 40 }, (_, row) =>
  Array.from({ length: 6 }, (_cell, at) => words[(row * 7 + at * 5) % words.length]).join(' '),
);

/** What was drawn, by the size of its letters in the screen of 4K and by its ink: the last ones are hard for anybody. */
const kinds = [
  { kind: '34 px, dark', size: 34, ink: '#23262b' },
  { kind: '24 px, dark', size: 24, ink: '#23262b' },
  { kind: '24 px, light grey', size: 24, ink: '#a8adb4' },
] as const;

function draw(size: number, ink: string): Promise<Buffer> {
  const rows = lines.map((line, row) => `<text x="80" y="${80 + row * 52}">${line}</text>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="3840" height="2160"><rect width="3840" height="2160" fill="#fdfdfb"/><g font-family="DejaVu Sans" font-size="${size}" fill="${ink}">${rows.join('')}</g></svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().png().toBuffer();
}

const store = new VolatileBlobStore();
await using door = openDoor({ store });
await using eyes = createEyes();

console.log('| profile | size | text | letters there | way | bytes | PSNR dB | words read |');
console.log('|---|---|---|---|---|---|---|---|');
const [, , ...named] = process.argv;
for (const id of named.length > 0 ? named : ['anthropic', 'anthropic-high', 'openai-tile-4o']) {
  const profile = profilesById.get(id);
  if (!profile) throw new Error(`There is no profile ${id}.`);
  for (const { kind, size, ink } of kinds)
    await compare(id, fitTarget(profile, 1), kind, size, ink);
}

async function compare(
  id: string,
  target: FitTarget,
  kind: string,
  letters: number,
  ink: string,
): Promise<void> {
  const source = await draw(letters, ink);
  const size = fitSize(screen, target);
  const small = (kernel: 'nearest' | 'linear' | 'lanczos3') =>
    sharp(source).resize({ ...size, fit: 'fill', kernel });
  const reference = await small('lanczos3').raw().toBuffer();
  const ways: readonly (readonly [string, () => Promise<Uint8Array>])[] = [
    ['the door', () => throughTheDoor(source, target)],
    ['nearest, PNG', () => small('nearest').png().toBuffer()],
    ['bilinear, JPEG 80', () => small('linear').jpeg({ quality: 80 }).toBuffer()],
    ['Lanczos3, JPEG 60', () => small('lanczos3').jpeg({ quality: 60 }).toBuffer()],
  ];
  const there = `${((letters * size.width) / screen.width).toFixed(0)} px`;
  for (const [name, make] of ways) {
    const bytes = await make();
    const pixels = await sharp(bytes).toColourspace('srgb').removeAlpha().raw().toBuffer();
    const seen = await eyes.describe(bytes, { timeoutMs: 300_000 });
    const read = seen.ok ? seen.value.lines.map(({ text }) => text).join(' ') : '';
    const cells = [id, `${size.width}×${size.height}`, kind, there, name, bytes.length];
    console.log(`| ${cells.join(' | ')} | ${psnr(pixels, reference)} | ${share(read)} |`);
  }
}

async function throughTheDoor(source: Uint8Array, target: FitTarget): Promise<Uint8Array> {
  const shown = await door.ingest({ kind: 'bytes', bytes: source }, { target });
  if (!shown.ok) throw new Error(shown.refusal.message);
  const bytes = await store.get(shown.value.block.sha256);
  if (!bytes.ok) throw new Error(bytes.refusal.message);
  return bytes.value;
}

function psnr(one: Uint8Array, other: Uint8Array): string {
  if (one.length !== other.length) return 'another size';
  const square = one.reduce((sum, value, at) => sum + (value - (other[at] ?? 0)) ** 2, 0);
  return square === 0 ? '∞' : (10 * Math.log10(255 ** 2 / (square / one.length))).toFixed(1);
}

/** Of all words that were drawn, how many were read, each as often as it stands there. */
function share(read: string): string {
  const left = new Map<string, number>();
  for (const word of read.toLowerCase().split(/\W+/)) left.set(word, (left.get(word) ?? 0) + 1);
  const drawn = lines.flatMap((line) => line.split(' '));
  const found = drawn.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
  return `${((100 * found.length) / drawn.length).toFixed(1)} %`;
}
