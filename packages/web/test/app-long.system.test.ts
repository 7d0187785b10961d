// A session of 2,000 messages: it opens with its newest, the rest comes while scrolling, and the page stays responsive.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { growSession } from '../../../test/web/long-session.ts';
import { openStage, type Stage } from '../../../test/web/stage.ts';
import { answered, openVisits, type Visits } from './app-browser.ts';
import { buildApp } from '../src/app-files.ts';

const turns = 1000;

let stage: Stage;
let visits: Visits;

beforeAll(async () => {
  await buildApp();
  stage = await openStage({ catalogue: 'none' });
  visits = await openVisits(stage);
}, 240_000);

afterAll(async () => {
  await visits[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

test(
  '2,000 messages open at their end and scroll to their beginning',
  { timeout: 600_000 },
  async () => {
    const visit = await visits.visit();
    const { page } = visit;
    await page.getByLabel('Message', { exact: true }).fill('Question number 1 of many');
    await page.keyboard.press('Enter');
    await answered(page);
    await stage.kill();
    await growSession(stage.data, page.url().split('/').at(-1) ?? '', turns);
    await stage.restart();
    const started = Date.now();
    await page.reload();
    await page
      .getByText(`Question number ${turns} of many`)
      .locator('visible=true')
      .first()
      .waitFor();
    const opened = Date.now() - started;

    const measured = await page.locator('.conversation').evaluate(async (frame) => {
      const tasks: number[] = [];
      const watcher = new PerformanceObserver((list) =>
        tasks.push(...list.getEntries().map(({ duration }) => duration)),
      );
      watcher.observe({ type: 'longtask' });
      const drawn = (): Promise<void> =>
        new Promise((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
        );
      const begun = performance.now();
      frame.dispatchEvent(new WheelEvent('wheel'));
      const deadline = begun + 300_000;
      while (performance.now() < deadline) {
        frame.scrollTop -= 1200;
        await drawn();
        const first = document.querySelector('.turn')?.getAttribute('data-turn');
        if (first === '1' && frame.scrollTop === 0) break;
      }
      const up = performance.now() - begun;
      const shown = document.querySelectorAll('.turn').length;
      for (let step = 0; step < 60; step += 1) {
        frame.scrollTop += 2400;
        await drawn();
      }
      const frames: number[] = [];
      for (let step = 0; step < 60; step += 1) {
        const start = performance.now();
        frame.scrollTop -= 400;
        await new Promise((resolve) => requestAnimationFrame(resolve));
        frames.push(performance.now() - start);
      }
      watcher.disconnect();
      return { tasks, up, shown, frames };
    });
    const longest = Math.max(0, ...measured.tasks);
    const median = measured.frames.toSorted((one, other) => one - other)[30] ?? 0;
    console.log(
      `2,000 messages: opened in ${opened} ms; scrolled to the first in ${(measured.up / 1000).toFixed(1)} s; ` +
        `${measured.tasks.length} long tasks, longest ${longest.toFixed(0)} ms; median frame ${median.toFixed(1)} ms`,
    );
    expect(measured.shown).toBe(turns);
    await page.locator('.turn[data-turn="1"]').scrollIntoViewIfNeeded();
    await page.getByText('Question number 1 of many').locator('visible=true').first().waitFor();
    visit.verdict();
  },
);
