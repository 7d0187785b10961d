// Judges the SVG renderer against any folder of `name.svg` with `name.png` beside it: how many are within a loose
// tolerance (at most 2 % of the pixels differ by more than 64 of 255, mean difference at most 6), and the CPU per drawing.
//   node bench/svg.ts --suite DIR [--fonts DIR] [--list]
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  createFontSet,
  standardFonts,
  type Font,
  type FontSet,
} from '../packages/render/src/fonts/font-set.ts';
import { createTakumi } from '../packages/render/src/takumi/takumi.ts';
import { readPng, type Pixels } from '../packages/render/test/support/read-png.ts';
import { differenceOf, drawOnWhite, isWithin } from '../packages/render/test/support/svg-judge.ts';

const { values } = parseArgs({
  options: { suite: { type: 'string' }, fonts: { type: 'string' }, list: { type: 'boolean' } },
  allowPositionals: true,
});
if (values.suite === undefined) {
  console.error('Nothing to judge: give a folder with --suite DIR [--fonts DIR] [--list].');
  process.exit(2);
}

const takumi = createTakumi({ fonts: fontsOf(values.fonts) });
const counts = { within: 0, beyond: 0, refused: 0 };
const byFolder = new Map<string, { within: number; all: number }>();
const cpuMs: number[] = [];
for (const file of globSync('**/*.svg', { cwd: values.suite }).toSorted()) {
  const path = join(values.suite, file);
  const reference = read(path.replace(/svg$/, 'png'));
  if (!reference) continue;
  const before = process.cpuUsage();
  const outcome = await drawOnWhite(takumi, readFileSync(path), reference);
  const { user, system } = process.cpuUsage(before);
  cpuMs.push((user + system) / 1000);
  const isLike = outcome.ok && isWithin(differenceOf(outcome.value, reference));
  const verdict = !outcome.ok ? 'refused' : isLike ? 'within' : 'beyond';
  counts[verdict]++;
  const folder = dirname(file).split('/')[0] ?? '';
  const tally = byFolder.get(folder) ?? { within: 0, all: 0 };
  byFolder.set(folder, {
    within: tally.within + (verdict === 'within' ? 1 : 0),
    all: tally.all + 1,
  });
  if (values.list === true && verdict !== 'within') {
    console.error(
      verdict,
      file,
      outcome.ok ? '' : `${outcome.refusal.refused}: ${outcome.refusal.message}`,
    );
  }
}
await takumi.close();
const all = counts.within + counts.beyond + counts.refused;
const sorted = cpuMs.toSorted((a, b) => a - b);
console.log(
  JSON.stringify({
    bench: 'svg',
    suite: basename(values.suite),
    drawings: all,
    ...counts,
    withinPercent: Number(((100 * counts.within) / Math.max(1, all)).toFixed(2)),
    cpuMsMedian: Number((sorted[Math.floor(all / 2)] ?? 0).toFixed(1)),
    cpuMsP99: Number((sorted[Math.floor(all * 0.99)] ?? 0).toFixed(1)),
    rssMb: Math.round(process.memoryUsage.rss() / 1e6),
    folders: Object.fromEntries(
      [...byFolder].map(([name, { within, all: of }]) => [name, `${within}/${of}`]),
    ),
  }),
);

function read(path: string): Pixels | undefined {
  try {
    return readPng(readFileSync(path));
  } catch {
    return undefined;
  }
}

/** The suite's own fonts, where it brings some: a reference is drawn with exactly those. */
function fontsOf(folder: string | undefined): FontSet {
  if (folder === undefined) return standardFonts();
  const first = (name: string): number => (name.startsWith('NotoSans-Regular') ? 0 : 1);
  const always = globSync('*.{ttf,otf}', { cwd: folder })
    .toSorted((a, b) => first(a) - first(b) || a.localeCompare(b))
    .map((name): Font => {
      const generic = genericOf(name);
      return {
        id: name,
        ...(generic && { generic }),
        load: async () => readFileSync(join(folder, name)),
      };
    });
  return createFontSet({ always });
}

function genericOf(name: string): Font['generic'] {
  if (name.startsWith('NotoSans-')) return 'sans-serif';
  if (name.startsWith('NotoSerif')) return 'serif';
  return name.includes('Mono-') ? 'monospace' : undefined;
}
