// A turn from the inside: tools, questions to the person, failures, stopping, and a page or a server that goes away.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../../../test/web/stage.ts';
import { drawPalette, drawQuadrants } from '../../../test/wires/quadrants.ts';
import { answered, hasFocus, openVisits, pick, sizes, textOf, type Visits } from './app-browser.ts';
import { buildApp } from '../src/app-files.ts';

const paragraph = 'A line of *words* with `code` and a [link](https://example.org).\n\n';
const written = `# Heading\n\n${paragraph.repeat(300)}- the very end\n`;

let stage: Stage;
let visits: Visits;

beforeAll(async () => {
  await buildApp();
  stage = await openStage({ writes: written });
  visits = await openVisits(stage);
}, 240_000);

afterAll(async () => {
  await visits[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

async function say(page: Page, words: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(words);
  await page.getByRole('button', { name: 'Send' }).click();
}

test(
  'an edit asks first: denied it changes nothing, allowed it is done',
  { timeout: 240_000 },
  async () => {
    const visit = await visits.visit({ viewport: sizes.small });
    const { page } = visit;
    const notes = (): Promise<string> => readFile(join(stage.root, 'notes.md'), 'utf8');
    await say(page, 'please edit my notes');
    const question = page.getByRole('region', { name: /Question: Change/ });
    await question.waitFor();
    await expect.poll(() => question.textContent()).toContain('− We meet on Monday.');
    await expect.poll(() => question.textContent()).toContain('+ We meet on Friday.');
    await visit.axe();
    // The question waits for whoever comes back.
    await page.reload();
    await question.getByRole('button', { name: 'Deny' }).click();
    await answered(page);
    expect(await notes()).toContain('Monday');
    const tool = page.getByRole('article', { name: 'Tool edit' });
    await expect.poll(() => tool.textContent()).toContain('failed');

    await page.getByRole('button', { name: 'Conversations', exact: true }).click();
    await page.getByRole('button', { name: 'New conversation' }).click();
    await say(page, 'please edit my notes');
    await page.getByRole('button', { name: 'Allow this time' }).click();
    await answered(page);
    expect(await notes()).toContain('Friday');
    visit.verdict();
  },
);

test(
  'a failed turn is a chip with the reason, and trying again works',
  { timeout: 240_000 },
  async () => {
    const visit = await visits.visit();
    const { page } = visit;
    await say(page, 'please fail');
    const chip = page.locator('.end-chip.refused');
    await chip.waitFor();
    await expect.poll(() => chip.textContent()).toContain('out of order');
    await visit.axe();
    await page.getByRole('button', { name: 'Try again' }).click();
    await answered(page);
    expect(await textOf(page.getByLabel('Answer', { exact: true }))).toContain('I see no picture.');
  },
);

test(
  'stop ends a turn, and a reload in the middle picks it up again',
  { timeout: 240_000 },
  async () => {
    const { page } = await visits.visit();
    await say(page, 'please hold and look');
    await stage.gate.arrival();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped.').waitFor();
    stage.gate.open();

    await say(page, 'please hold once more');
    await stage.gate.arrival();
    await page.reload();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    expect(await textOf(page.getByLabel('You', { exact: true }).last())).toContain('once more');
    stage.gate.open();
    await answered(page);
    await expect.poll(() => page.getByLabel('Answer', { exact: true }).count()).toBe(1);
  },
);

test(
  'a long answer is drawn while it is written, survives a reload in its middle, and is complete',
  { timeout: 240_000 },
  async () => {
    const visit = await visits.visit();
    const { page } = visit;
    await page.evaluate(() => {
      const tasks: number[] = [];
      new PerformanceObserver((list) =>
        tasks.push(...list.getEntries().map(({ duration }) => duration)),
      ).observe({ type: 'longtask' });
      Object.assign(window, { longTasks: tasks });
    });
    await page.getByRole('button', { name: /Model:/ }).click();
    await page.locator('.choice', { has: page.getByText('writer', { exact: true }) }).click();
    await say(page, 'Write.');
    await stage.writing.arrival();
    const answer = page.getByLabel('Answer', { exact: true });
    await answer.getByRole('heading', { name: 'Heading' }).waitFor();
    expect(await textOf(answer)).not.toContain('the very end');
    const tasks = await page.evaluate((): number[] => Reflect.get(window, 'longTasks'));
    const longest = Math.max(0, ...tasks).toFixed(0);
    console.log(
      `streaming ${written.length / 2} letters: ${tasks.length} long tasks, longest ${longest} ms`,
    );
    await page.reload();
    await answer.getByRole('heading', { name: 'Heading' }).waitFor();
    stage.writing.open();
    await answer.getByText('the very end').waitFor({ state: 'attached', timeout: 240_000 });
    await answered(page);
    const text = await textOf(answer);
    expect(text.split('A line of').length - 1).toBe(300);
    visit.verdict();
  },
);

test(
  'a server that is gone is told plainly, what was written stays, and the page finds it again',
  { timeout: 240_000 },
  async () => {
    const { page } = await visits.visit();
    await say(page, 'hello');
    await answered(page);
    await page.getByLabel('Message', { exact: true }).fill('half a thought');
    await stage.kill();
    await page.getByText('The Percept server does not answer.').waitFor();
    await stage.restart();
    await page.getByText('The Percept server does not answer.').waitFor({
      state: 'detached',
      timeout: 240_000,
    });
    await expect
      .poll(() => page.getByLabel('Message', { exact: true }).inputValue())
      .toBe('half a thought');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByLabel('Answer', { exact: true }).nth(1).waitFor();
  },
);

test(
  'a conversation is deleted only after the question, by keyboard too',
  { timeout: 240_000 },
  async () => {
    const { page } = await visits.visit();
    await say(page, 'delete me soon');
    await answered(page);
    const remove = page.getByRole('button', { name: 'Delete delete me soon' });
    await remove.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete the conversation' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(hasFocus(remove)).toBe(true);
    await remove.click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await remove.waitFor({ state: 'detached' });
    await page.getByText('Show it something.').waitFor();
  },
);

test(
  'an answer that is there before the request for it was confirmed is announced all the same',
  { timeout: 240_000 },
  async () => {
    const { page } = await visits.visit();
    const buffer = await drawQuadrants(drawPalette(31));
    await pick(page, { name: 'quick.png', mimeType: 'image/png', buffer });
    await page.locator('.tile[data-state=ready]').waitFor();
    // The confirmation is held back until the events have told the whole turn.
    const told = Promise.withResolvers<void>();
    await page.route('**/turns', async (route) => {
      const response = await route.fetch();
      await told.promise;
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByLabel('Answer', { exact: true }).waitFor();
    await answered(page);
    told.resolve();
    await page.locator('.tile').waitFor({ state: 'detached' });
    await expect
      .poll(() => page.locator('.shell > [role=status]').textContent())
      .toBe('The answer is complete.');
  },
);
