// draw.ts OUT FIRST COUNT train|held [CSS_FOLDER FONT_FOLDER]: pages as pictures, with every control that is seen as one line of labels.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { assetsIn } from './assets.ts';
import { truthsInPage } from './truth.ts';
import { pageOf } from './pages.ts';

const [, , out = '', first = '0', count = '1', set = 'train', cssFolder = '', fontFolder = ''] =
  process.argv;
const held = set === 'held';
mkdirSync(out, { recursive: true });
const assets = assetsIn(cssFolder, fontFolder, held);
process.stderr.write(
  `${assets.sheets.length} sheets, ${assets.icons.length} icons, ${assets.fonts.length} fonts\n`,
);
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
});
const tab = await browser.newPage();
const session = await tab.context().newCDPSession(tab);
for (let seed = Number(first); seed < Number(first) + Number(count); seed += 1) {
  const { html, width, height, scale, sheet } = pageOf(seed, held, assets);
  try {
    await session.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: scale,
      mobile: false,
    });
    await tab.setContent(html, { waitUntil: 'domcontentloaded', timeout: 10_000 });
    const truths: unknown = await tab.evaluate(truthsInPage);
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
    });
    const bytes = await sharp(Buffer.from(data, 'base64'))
      .removeAlpha()
      .webp({ lossless: true, effort: 2 })
      .toBuffer();
    writeFileSync(`${out}/${set}-${seed}.webp`, bytes);
    writeFileSync(`${out}/${set}-${seed}.json`, JSON.stringify({ scale, sheet, truths }));
  } catch (error) {
    process.stderr.write(`${seed}: ${String(error).slice(0, 200)}\n`);
  }
}
await browser.close();
