// Draws the pictures of docs/web.md from the real page on a real server: `node packages/web/scripts/pictures.ts`.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import sharp from 'sharp';
import { openStage, type Stage } from '../../../test/web/stage.ts';
import type { PickedFile } from '../test/app-browser.ts';
import { buildApp } from '../src/app-files.ts';

const screen = await readFile(new URL('../src/app/samples/screen.png', import.meta.url));
const chart = await readFile(new URL('../src/app/samples/chart.png', import.meta.url));
const large = await sharp(chart).resize({ width: 3840 }).png().toBuffer();
const sizes = [
  { name: 'small', width: 320, height: 640 },
  { name: 'medium', width: 768, height: 960 },
  { name: 'large', width: 1440, height: 900 },
] as const;

const built = await buildApp();
if (!built.ok) throw new Error(built.refusal.message);
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
await using _browser = { [Symbol.asyncDispose]: () => browser.close() };

await firstVisit();
await conversation();

async function firstVisit(): Promise<void> {
  await using stage = await openStage({ catalogue: 'none' });
  const cookies = await signIn(stage);
  for (const size of sizes)
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ viewport: size, colorScheme });
      await context.addCookies(cookies);
      const page = await context.newPage();
      await page.goto(stage.origin());
      await page.getByText('Try one of these').waitFor();
      await shoot(page, `web-welcome-${size.name}-${colorScheme}`);
      await context.close();
    }
  const context = await browser.newContext({ viewport: { width: 1280, height: 1120 } });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(stage.origin());
  await page.getByRole('button', { name: /A chart/ }).click();
  await ended(page);
  await shoot(page, 'web-local-eyes');
  await context.close();
}

async function conversation(): Promise<void> {
  await using stage = await openStage();
  const cookies = await signIn(stage);
  const open = async (size: (typeof sizes)[number], colorScheme: 'light' | 'dark') => {
    const context = await browser.newContext({ viewport: size, colorScheme });
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.goto(stage.origin());
    await page.getByLabel('Message', { exact: true }).waitFor();
    return { context, page };
  };
  for (const size of sizes)
    for (const colorScheme of ['light', 'dark'] as const) {
      const { context, page } = await open(size, colorScheme);
      await page.getByRole('button', { name: /Model:/ }).click();
      if (size.name === 'large') await shoot(page, `web-picker-${colorScheme}`);
      await page.locator('.choice', { has: page.getByText('blind', { exact: true }) }).click();
      await attach(page, { name: 'backup.png', mimeType: 'image/png', buffer: screen });
      await page.getByLabel('Message', { exact: true }).fill('What went wrong here?');
      await shoot(page, `web-before-sending-${size.name}-${colorScheme}`);
      await page.getByRole('button', { name: 'Remove backup.png' }).click();
      await page.getByRole('button', { name: /Model:/ }).click();
      await page.locator('.choice', { has: page.getByText('seeing', { exact: true }) }).click();
      await attach(page, { name: 'visitors.png', mimeType: 'image/png', buffer: large });
      await page
        .getByLabel('Message', { exact: true })
        .fill('Which colours are in its four corners?');
      await page.getByRole('button', { name: 'Send' }).click();
      await ended(page);
      await page.getByText('What the model saw').click();
      await page.locator('.slot-picture').first().waitFor();
      await page.locator('.saw').evaluate((panel) => panel.scrollIntoView({ block: 'start' }));
      await shoot(page, `web-saw-${size.name}-${colorScheme}`);
      if (size.name === 'large') {
        await page.getByRole('button', { name: 'Inspector', exact: true }).click();
        await page.locator('.envelope-card').first().waitFor();
        await shoot(page, `web-inspector-${colorScheme}`);
      }
      await context.close();
    }
}

async function attach(page: Page, file: PickedFile): Promise<void> {
  await page.setInputFiles('[data-role=files]', [file]);
  await page.locator('.tile[data-state=ready]').waitFor();
}

async function ended(page: Page): Promise<void> {
  const said = page.locator('[role=status]', { hasText: 'The answer is complete.' });
  await said.waitFor({ state: 'attached', timeout: 120_000 });
}

/** Pictures of a page that has come to rest. */
async function shoot(page: Page, name: string): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode()));
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
  });
  const path = fileURLToPath(new URL(`../../../docs/pictures/${name}.png`, import.meta.url));
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  // A page has few colours, and a repository keeps every version of every picture.
  await sharp(shot).png({ palette: true, compressionLevel: 9, effort: 10 }).toFile(path);
  console.log(name);
}

async function signIn(stage: Stage): ReturnType<BrowserContext['cookies']> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(stage.link());
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}
