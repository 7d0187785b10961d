// Somebody who has no key and no model opens the page for the first time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../../../test/web/stage.ts';
import { answered, openVisits, textOf, type Visit, type Visits } from './app-browser.ts';
import { buildApp } from '../src/app-files.ts';

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
  'one click on a sample picture gives an answer from local eyes, and nothing leaves this machine',
  { tags: ['f-web-csp-trusted-types'], timeout: 240_000 },
  async () => {
    const visit = await visits.visit();
    const { page } = visit;
    await page.getByText('local eyes on this device answer. Nothing leaves').waitFor();
    await expect.poll(() => page.locator('.sample').count()).toBe(3);
    await visit.axe();
    await page.getByRole('button', { name: /A chart/ }).click();
    await answered(page);
    const answer = page.getByLabel('Answer', { exact: true });
    for (const value of ['160', '240', '310', '280', '380'])
      expect(await textOf(answer)).toContain(value);
    await page.getByText('What local eyes saw').click();
    await page.getByText('on this device, nothing was sent').waitFor();
    await page.getByText('Looked at as it is').waitFor();
    expect(stage.seeing.requests).toHaveLength(0);
    visit.verdict();
  },
);

test('whoever watches the page would notice a breach', { timeout: 240_000 }, async () => {
  const visit = await visits.visit();
  await visit.page.evaluate(() => {
    const attribute = document.createElement('p');
    attribute.setAttribute('style', 'color: red');
    document.body.append(attribute);
  });
  await expect.poll(() => isBreached(visit)).toBe(true);
});

function isBreached(visit: Visit): boolean {
  try {
    visit.verdict();
    return false;
  } catch {
    return true;
  }
}

test('the first paint and the first interaction are measured', { timeout: 240_000 }, async () => {
  const { page } = await visits.visit();
  const paint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  const wait = await page.evaluate(async () => {
    const field = document.querySelector('textarea');
    const start = performance.now();
    field?.focus();
    const drawn = Promise.withResolvers<void>();
    requestAnimationFrame(() => requestAnimationFrame(() => drawn.resolve()));
    await drawn.promise;
    return performance.now() - start;
  });
  console.log(
    `first contentful paint ${paint?.toFixed(0)} ms, two frames after focus ${wait.toFixed(0)} ms`,
  );
  expect(paint).toBeGreaterThan(0);
});

test(
  'a browser that is not signed in is told what to do, and sees no data',
  { timeout: 240_000 },
  async () => {
    const visit = await visits.stranger();
    await visit.page.getByText('This browser is not signed in.').waitFor();
    await visit.axe();
    expect(await visit.page.locator('.session').count()).toBe(0);
    expect(await visit.page.getByLabel('Message', { exact: true }).count()).toBe(0);
    visit.verdict();
  },
);

test('whoever signs out is out, with every copy of the cookie', { timeout: 240_000 }, async () => {
  const visit = await visits.visit();
  const { page } = visit;
  const link = await page.evaluate(async () => {
    const answer = await fetch('/api/sign-in-links', { method: 'POST' });
    const made: unknown = await answer.json();
    return String(Object(made).link);
  });
  const other = await visits.stranger();
  await other.page.setViewportSize({ width: 1440, height: 900 });
  await other.page.goto(link);
  await other.page.getByLabel('Message', { exact: true }).waitFor();
  const copy = await other.context.storageState();
  await other.page.getByRole('button', { name: 'Sign out' }).click();
  await other.page.getByText('This browser is not signed in.').waitFor();
  expect(await other.page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
  await other.axe();
  await other.context.addCookies(copy.cookies);
  await other.page.reload();
  await other.page.getByText('This browser is not signed in.').waitFor();
  other.verdict();
  // The first one is somebody else's browser.
  await page.reload();
  await page.getByLabel('Message', { exact: true }).waitFor();
});
