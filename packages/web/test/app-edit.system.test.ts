// Editing and forking in a real browser, by keyboard: what was sent is written anew with its picture, leaving changes
// nothing, and a conversation goes on in two directions.
import { isRecord } from '@percept/core/internal';
import sharp from 'sharp';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../../../test/web/stage.ts';
import { drawPalette, drawQuadrants } from '../../../test/wires/quadrants.ts';
import { buildApp } from '../src/app-files.ts';
import { beyond, hasFocus, openVisits, pick, sizes, type Visits } from './app-browser.ts';

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

const turns = (page: Page) => page.locator('.turn');

/** The model was asked `count` times: an edited turn looks ended until it is asked anew, so the wire is waited for. */
async function asked(count: number): Promise<void> {
  await expect.poll(() => stage.seeing.requests.length).toBe(count);
}

/** Turn `count` is the last one, and it has ended. */
async function ended(page: Page, count: number): Promise<void> {
  await page.locator(`.turn[data-turn="${count}"][aria-busy=false] .answered`).waitFor();
  await expect.poll(() => turns(page).count()).toBe(count);
}

async function say(page: Page, words: string, count: number): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(words);
  await page.keyboard.press('Enter');
  await ended(page, count);
}

function userWords(): string {
  const body = stage.seeing.requests.at(-1)?.body;
  const messages = isRecord(body) && Array.isArray(body['messages']) ? body['messages'] : [];
  return JSON.stringify(messages.filter((it) => isRecord(it) && it['role'] === 'user'));
}

test(
  'a message is edited with its picture by keyboard; leaving the editor leaves all as it was; a fork goes on by itself',
  { tags: ['d-edit-fork'], timeout: 240_000 },
  async () => {
    const visit = await visits.visit();
    const { page } = visit;
    const buffer = await drawQuadrants(drawPalette(7));
    await pick(page, { name: 'four.png', mimeType: 'image/png', buffer });
    await page.locator('.tile[data-state=ready]').waitFor();
    await say(page, 'Which colours?', 1);
    // The room of a picture is that of its pixels, known before they are there.
    const { width, height } = await sharp(buffer).metadata();
    const shown = page.locator('.asked media-envelope').first();
    expect(
      await shown.evaluate((it) => ['width' in it && it.width, 'height' in it && it.height]),
    ).toEqual([width, height]);
    await say(page, 'And then?', 2);
    const requests = stage.seeing.requests.length;

    const edit = page.getByRole('button', { name: 'Edit this message' }).first();
    await edit.press('Enter');
    const field = page.getByLabel('Message, edited');
    await expect.poll(() => field.inputValue()).toBe('Which colours?');
    await expect.poll(hasFocus(field)).toBe(true);
    await field.fill('Something else entirely');
    await visit.axe();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await expect.poll(hasFocus(edit)).toBe(true);
    await expect.poll(() => turns(page).count()).toBe(2);
    expect(stage.seeing.requests.length).toBe(requests);

    const before = page.url();
    await page.getByRole('button', { name: 'Branch off after this answer' }).first().press('Enter');
    await expect.poll(() => page.url()).not.toBe(before);
    await ended(page, 1);
    await expect.poll(() => page.locator('.session').count()).toBe(2);
    await page.goBack();
    await ended(page, 2);

    await page.getByRole('button', { name: 'Edit this message' }).first().press('Enter');
    await field.fill('Name its colours');
    await page.keyboard.press('Enter');
    await field.waitFor({ state: 'detached' });
    await asked(requests + 1);
    await ended(page, 1);
    expect(userWords()).toContain('Name its colours');
    expect(userWords()).not.toContain('Which colours?');
    expect(userWords().match(/"image_url"/g)?.length).toBeGreaterThan(0);

    await page.setViewportSize(sizes.small);
    await page.getByRole('button', { name: 'Edit this message' }).press('Enter');
    await page.getByRole('button', { name: /^Take .* out$/ }).press('Enter');
    await field.fill('Without it');
    await expect.poll(() => beyond(page)).toBe(0);
    await visit.axe();
    await page.getByRole('button', { name: 'Send again' }).press('Enter');
    await field.waitFor({ state: 'detached' });
    await asked(requests + 2);
    await ended(page, 1);
    expect(userWords()).toContain('Without it');
    expect(userWords()).not.toContain('image_url');
    await page.reload();
    await ended(page, 1);
    visit.verdict();
  },
);
