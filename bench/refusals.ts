// How many whole pictures the door refuses, over whatever folders are named: `node bench/refusals.ts [FOLDER …]`. A picture is
// whole when libvips reads all of it, leniently. Without folders: what npm and the system have installed.
import { doorLimits } from '@percept/core';
import { DecoderPool, decodeBitmap } from '@percept/ingest/internal';
import { sniff } from '@percept/ingest';
import { opendir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const folders = process.argv.slice(2);
const usual = [new URL('../node_modules', import.meta.url).pathname, '/usr/share', '/usr/lib'];
const maxBytes = 20 * 1024 * 1024;

const counts = new Map<string, { whole: number; refused: number; damaged: number }>();
const refused: string[] = [];
const parts = { decoder: new DecoderPool(), limits: doorLimits };

for (const folder of folders.length > 0 ? folders : usual) await walk(folder);
for (const [type, { whole, refused: no, damaged }] of counts)
  console.log(`${type}: ${no} of ${whole} refused, ${damaged} that nobody reads`);
const all = [...counts.values()].reduce((sum, { whole }) => sum + whole, 0);
console.log(
  `together: ${refused.length} of ${all}, ${((100 * refused.length) / all).toFixed(2)} %`,
);
for (const line of refused) console.log(`  ${line}`);
await parts.decoder.close();

async function walk(folder: string): Promise<void> {
  try {
    for await (const entry of await opendir(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile() && /\.(png|jpe?g|gif|webp|avif|bmp|ico)$/i.test(path))
        await judge(path);
    }
  } catch {
    // What may not be read is not counted.
  }
}

async function judge(path: string): Promise<void> {
  const { size } = await stat(path);
  if (size === 0 || size > maxBytes) return;
  const bytes = await readFile(path);
  const sniffed = sniff(bytes);
  if (sniffed.kind !== 'image') return;
  const { mime } = sniffed;
  const count = counts.get(mime) ?? { whole: 0, refused: 0, damaged: 0 };
  counts.set(mime, count);
  const taken = await decodeBitmap(parts, bytes, {});
  const isOurs = mime === 'image/bmp' || mime === 'image/vnd.microsoft.icon';
  const isWhole = taken.ok || isOurs || (await isRead(bytes));
  count[isWhole ? 'whole' : 'damaged'] += 1;
  if (taken.ok || !isWhole) return;
  count.refused += 1;
  refused.push(`${path}: ${taken.refusal.message}`);
}

async function isRead(bytes: Uint8Array): Promise<boolean> {
  try {
    await sharp(bytes, { failOn: 'truncated' }).stats();
    return true;
  } catch {
    return false;
  }
}
