// Pages as the second network sees them: what the network of controls may have found, with the numbers that it is given, and the truth beside it.
// Usage: node training/controls/candidates.ts FOLDER --assets FOLDER --fonts FOLDER --controls FILE --native FILE [--held] [--look-alikes] [--first SEED] [--pages N]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Page as Tab } from 'playwright-core';
import sharp from 'sharp';
import { openBrowser } from '../../bench/eyes/draw.ts';
import { candidatesOf } from '../../packages/eyes/src/controls/decode.ts';
import { planesOf } from '../../packages/eyes/src/controls/finder.ts';
import { seenOf } from '../../packages/eyes/src/controls/second-look.ts';
import { padded } from '../../packages/eyes/src/pixels/resample.ts';
import { openNative } from '../../packages/eyes/src/runtime/native.ts';
import { floatsOf, Tensor } from '../../packages/eyes/src/runtime/ort.ts';
import { assetsIn } from './assets.ts';
import { pageOf } from './pages.ts';
import { withSeenStates } from './seen-states.ts';
import { readyInPage, truthsInPage } from './truth.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    assets: { type: 'string', default: '' },
    fonts: { type: 'string', default: '' },
    controls: { type: 'string', default: '' },
    native: { type: 'string', default: '' },
    held: { type: 'boolean', default: false },
    'look-alikes': { type: 'boolean', default: false },
    first: { type: 'string', default: '0' },
    pages: { type: 'string', default: '100' },
  },
});
const [out = 'out'] = positionals;
mkdirSync(out, { recursive: true });
const runtime = openNative(pathToFileURL(options.native).href);
if (!runtime) throw new Error('no native runtime');
const network = await runtime.open(readFileSync(options.controls));
const assets = assetsIn(options.assets, options.fonts, options.held);
const browser = await openBrowser();

/** A new one for each page takes as long as the page. */
const tabs = new Map<number, Tab>();

/** Other colours, for a part of the pages: a page is drawn once. */
function recoloured(data: Uint8Array, seed: number): void {
  const dice = (seed * 2654435761) % 1000;
  if (options.held || dice >= 300) return;
  const order = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
  ][dice % 4] ?? [0, 1, 2];
  const inverted = dice % 3 === 0;
  for (let at = 0; at < data.length; at += 3) {
    const was = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    for (const [to, from] of order.entries())
      data[at + to] = inverted ? 255 - (was[from] ?? 0) : (was[from] ?? 0);
  }
}

for (let index = 0; index < Number(options.pages); index += 1) {
  const seed = Number(options.first) + index;
  const { html, width, height, scale, sheet } = pageOf(seed, options.held, assets, {
    lookAlikes: options['look-alikes'],
  });
  const tab =
    tabs.get(scale) ??
    (await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale }));
  tabs.set(scale, tab);
  try {
    await tab.setContent(html);
    await tab.evaluate(readyInPage);
    const before = await tab.screenshot();
    const inPage: unknown = await tab.evaluate(truthsInPage);
    const bytes = await tab.screenshot();
    const truths = await withSeenStates(inPage, { before, after: bytes, scale });
    const raw = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    recoloured(raw.data, seed);
    const shown = padded({ width: raw.info.width, height: raw.info.height, data: raw.data }, 64);
    const input = new Tensor('float32', planesOf(shown), [1, 3, shown.height, shown.width]);
    const outputs = await network.run({ x: input });
    const [told, roles, states] = ['y', 'roles', 'states'].map((name) => floatsOf(outputs, name));
    if (!told || !roles || !states) throw new Error('The network tells less.');
    const found = candidatesOf(told);
    const { numbers, cuts } = seenOf({ shown, told, roles, states }, found);
    writeFileSync(`${out}/${seed}.f32`, numbers);
    writeFileSync(`${out}/${seed}.u8`, cuts);
    if (options.held) writeFileSync(`${out}/${seed}.png`, bytes);
    writeFileSync(
      `${out}/${seed}.json`,
      JSON.stringify({
        truths,
        sheet,
        count: found.length,
        width: shown.width,
        height: shown.height,
      }),
    );
  } catch (error) {
    process.stderr.write(`${seed} ${String(error).slice(0, 200)}\n`);
  }
}
await browser.close();
