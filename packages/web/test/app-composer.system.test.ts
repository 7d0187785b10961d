// Making a message: every way in for files, what each of them says before it is sent, and the ways out.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../../../test/web/stage.ts';
import { hasFocus, openVisits, pick, sizes, type PickedFile, type Visits } from './app-browser.ts';
import { buildApp } from '../src/app-files.ts';

let stage: Stage;
let visits: Visits;
let chart: PickedFile;
let torn: PickedFile;

beforeAll(async () => {
  await buildApp();
  stage = await openStage();
  visits = await openVisits(stage);
  const path = fileURLToPath(new URL('../src/app/samples/chart.png', import.meta.url));
  const buffer = await readFile(path);
  chart = { name: 'chart.png', mimeType: 'image/png', buffer };
  torn = { name: 'torn.png', mimeType: 'image/png', buffer: buffer.subarray(0, 2000) };
}, 240_000);

afterAll(async () => {
  await visits[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

test('a picture can be pasted, dropped anywhere and picked', { timeout: 240_000 }, async () => {
  const visit = await visits.visit();
  const { page } = visit;
  const bytes = chart.buffer.toString('base64');
  const carried = await page.evaluateHandle((base64) => {
    const raw = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([raw], 'pasted.png', { type: 'image/png' }));
    return transfer;
  }, bytes);
  await page.getByLabel('Message', { exact: true }).evaluate((field, transfer) => {
    const paste = new ClipboardEvent('paste', {
      clipboardData: transfer,
      bubbles: true,
      cancelable: true,
    });
    field.dispatchEvent(paste);
  }, carried);
  await page.locator('.tile[data-state=ready]').nth(0).waitFor();

  await page.locator('main').dispatchEvent('dragenter', { dataTransfer: carried });
  await page.getByText('Drop to attach').waitFor();
  await page.locator('main').dispatchEvent('drop', { dataTransfer: carried });
  await page.getByText('Drop to attach').waitFor({ state: 'detached' });
  await page.locator('.tile[data-state=ready]').nth(1).waitFor();

  await page.locator('body').evaluate((body, transfer) => {
    const paste = new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true });
    body.dispatchEvent(paste);
  }, carried);
  await page.locator('.tile[data-state=ready]').nth(2).waitFor();

  await pick(page, chart);
  await page.locator('.tile[data-state=ready]').nth(3).waitFor();
  await expect.poll(() => page.locator('.tile').count()).toBe(4);
  await visit.axe();
  visit.verdict();
});

test('a finger gets the camera as well', { timeout: 240_000 }, async () => {
  const { page } = await visits.visit({ viewport: sizes.small, hasTouch: true, isMobile: true });
  await page.getByRole('button', { name: 'Take a photo' }).waitFor();
  const camera = page.locator('[data-role=camera]');
  await expect.poll(() => camera.getAttribute('accept')).toBe('image/*');
  await expect.poll(() => camera.getAttribute('capture')).toBe('environment');
});

test(
  'a large picture says what it is, what the model will get of it, and what that is thought to cost',
  { tags: ['s002-estimate-labelled'], timeout: 240_000 },
  async () => {
    const { page } = await visits.visit();
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const buffer = await sharp({
      create: { width: 1800, height: 1200, channels: 3, background: '#888', noise },
    })
      .png()
      .toBuffer();
    await pick(page, { name: 'holiday.png', mimeType: 'image/png', buffer });
    const tile = page.locator('.tile[data-state=ready]');
    await tile.waitFor();
    // The forecast is a dry run of the server's, and comes when it is done.
    await tile.getByText('seeing', { exact: false }).waitFor();
    await expect.poll(() => tile.textContent()).toMatch(/\d[\d.]* MB, 1800×1200.*seeing/);
    const estimate = page.locator('.estimate', { hasText: /1 picture · ≈ .*tokens/ });
    await estimate.waitFor();
    expect(await estimate.getAttribute('title')).toBe('Estimated before sending');
  },
);

