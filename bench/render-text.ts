// What a page of text costs, warm, beside another way to the same picture in the same run: highlighted code by shiki, an SVG of
// our own and librsvg; Markdown by a headless Chromium where the host has one. CPU of the whole process, threads included.
//   node bench/render-text.ts [--looks N]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { createDarkroom, standardRenderers } from '../packages/render/src/index.ts';
import { highlight } from '../packages/render/src/code/highlight.ts';

const maxCodeCpuMs = 120;
const { values } = parseArgs({
  options: { looks: { type: 'string', default: '20' } },
  allowPositionals: true,
});
const looks = Number(values.looks);
const source = new URL('../packages/render/test/support/typescript-200-lines.txt', import.meta.url);
const code = readFileSync(source, 'utf8');
const markdown = readFileSync(new URL('../packages/render/README.md', import.meta.url), 'utf8');

interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly bytes: number;
}

async function cost(work: () => Promise<number>): Promise<Cost> {
  const start = performance.now();
  const before = process.cpuUsage();
  const bytes = await work();
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000, wallMs: performance.now() - start, bytes };
}

/** The median of warm looks; the first is left out. */
async function median(work: (look: number) => Promise<number>): Promise<Cost> {
  await work(-1);
  await work(-2);
  const costs: Cost[] = [];
  for (let look = 0; look < looks; look++) costs.push(await cost(() => work(look)));
  const middle = costs.toSorted((one, other) => one.cpuMs - other.cpuMs)[Math.floor(looks / 2)];
  return middle ?? { cpuMs: 0, wallMs: 0, bytes: 0 };
}

const darkroom = createDarkroom({ renderers: standardRenderers() });

async function ours(name: string, text: string): Promise<number> {
  const outcome = await darkroom.develop({ bytes: Buffer.from(text), name });
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value.pages[0]?.png.length ?? 0;
}

/** The first 70 lines as an SVG of our own, drawn by librsvg with whatever monospace font the host has. */
async function librsvg(text: string): Promise<number> {
  const lines = text.split('\n').slice(0, 70);
  const styled = await highlight(lines, 'typescript', 'light', 4000);
  const rows = lines.map((line, index) => {
    let at = 0;
    const spans = (styled[index] ?? []).map(({ length, colour = '#000' }) => {
      const part = line.slice(at, (at += length));
      return `<tspan fill="${colour}">${escaped(part)}</tspan>`;
    });
    return `<text x="60" y="${45 + index * 18}" xml:space="preserve">${spans.join('')}</text>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="924" height="1316" font-family="monospace" font-size="15"><rect width="924" height="1316" fill="#fff"/>${rows.join('')}</svg>`;
  return (await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()).length;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** One cold start is what a tool without a server pays; its CPU is not ours to count, so only the wall is given. */
function chromium(text: string): Cost | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'render-text-'));
  try {
    const [page, picture] = [join(folder, 'page.html'), join(folder, 'page.png')];
    writeFileSync(page, `<pre>${escaped(text)}</pre>`);
    const flags = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      `--user-data-dir=${folder}/profile`,
    ];
    const start = performance.now();
    const run = spawnSync('chromium', [
      ...flags,
      `--screenshot=${picture}`,
      '--window-size=924,1316',
      page,
    ]);
    if (run.status !== 0) return undefined;
    return {
      cpuMs: Number.NaN,
      wallMs: performance.now() - start,
      bytes: readFileSync(picture).length,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const first = await cost(() => ours('first.ts', code));
const codePage = await median((look) => ours('a.ts', `// ${look}\n${code}`));
const alternative = await median((look) => librsvg(`// ${look}\n${code}`));
const page = await median((look) => ours('a.md', `${markdown}\n\n${look}`));
const table = await median((look) => ours('a.csv', `a,b,c\n${`1,two,${look}\n`.repeat(200)}`));
await darkroom.close();
const browser = chromium(markdown);

const row = (what: string, { cpuMs, wallMs, bytes }: Cost): void =>
  console.log(
    `${what.padEnd(52)} ${(Number.isNaN(cpuMs) ? '–' : cpuMs.toFixed(0)).padStart(6)} ms CPU ${wallMs.toFixed(0).padStart(6)} ms wall ${String(bytes).padStart(8)} bytes`,
  );
row('code page, first look of a process', first);
row('code page, warm', codePage);
row('code page, warm: shiki, own SVG, librsvg', alternative);
row('Markdown page, warm: parsed, measured, drawn', page);
row('table page, warm', table);
if (browser) row('Markdown as plain text: headless Chromium, cold', browser);
else console.log('Markdown: headless Chromium is not installed here');
console.log(`ratio librsvg / ours: ${(alternative.cpuMs / codePage.cpuMs).toFixed(2)}`);
if (codePage.cpuMs > maxCodeCpuMs) {
  console.error(`a warm code page costs more than ${maxCodeCpuMs} ms of CPU`);
  process.exitCode = 1;
}
