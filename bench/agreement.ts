// Whether people and models see the same: every picture in the named folders goes through the door; Chromium draws what came and
// what left, and Chromium, Pillow and libvips decode what left. `node bench/agreement.ts FOLDER …` (without: the corpus of the
// tests). Programs that are not installed are not asked.
import { sourceTypes } from '@percept/core/internal';
import { openDoor } from '@percept/ingest';
import { VolatileBlobStore } from '@percept/store/testing';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { openBrowserEyes } from './agreement/browser-eyes.ts';

const maxBytes = 8 * 1024 * 1024;
/** Larger ones say nothing more, and each is drawn three times. */
const maxPixels = 6_000_000;
/** Two decoders of one lossy file round differently. */
const lossyTolerance = 1.5;
const sourceTolerance = 4;
const python = '/usr/bin/python3';
const script = `
import sys, os
from PIL import Image
for name in sorted(os.listdir(sys.argv[1])):
    with Image.open(os.path.join(sys.argv[1], name)) as picture:
        with open(os.path.join(sys.argv[1], name + '.rgb'), 'wb') as file: file.write(picture.convert('RGB').tobytes())
`;

interface Left {
  readonly name: string;
  readonly file: string;
  readonly isLossless: boolean;
}

const store = new VolatileBlobStore();
await using door = openDoor({ store, accept: sourceTypes });
await using browser = await openBrowserEyes();
const folder = mkdtempSync(join(tmpdir(), 'percept-agreement-'));
const counts = { files: 0, left: 0, unlike: 0, hidden: 0, refusedShown: 0, apart: 0 };
const lines: string[] = [];
const outputs: Left[] = [];

for (const { name, bytes } of await sources()) await judge(name, bytes);
await comparePillow();
rmSync(folder, { recursive: true });
console.log(`| | pictures |`);
console.log('|---|---|');
console.log(`| looked at | ${counts.files} |`);
console.log(`| left the door | ${counts.left} |`);
console.log(`| refused, and shown by Chromium | ${counts.refusedShown} |`);
console.log(`| taken, and not shown by Chromium | ${counts.hidden} |`);
console.log(`| look other in Chromium than what came | ${counts.unlike} |`);
console.log(`| two of Chromium, Pillow and libvips differ about what left | ${counts.apart} |`);
for (const line of lines) console.log(`- ${line}`);

async function sources(): Promise<readonly { name: string; bytes: Uint8Array }[]> {
  const folders = process.argv.slice(2);
  if (folders.length === 0) {
    const corpus = await import('../packages/ingest/test/corpus/index.ts');
    return [...(await corpus.goodCorpus('small')), ...(await corpus.foreignCorpus())];
  }
  return folders.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(png|apng|jpe?g|gif|webp|avif|bmp|dib|ico)$/i.test(name))
      .map((name) => ({ name, bytes: readFileSync(join(root, name)) })),
  );
}

async function judge(name: string, bytes: Uint8Array): Promise<void> {
  if (bytes.length === 0 || bytes.length > maxBytes) return;
  const outcome = await door.ingest(
    { kind: 'bytes', bytes },
    {
      expect: 'image',
      target: {
        imageTypes: ['image/png', 'image/jpeg', 'image/webp'],
        maxBytes: 64 * 1024 * 1024,
        maxEdgePx: 16_384,
        maxPixels,
      },
    },
  );
  counts.files += 1;
  const before = await browser?.draw(bytes, '#fff');
  if (!outcome.ok) {
    if (!before || (await isBlank(bytes, before))) return;
    counts.refusedShown += 1;
    lines.push(`refused, shown: ${name}: ${outcome.refusal.message}`);
    return;
  }
  const { block, steps } = outcome.value;
  const stored = await store.get(block.sha256);
  if (!stored.ok || block.type !== 'image') throw new Error(`Nothing left of ${name}.`);
  const file = join(folder, `${counts.left}`);
  counts.left += 1;
  writeFileSync(file, stored.value);
  await store.remove(block.sha256);
  await store.remove(outcome.value.original.sha256);
  const isLossless = block.mime === 'image/png';
  outputs.push({ name, file, isLossless });
  const after = await browser?.draw(stored.value, '#fff');
  if (!after) return;
  if (meanError(after, await decoded(file)) > (isLossless ? 0 : lossyTolerance))
    apart(name, 'Chromium and libvips');
  if (steps.includes('resized')) return;
  if (!before) {
    if (block.width * block.height > maxPixels) return;
    counts.hidden += 1;
    lines.push(`taken, not shown: ${name}`);
    return;
  }
  // What a browser draws of an animation depends on when it is asked; the corpora have delays of zero.
  if (steps.includes('still-of-animation')) return;
  const dark = steps.includes('flattened') ? await browser?.draw(bytes, '#202020') : undefined;
  const error = Math.min(meanError(before, after), dark ? meanError(dark, after) : Infinity);
  if (error < sourceTolerance) return;
  counts.unlike += 1;
  lines.push(`unlike by ${error.toFixed(1)}: ${name} (${steps.join(', ')})`);
}

/** Chromium knows a size, and draws nothing: whatever lies behind is seen everywhere. */
async function isBlank(bytes: Uint8Array, onWhite: Buffer): Promise<boolean> {
  const onDark = await browser?.draw(bytes, '#202020');
  return onWhite.every((value) => value === 255) && onDark?.every((value) => value === 32) === true;
}

function decoded(file: string): Promise<Buffer> {
  return sharp(file).toColourspace('srgb').removeAlpha().raw().toBuffer();
}

async function comparePillow(): Promise<void> {
  if (!existsSync(python) || spawnSync(python, ['-c', 'import PIL']).status !== 0) return;
  const run = spawnSync(python, ['-c', script, folder], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  for (const { name, file, isLossless } of outputs) {
    const error = meanError(readFileSync(`${file}.rgb`), await decoded(file));
    if (error > (isLossless ? 0 : lossyTolerance)) apart(name, 'Pillow and libvips');
  }
}

function apart(name: string, who: string): void {
  counts.apart += 1;
  lines.push(`${who} differ: ${name}`);
}

function meanError(one: Uint8Array, other: Uint8Array): number {
  if (one.length !== other.length) return Infinity;
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
  return sum / one.length;
}
