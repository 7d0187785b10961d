// What the model gets, and what the page says about it: before sending, and afterwards byte for byte.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { picturesIn } from '../../../test/acp/seeing-server.ts';
import { openStage, type Stage } from '../../../test/web/stage.ts';
import { drawPalette, drawQuadrants, drawScreenshot } from '../../../test/wires/quadrants.ts';
import { answered, hasFocus, openVisits, pick, textOf, type Visits } from './app-browser.ts';
import { buildApp } from '../src/app-files.ts';

let stage: Stage;
let visits: Visits;

beforeAll(async () => {
  await buildApp();
  stage = await openStage();
  visits = await openVisits(stage);
}, 240_000);

afterAll(async () => {
  await visits[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

test(
  'the picker shows for every model what it takes, before anything is attached',
  { tags: ['s001-picker-capabilities'], timeout: 240_000 },
  async () => {
    const visit = await visits.visit();
    const { page } = visit;
    await page.getByRole('button', { name: 'Model: seeing, can see pictures' }).click();
    const badges = async (name: string): Promise<readonly (string | null)[]> =>
      page
        .locator('.choice', { has: page.getByText(name, { exact: true }) })
        .locator('.badge')
        .evaluateAll((found) => found.map((badge) => badge.getAttribute('data-capability')));
    expect(await badges('seeing')).toEqual(['vision-input']);
    expect(await badges('omni')).toEqual([
      'vision-input',
      'audio-input',
      'audio-output',
      'image-output',
    ]);
    const blind = page.locator('.choice', { has: page.getByText('blind', { exact: true }) });
    await expect.poll(() => blind.textContent()).toContain('cannot see');
    await expect.poll(() => blind.textContent()).toContain('will describe them on this device');
    await visit.axe();
    await blind.click();
    await page.getByRole('button', { name: 'Model: blind, cannot see pictures' }).waitFor();
    visit.verdict();
  },
);

test(
  'a blind model is said before sending, with who looks instead; afterwards the words it read are there',
  { tags: ['f-web-notice-before-send', 'f-web-what-model-saw'], timeout: 240_000 },
  async () => {
    const visit = await visits.visit();
    const { page, asked } = visit;
    await page.getByRole('button', { name: /Model:/ }).click();
    await page.locator('.choice', { has: page.getByText('blind', { exact: true }) }).click();
    const colours = drawPalette(7);
    const buffer = await drawQuadrants(colours);
    await pick(page, { name: 'four.png', mimeType: 'image/png', buffer });
    await page.locator('.tile[data-state=ready]').waitFor();
    await page
      .locator('.notice', { hasText: 'blind cannot see pictures. Local eyes will describe them' })
      .waitFor();
    await page.locator('.tile', { hasText: /local eyes/i }).waitFor();
    expect(asked.some((line) => line.endsWith('/turns'))).toBe(false);
    await page.getByLabel('Message', { exact: true }).fill('What is it?');
    await page.getByRole('button', { name: 'Send' }).click();
    await answered(page);
    await page.getByText('What the model saw').click();
    const slot = page.locator('.slot');
    await expect.poll(() => slot.getAttribute('data-action')).toBe('describe');
    await page.getByText('The words that the model read instead').click();
    await expect.poll(() => slot.textContent()).toContain('read on this device');
    const sent = stage.seeing.requests.at(-1);
    expect(sent && picturesIn(sent)).toEqual([]);
    visit.verdict();
  },
);

test(
  'what the page shows as sent are the very bytes that the model got, with their figures',
  { tags: ['f-web-what-model-saw', 'p-record-is-truth'], timeout: 240_000 },
  async () => {
    const visit = await visits.visit();
    const { page } = visit;
    const colours = drawPalette(11);
    const buffer = await drawScreenshot(colours);
    await pick(page, { name: 'screenshot.png', mimeType: 'image/png', buffer });
    await page.locator('.tile[data-state=ready]').waitFor({ timeout: 240_000 });
    await page.getByLabel('Message', { exact: true }).fill('Which colours?');
    await page.getByRole('button', { name: 'Send' }).click();
    await answered(page);
    expect(await textOf(page.getByLabel('Answer', { exact: true }))).toContain(colours.join(' '));
    await page.getByText('What the model saw').click();
    const picture = page.locator('.slot-picture');
    await picture.waitFor();
    const shown = await picture.evaluate(async (image: HTMLImageElement) => {
      const bytes = await (await fetch(image.src)).arrayBuffer();
      return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))];
    });
    const request = stage.seeing.requests.at(-1);
    const [got] = request ? picturesIn(request) : [];
    expect(Buffer.from(shown).toString('hex')).toBe(
      createHash('sha256')
        .update(got ?? '')
        .digest('hex'),
    );
    const facts = await page.locator('.slot .facts').textContent();
    expect(facts).toMatch(/Pixels\d+×\d+/);
    expect(facts).toMatch(/Tokens≈ [\d,]+/);
    expect(facts).toMatch(/Size[\d.]+ [KM]B → [\d.]+ [KM]B/);
    expect(facts).toMatch(/Placemessage \d+, in its own place/);
    await visit.axe();

    const compare = page.getByRole('button', { name: 'Compare with the original' });
    await compare.click();
    const slider = page.getByRole('slider', { name: 'How much of the original is shown' });
    await slider.press('ArrowRight');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('51 % original');
    const clip = await page
      .locator('.compare-over')
      .evaluate((image) => getComputedStyle(image).clipPath);
    expect(clip).toContain('49%');
    await visit.axe();
    await page.keyboard.press('Escape');
    await slider.waitFor({ state: 'detached' });
    await expect.poll(hasFocus(compare)).toBe(true);
    visit.verdict();
  },
);

test('a picture alone is a message', { timeout: 240_000 }, async () => {
  const { page } = await visits.visit();
  const colours = drawPalette(23);
  const buffer = await drawQuadrants(colours);
  await pick(page, { name: 'alone.png', mimeType: 'image/png', buffer });
  await page.locator('.tile[data-state=ready]').waitFor();
  await page.getByRole('button', { name: 'Send' }).click();
  await answered(page);
  expect(await textOf(page.getByLabel('Answer', { exact: true }))).toContain(colours.join(' '));
});
