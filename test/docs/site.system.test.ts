// The site as a reader has it: built, served from a folder, opened in a real browser at three sizes.
import { execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from './markdown-files.ts';

const site = join(root, 'dist/site');
const sizes = [
  { width: 375, height: 740 },
  { width: 900, height: 1100 },
  { width: 1440, height: 900 },
];
const pages = ['index', 'comparison', 'agents', 'reference/limits', 'reference/api/core'];
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

// A guard against what hangs: pages with long tables take a busy machine a while.
describe('the documentation', { tags: ['d-docs-site'], timeout: 600_000 }, () => {
  let server: Server;
  let browser: Browser;
  let origin: string;
  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/site.ts'], { cwd: root, stdio: 'pipe' });
    server = createServer(({ url = '/' }, response) => {
      const path = join(site, new URL(url, 'http://localhost').pathname);
      if (!existsSync(path) || !statSync(path).isFile()) return void response.writeHead(404).end();
      const type = types[extname(path)] ?? 'application/octet-stream';
      return void response.writeHead(200, { 'content-type': type }).end(readFileSync(path));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox'],
    });
  }, 600_000);
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  test.for(sizes)('fits into a window of $width pixels, and asks nobody else', async (viewport) => {
    const page = await browser.newPage({ viewport });
    page.setDefaultTimeout(0);
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
        elsewhere.push(request.url());
    });
    const tooWide: string[] = [];
    for (const name of pages) {
      await page.goto(`${origin}/${name}.html`, { waitUntil: 'load' });
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      if (overflow !== 0) tooWide.push(name);
    }
    expect(tooWide).toEqual([]);
    expect(elsewhere).toEqual([]);
    await page.close();
  });

  test('is searched in the browser', async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(0);
    await page.goto(`${origin}/start.html`, { waitUntil: 'load' });
    // A key that comes before the page listens is nobody's.
    const box = page.getByRole('searchbox');
    await expect
      .poll(async () => {
        if (!(await box.isVisible())) await page.keyboard.press('Control+k');
        return box.isVisible();
      })
      .toBe(true);
    await box.fill('bubblewrap');
    const first = page.locator('.VPLocalSearchBox .result').first();
    await first.waitFor();
    await expect.poll(() => first.getAttribute('href')).toMatch(/\.html/);
    await page.close();
  });
});