test(
  'a broken file, an empty one and one over the limit are refused with the reason, and the last two are never uploaded',
  { tags: ['f-web-preflight'], timeout: 240_000 },
  async () => {
    const visit = await visits.visit();
    const { page, asked } = visit;
    await pick(page, torn, { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) });
    await page.locator('.tile[data-state=refused]').nth(1).waitFor();
    const uploads = (): number => asked.filter((line) => line === 'POST /api/uploads').length;
    expect(uploads()).toBe(1);
    // Made inside the page: it is one byte over, and never read.
    await page.locator('[data-role=files]').evaluate((input: HTMLInputElement) => {
      const transfer = new DataTransfer();
      const large = new Uint8Array(100 * 1024 * 1024 + 1);
      transfer.items.add(new File([large], 'large.png', { type: 'image/png' }));
      input.files = transfer.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await page.getByText('is too large').waitFor();
    expect(uploads()).toBe(1);
    await expect
      .poll(() => page.locator('.tile').first().textContent())
      .toMatch(/Refused: .+\. .+\./);
    await page.getByRole('button', { name: 'Send' }).click({ force: true });
    expect(asked.some((line) => line.endsWith('/turns'))).toBe(false);
    await visit.axe();
  },
);

test(
  'one file more than a message holds is refused before it is uploaded',
  { tags: ['f-web-preflight'], timeout: 240_000 },
  async () => {
    const { page, asked } = await visits.visit();
    await pick(
      page,
      ...Array.from({ length: 21 }, (_, at) => ({ ...chart, name: `chart-${at}.png` })),
    );
    await page.locator('.tile[data-state=refused]').waitFor();
    await page.locator('.tile[data-state=ready]').nth(19).waitFor({ timeout: 240_000 });
    expect(asked.filter((line) => line === 'POST /api/uploads')).toHaveLength(20);
  },
);

test(
  'removing by keyboard moves the focus to the next file, then back to the field',
  { tags: ['f-web-remove-keyboard'], timeout: 240_000 },
  async () => {
    const { page } = await visits.visit();
    await pick(page, { ...chart, name: 'one.png' }, { ...chart, name: 'two.png' });
    await page.locator('.tile[data-state=ready]').nth(1).waitFor();
    const first = page.getByRole('button', { name: 'Remove one.png' });
    // Reached by keys alone: backwards from the field.
    await page.getByLabel('Message', { exact: true }).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(hasFocus(first)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByText('one.png').waitFor({ state: 'detached' });
    const second = page.getByRole('button', { name: 'Remove two.png' });
    await expect.poll(hasFocus(second)).toBe(true);
    await page.keyboard.press('Space');
    await page.locator('.tile').waitFor({ state: 'detached' });
    await expect.poll(hasFocus(page.getByLabel('Message', { exact: true }))).toBe(true);
  },
);

test(
  'sound, a drawing, a document and code are taken and say what becomes of them',
  { timeout: 240_000 },
  async () => {
    const visit = await visits.visit();
    const { page } = visit;
    await page.getByRole('button', { name: /Model:/ }).click();
    await page.locator('.choice', { has: page.getByText('omni', { exact: true }) }).click();
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><circle r="40"/></svg>';
    await pick(
      page,
      { name: 'tone.wav', mimeType: 'audio/wav', buffer: tone() },
      { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) },
      { name: 'letter.pdf', mimeType: 'application/pdf', buffer: await letter(page) },
      { name: 'sum.ts', mimeType: '', buffer: Buffer.from('export const sum = 1 + 1;\n') },
    );
    await page.locator('.tile[data-state=ready]').nth(3).waitFor({ timeout: 240_000 });
    const said = async (name: string): Promise<string | null> => {
      const tile = page.locator('.tile', { has: page.getByText(name, { exact: true }) });
      await tile.getByText('omni', { exact: false }).waitFor();
      return tile.textContent();
    };
    expect(await said('letter.pdf')).toContain('1 page');
    expect(await said('drawing.svg')).toContain('omni');
    expect(await said('sum.ts')).toContain('omni');
    expect(await said('tone.wav')).toContain('omni');
    await visit.axe();
    visit.verdict();
  },
);

/** Half a second of 440 Hz. */
function tone(): Buffer {
  const rate = 16_000;
  const data = Buffer.alloc(rate);
  for (let at = 0; at < rate / 2; at += 1)
    data.writeInt16LE(Math.round(Math.sin((at / rate) * 2 * Math.PI * 440) * 12_000), at * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** A page of the browser's own making. */
function letter(page: Page): Promise<Buffer> {
  return page.pdf({ width: '300px', height: '200px', pageRanges: '1' });
}

test('an upload can be cancelled while it runs', { timeout: 240_000 }, async () => {
  const { page, context } = await visits.visit();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 20_000,
  });
  await page.locator('[data-role=files]').evaluate((input: HTMLInputElement) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(2_000_000)], 'slow.bin'));
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.getByRole('progressbar', { name: 'Reading slow.bin' }).waitFor();
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/api/uploads'),
  );
  await page.getByRole('button', { name: 'Cancel slow.bin' }).click();
  await failed;
  await expect.poll(() => page.locator('.tile').count()).toBe(0);
});

test(
  'Enter sends, Shift-Enter does not, and Enter inside a composition does not',
  {
    timeout: 240_000,
  },
  async () => {
    const { page, asked } = await visits.visit();
    const field = page.getByLabel('Message', { exact: true });
    await field.fill('one');
    await field.press('Shift+Enter');
    await expect.poll(() => field.inputValue()).toBe('one\n');
    await field.evaluate((area) =>
      area.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'Enter',
          isComposing: true,
          bubbles: true,
          cancelable: true,
        }),
      ),
    );
    expect(asked.some((line) => line.startsWith('POST') && line.includes('/turns'))).toBe(false);
    await field.press('Enter');
    await page.getByLabel('You', { exact: true }).waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
  },
);
