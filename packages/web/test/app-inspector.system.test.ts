// The session behind the page, and a model that nobody may look for.
import { readFile } from 'node:fs/promises';
import { isRecord } from '@percept/core/internal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../../../test/web/stage.ts';
import { drawPalette, drawQuadrants } from '../../../test/wires/quadrants.ts';
import { answered, hasFocus, openVisits, pick, sizes, type Visits } from './app-browser.ts';
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

const secret = 'sk-proj-AbCdEfGhIjKlMnOpQrStUvWx';

test(
  'the inspector shows each envelope with its hint, whether it is valid, and no secret; the record is a timeline; the bundle holds no bytes',
  { tags: ['s001-inspector-shows-hint'], timeout: 240_000 },
  async () => {
    const visit = await visits.visit();
    const { page } = visit;
    const buffer = await drawQuadrants(drawPalette(3));
    await pick(page, { name: 'four.png', mimeType: 'image/png', buffer });
    await page.locator('.tile[data-state=ready]').waitFor();
    await page.getByLabel('Message', { exact: true }).fill(`My key is ${secret}, what is this?`);
    await page.getByRole('button', { name: 'Send' }).click();
    await answered(page);

    await page.getByRole('button', { name: 'Inspector', exact: true }).click();
    const image = page.locator('.envelope-card', {
      has: page.getByRole('heading', { name: 'media.image' }),
    });
    await image.waitFor();
    const hint = async (name: string): Promise<string | null> =>
      image.locator(`[data-hint=${name}] dd`).textContent();
    expect(await hint('display')).toBe('image');
    expect(await hint('mimeType')).toMatch(/^image\//);
    expect(await hint('alt')).toContain('four.png');
    await expect.poll(() => image.locator('.chip').textContent()).toBe('valid');

    const words = page.locator('.envelope-card', {
      has: page.getByRole('heading', { name: 'vendor.percept.text' }),
    });
    await words.first().getByText('Payload', { exact: true }).click();
    const payload = page.getByLabel('Payload', { exact: true }).locator('visible=true');
    await expect.poll(() => payload.textContent()).toContain('[redacted]');
    await visit.axe();

    await page.getByRole('tab', { name: 'Envelopes' }).press('ArrowRight');
    await page.locator('.timeline-entry').first().waitFor();
    await expect.poll(() => page.locator('.timeline').textContent()).toContain('message');
    expect(await page.locator('.inspector').textContent()).not.toContain(secret);
    await visit.axe();

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Debug bundle' }).click();
    const path = await (await download).path();
    const bundle = await readFile(path, 'utf8');
    expect(isRecord(JSON.parse(bundle))).toBe(true);
    expect(bundle).not.toContain(secret);
    expect(bundle).not.toContain(buffer.toString('base64').slice(40, 200));
    visit.verdict();
  },
);

test(
  'on a small screen the inspector is a dialog that gives the focus back',
  { timeout: 240_000 },
  async () => {
    const visit = await visits.visit({ viewport: sizes.small });
    const { page } = visit;
    const button = page.getByRole('button', { name: 'Inspector', exact: true });
    await button.click();
    await page.getByRole('dialog', { name: 'Inspector' }).waitFor();
    await visit.axe();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Inspector' }).waitFor({ state: 'detached' });
    await expect.poll(hasFocus(button)).toBe(true);
  },
);

test(
  'where nobody may look for a blind model, the picture is refused before sending, with the reason and the way out',
  { tags: ['f-web-notice-before-send', 'f-web-preflight'], timeout: 240_000 },
  async () => {
    await using strict = await openStage({ catalogue: 'strict' });
    await using guests = await openVisits(strict);
    const visit = await guests.visit({ viewport: sizes.medium });
    const { page, asked } = visit;
    const notice = page.locator('.notice.refused');
    await notice.first().waitFor();
    await expect.poll(() => notice.first().textContent()).toContain('does not take image input');
    const buffer = await drawQuadrants(drawPalette(5));
    await pick(page, { name: 'four.png', mimeType: 'image/png', buffer });
    await page.locator('.tile[data-state=ready]').waitFor();
    await page.getByLabel('Message', { exact: true }).fill('What is it?');
    const send = page.getByRole('button', { name: 'Send' });
    await expect.poll(() => send.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Enter');
    await visit.axe();
    expect(asked.some((line) => line.endsWith('/turns'))).toBe(false);
    expect(strict.seeing.requests).toHaveLength(0);
    await page.getByRole('button', { name: 'Remove four.png' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await answered(page);
    expect(strict.seeing.requests.length).toBeGreaterThan(0);
    visit.verdict();
  },
);
