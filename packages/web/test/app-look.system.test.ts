// The page in every size and theme: accessible, inside its width, under the strict policy, and from nowhere else.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../../../test/web/stage.ts';
import {
  answered,
  openVisits,
  pick,
  sizes,
  beyond,
  type Visit,
  type Visits,
} from './app-browser.ts';
import { buildApp } from '../src/app-files.ts';

let stage: Stage;
let visits: Visits;
let address: string;
let buffer: Buffer;

beforeAll(async () => {
  await buildApp();
  stage = await openStage();
  visits = await openVisits(stage);
  const path = fileURLToPath(new URL('../src/app/samples/screen.png', import.meta.url));
  buffer = await readFile(path);
  const { page } = await visits.visit();
  await pick(page, { name: 'screen.png', mimeType: 'image/png', buffer });
  await page.locator('.tile[data-state=ready]').waitFor();
  await page.getByLabel('Message', { exact: true }).fill('ماذا ترى في هذه الصورة؟ What is this?');
  await page.getByRole('button', { name: 'Send' }).click();
  await answered(page);
  address = page.url();
}, 240_000);

afterAll(async () => {
  await visits[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

async function look({ page, axe }: Pick<Visit, 'page' | 'axe'>): Promise<void> {
  await page.getByText('Show it something.').waitFor();
  await axe();
  await expect.poll(() => beyond(page)).toBe(0);

  await page.getByRole('button', { name: /Model:/ }).click();
  await axe();
  await page.locator('.choice', { has: page.getByText('blind', { exact: true }) }).click();
  await pick(page, {
    name: 'a-rather-long-name-of-a-picture-file.png',
    mimeType: 'image/png',
    buffer,
  });
  await page.locator('.tile[data-state=ready]').waitFor();
  await page.locator('.notice').first().waitFor();
  await axe();
  await expect.poll(() => beyond(page)).toBe(0);

  await page.goto(address);
  await page.reload();
  await page.getByText('What the model saw').click();
  await page.locator('.slot-picture').first().waitFor();
  await axe();
  await expect.poll(() => beyond(page)).toBe(0);

  if (await page.locator('.side.nav').isHidden()) {
    await page.getByRole('button', { name: 'Conversations', exact: true }).click();
    await page.getByRole('dialog', { name: 'Conversations' }).waitFor();
    await axe();
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'Inspector', exact: true }).click();
  await page.locator('.envelope-card').first().waitFor();
  await axe();
  await expect.poll(() => beyond(page)).toBe(0);
}

const matrix = Object.entries(sizes).flatMap(([size, viewport]) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ size, colorScheme, viewport })),
);

test.each(matrix)(
  'a $size page in the $colorScheme theme has no accessibility violation, no report and no foreign request',
  { tags: ['f-web-axe', 'f-web-csp-trusted-types'], timeout: 240_000 },
  async ({ viewport, colorScheme }) => {
    const visit = await visits.visit({ viewport, colorScheme });
    await look(visit);
    visit.verdict();
    expect(visit.asked.length).toBeGreaterThan(0);
  },
);

test(
  'forced colours, less motion and right-to-left text lose nothing',
  { tags: ['f-web-axe'], timeout: 240_000 },
  async () => {
    const visit = await visits.visit({
      viewport: sizes.medium,
      forcedColors: 'active',
      reducedMotion: 'reduce',
    });
    const { page } = visit;
    await page.goto(address);
    await page.reload();
    await page.getByText('What the model saw').click();
    await page.locator('.slot-picture').first().waitFor();
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await visit.axe();
    await expect.poll(() => beyond(page)).toBe(0);
    const moving = await page.evaluate(
      () =>
        document.getAnimations().filter(({ effect }) => Number(effect?.getTiming().duration) > 1)
          .length,
    );
    expect(moving).toBe(0);
    visit.verdict();
  },
);

test('the theme is chosen by hand and kept', { timeout: 240_000 }, async () => {
  const { page } = await visits.visit({ colorScheme: 'light' });
  const paper = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole('button', { name: 'Theme: as the system' }).click();
  await page.getByRole('button', { name: 'Theme: light' }).click();
  await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.reload();
  await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
  expect(await paper()).toBe(dark);
});

test('every control that has the focus shows it', { timeout: 240_000 }, async () => {
  const { page } = await visits.visit({ viewport: sizes.small });
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab');
    const shown = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return 'nothing';
      const { outlineStyle } = getComputedStyle(focused);
      const around = focused.closest('.composer-card');
      const ring =
        focused.tagName === 'TEXTAREA' && around ? getComputedStyle(around).boxShadow : '';
      return outlineStyle !== 'none' || ring.includes('3px') ? 'shown' : focused.outerHTML;
    });
    expect(['shown', 'nothing']).toContain(shown);
  }
});
