// Runs of OpenWOP in a real browser: the list that lives, one run with what it shows, answered, cancelled and forked by
// keyboard, hostile names as letters, three sizes in light and dark.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, readText } from '@percept/core/internal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../../../test/web/stage.ts';
import { buildApp } from '../src/app-files.ts';
import { beyond, hasFocus, openVisits, sizes, textOf, type Visits } from './app-browser.ts';

let stage: Stage;
let visits: Visits;
let token: string;

beforeAll(async () => {
  await buildApp();
  stage = await openStage();
  visits = await openVisits(stage);
  token = (await readFile(join(stage.data, 'serve-token'), 'utf8')).trim();
}, 240_000);

afterAll(async () => {
  await visits[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

async function post(path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(stage.origin() + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const value: unknown = await response.json();
  if (!response.ok || !isRecord(value)) throw new Error(`${path}: ${JSON.stringify(value)}`);
  return value;
}

async function start(workflowId: string): Promise<string> {
  return readText((await post('/v1/runs', { workflowId }))['runId']) ?? '';
}

const hostile = '<img src=x onerror="document.title=1">';

test(
  'runs appear while one looks, show their media, ask, and go on with what is answered by keyboard',
  { tags: ['d-runs-page'], timeout: 240_000 },
  async () => {
    const visit = await visits.visit();
    const { page } = visit;
    await page.getByRole('link', { name: 'Runs', exact: true }).click();
    await page.getByText('No run yet.').waitFor();
    await visit.axe();
    await post('/v1/host/percept/workflows', {
      id: 'look',
      name: hostile,
      nodes: [
        { id: 'emit', typeId: 'conformance.media.emit' },
        {
          id: 'clarify',
          typeId: 'core.clarificationGate',
          config: { questions: [{ id: 'q', question: `${hostile} Which one?` }] },
        },
      ],
    });
    const run = await start('look');
    await page.locator('.session', { hasText: 'waits for an answer' }).getByRole('link').click();
    const steps = page.locator('.run-step');
    await steps.nth(1).waitFor();
    expect(new URL(page.url()).hash).toBe(`#/runs/${run}`);
    await expect.poll(() => page.locator('.run h2').textContent()).toBe(hostile);
    const picture = steps.first().locator('media-envelope').first().locator('img');
    await expect
      .poll(() => picture.evaluate((it) => it instanceof HTMLImageElement && it.naturalWidth), {
        timeout: 30_000,
      })
      .toBe(96);
    expect(await textOf(steps.first())).toContain('Three bars');
    await visit.axe();

    await page.getByLabel(`${hostile} Which one?`).fill('The left one');
    await page.keyboard.press('Enter');
    await page.locator('.run-head .chip', { hasText: 'complete' }).waitFor();
    await page.locator('[role=status]', { hasText: 'complete' }).waitFor({ state: 'attached' });

    await page.getByRole('button', { name: 'Replay' }).press('Enter');
    await page.getByText('a replay of').waitFor();
    await page.locator('.run-head .chip', { hasText: 'complete' }).waitFor();
    expect(new URL(page.url()).hash).not.toBe(`#/runs/${run}`);
    await page.goBack();
    await page.getByText('a replay of').waitFor({ state: 'detached' });
    expect(new URL(page.url()).hash).toBe(`#/runs/${run}`);
    await page.reload();
    await page.locator('.run-head .chip', { hasText: 'complete' }).waitFor();
    await expect.poll(() => page.title()).toContain('<img');
    visit.verdict();
  },
);

test(
  'a run that works is cancelled, and one that is not there is said in words',
  { tags: ['d-runs-page'], timeout: 240_000 },
  async () => {
    const visit = await visits.visit();
    const { page } = visit;
    const run = await start('conformance-cancellable');
    await page.goto(`${stage.origin()}/#/runs/${run}`);
    await page.getByRole('button', { name: 'Cancel the run' }).press('Enter');
    await page.locator('.run-head .chip', { hasText: 'cancelled' }).waitFor();
    expect(await page.getByRole('button', { name: 'Cancel the run' }).count()).toBe(0);
    await page.goto(`${stage.origin()}/#/runs/run_00000000000000000000000000000000`);
    await page
      .getByRole('alert')
      .getByText('no such')
      .or(page.locator('.banner.refused'))
      .waitFor();
    await page.getByRole('link', { name: 'Conversations', exact: true }).click();
    await page.getByLabel('Message', { exact: true }).waitFor();
    visit.verdict();
  },
);

test(
  'a run stands on three screens, in light and dark, without running over, and nothing in it breaks a rule of axe',
  { tags: ['d-runs-page'], timeout: 240_000 },
  async () => {
    const run = await start('conformance-media-emit');
    const visit = await visits.visit();
    const { page } = visit;
    await page.goto(`${stage.origin()}/#/runs/${run}`);
    await page.locator('.run-head .chip', { hasText: 'complete' }).waitFor();
    await page.locator('.run > details > summary').press('Enter');
    await page.locator('.run .timeline-entry').first().waitFor();
    for (const [name, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: name === 'medium' ? 'dark' : 'light' });
      await expect.poll(() => beyond(page)).toBe(0);
      await visit.axe();
    }
    visit.verdict();
  },
);

test(
  'skipping to the message field leaves the conversation where it is',
  { tags: ['d-runs-page'], timeout: 240_000 },
  async () => {
    const visit = await visits.visit();
    const { page } = visit;
    const before = page.url();
    await page.getByRole('link', { name: 'Skip to the message field' }).press('Enter');
    expect(page.url()).toBe(before);
    await expect.poll(hasFocus(page.getByLabel('Message', { exact: true }))).toBe(true);
  },
);
