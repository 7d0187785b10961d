// What a model makes, in the page: labelled, described, saved, and compared with the picture before it; a sound is played.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawingScript } from '../../../test/web/model.ts';
import { openStage, type Stage } from '../../../test/web/stage.ts';
import { drawPalette, drawQuadrants } from '../../../test/wires/quadrants.ts';
import { answered, openVisits, type Visits } from './app-browser.ts';
import { buildApp } from '../src/app-files.ts';

let stage: Stage;
let visits: Visits;

beforeAll(async () => {
  await buildApp();
  const pictures = await Promise.all([1, 2].map((seed) => drawQuadrants(drawPalette(seed))));
  const script = drawingScript(pictures);
  stage = await openStage({ script });
  visits = await openVisits(stage);
}, 240_000);

afterAll(async () => {
  await visits[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

test(
  'a made picture says who made it, and is compared with the one before, without an accessibility violation',
  { tags: ['p-made-is-shown', 'p-made-has-words'], timeout: 240_000 },
  async () => {
    const visit = await visits.visit();
    const { page } = visit;
    const compare = page.getByRole('button', { name: 'Compare with the picture before' });
    for (const [at, words] of ['Draw it.', 'Make it darker.'].entries()) {
      await page.getByLabel('Message', { exact: true }).fill(words);
      await page.getByRole('button', { name: 'Send' }).click();
      await page
        .getByRole('img', { name: new RegExp(`Picture ${at + 1}, as you asked`) })
        .waitFor();
      await answered(page);
      await expect.poll(() => compare.count()).toBe(at);
    }
    await expect.poll(() => page.getByText('made by seeing', { exact: true }).count()).toBe(2);
    await expect.poll(() => page.getByText('made-2.png', { exact: true }).count()).toBe(1);
    await expect.poll(() => page.getByRole('button', { name: 'Download' }).count()).toBe(2);
    await visit.axe();
    await compare.click();
    await page.getByRole('slider', { name: 'How much of the picture before is shown' }).waitFor();
    await visit.axe();
    visit.verdict();
  },
);

test(
  'a made sound says who made it, is played and kept, and has its words beside it, without an accessibility violation',
  { tags: ['p-made-is-shown', 'p-made-has-words'], timeout: 240_000 },
  async () => {
    const visit = await visits.visit();
    const { page } = visit;
    await page.getByLabel('Message', { exact: true }).fill('Now please speak.');
    await page.getByRole('button', { name: 'Send' }).click();
    const player = page.locator('audio');
    await player.waitFor();
    await answered(page);
    const alt = 'Sound made by seeing, 1 second: Good morning to all of you.';
    await expect.poll(() => player.getAttribute('aria-label')).toBe(alt);
    const sound = page.locator('figure.sound');
    await expect.poll(() => sound.getByText(alt, { exact: true }).count()).toBe(1);
    await expect.poll(() => sound.getByText('made by seeing', { exact: true }).count()).toBe(1);
    await expect.poll(() => sound.getByText('made-1.wav', { exact: true }).count()).toBe(1);
    const saved = page.waitForEvent('download');
    await sound.getByRole('button', { name: 'Download' }).click();
    expect((await saved).suggestedFilename()).toBe('made-1.wav');
    // The browser itself decodes it: it knows how long it is, and comes to its end.
    const seconds = await player.evaluate(async (element) => {
      if (!(element instanceof HTMLAudioElement)) return undefined;
      const ended = new Promise((resolve) => element.addEventListener('ended', resolve));
      await element.play();
      await ended;
      return element.duration;
    });
    expect(seconds).toBe(1);
    await visit.axe();
    visit.verdict();
  },
);
