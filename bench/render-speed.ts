// What a look costs: the first one of a process, and warm ones, for a drawing and a PDF page. CPU of the whole process,
// threads included, because wall time on a shared machine says little.
//   node bench/render-speed.ts [--looks N]
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { looks: { type: 'string', default: '40' } },
  allowPositionals: true,
});
const looks = Number(values.looks);
const began = performance.now();
const { createDarkroom, createMemoryCache, standardRenderers } =
  await import('../packages/render/src/index.ts');
const { pagesPdf, line } = await import('../packages/render/test/support/write-pdf.ts');
const importMs = performance.now() - began;

const paragraph = Array.from({ length: 40 }, (_, index) =>
  line(`Line ${index}: the quick brown fox jumps over the lazy dog`, 50, 740 - index * 17, 13),
).join('');
const sources = {
  /** A bar chart with axes and labels. */
  svg: (look: number): Uint8Array =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500"><rect width="800" height="500" fill="#fff"/><path d="M60 20V440H780" fill="none" stroke="#444"/>` +
        Array.from(
          { length: 12 },
          (_, index) =>
            `<rect x="${80 + index * 58}" y="${440 - ((index * 67 + look) % 400)}" width="40" height="${(index * 67 + look) % 400}" fill="#36c"/><text x="${85 + index * 58}" y="465" font-size="14">M${index}</text>`,
        ).join('') +
        `<text x="300" y="40" font-size="24">Look number ${look}</text></svg>`,
    ),
  pdf: (look: number): Uint8Array => pagesPdf([{ content: `${paragraph}% ${look}` }]),
};

const results: Record<string, object> = { importMs: { wall: round(importMs) } };
for (const kind of ['svg', 'pdf'] as const) {
  const darkroom = createDarkroom({ renderers: standardRenderers(), cache: createMemoryCache() });
  const look = async (number: number): Promise<{ wall: number; cpu: number }> => {
    const start = performance.now();
    const before = process.cpuUsage();
    const outcome = await darkroom.develop({ bytes: sources[kind](number), name: `look.${kind}` });
    if (!outcome.ok) throw new Error(outcome.refusal.message);
    const { user, system } = process.cpuUsage(before);
    return { wall: performance.now() - start, cpu: (user + system) / 1000 };
  };
  const first = await look(-1);
  const warm: { wall: number; cpu: number }[] = [];
  for (let number = 0; number < looks; number++) warm.push(await look(number));
  const again = await look(0);
  const cpu = warm.map((each) => each.cpu).toSorted((a, b) => a - b);
  const wall = warm.map((each) => each.wall).toSorted((a, b) => a - b);
  results[kind] = {
    firstWallMs: round(first.wall),
    firstCpuMs: round(first.cpu),
    warmCpuMsMedian: round(cpu[Math.floor(looks / 2)] ?? 0),
    warmCpuMsP95: round(cpu[Math.floor(looks * 0.95)] ?? 0),
    warmWallMsMedian: round(wall[Math.floor(looks / 2)] ?? 0),
    cachedWallMs: round(again.wall),
  };
  await darkroom.close();
}
console.log(
  JSON.stringify(
    {
      bench: 'render-speed',
      looks,
      rssMb: Math.round(process.memoryUsage.rss() / 1e6),
      ...results,
    },
    undefined,
    1,
  ),
);

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
