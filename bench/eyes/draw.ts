// Draws seeded pages in Chromium, and takes every visual line out of the document: the truth is what the browser laid out.
import { chromium, type Browser } from 'playwright-core';
import { pageOf, type Page } from './page.ts';

export interface Drawn extends Omit<Page, 'html'> {
  readonly seed: number;
  readonly bytes: Buffer;
  readonly lines: readonly string[];
  /** Those that stand on one visual line. */
  readonly identifiers: readonly string[];
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
}

export async function drawnPage(browser: Browser, seed: number): Promise<Drawn> {
  const { html, ...page } = pageOf(seed);
  return { ...page, seed, ...(await drawnHtml(browser, html, page.scale)) };
}

/** A page as a picture, with the lines and identifiers that the browser laid out. */
export async function drawnHtml(
  browser: Browser,
  html: string,
  deviceScaleFactor: number,
): Promise<Pick<Drawn, 'bytes' | 'lines' | 'identifiers'>> {
  const viewport = { width: 900, height: 300 };
  const tab = await browser.newPage({ viewport, deviceScaleFactor });
  try {
    await tab.setContent(html);
    await tab.evaluate('document.fonts.ready');
    const found: unknown = await tab.evaluate(linesInPage);
    return { bytes: await tab.screenshot({ fullPage: true }), ...parsed(found) };
  } finally {
    await tab.close();
  }
}

/** Runs in the page. */
const linesInPage = `(() => {
  const lines = [], identifiers = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest('style')) continue;
    const text = node.data; let line = '', bottom;
    const own = [];
    for (let at = 0; at < text.length; at += 1) {
      const range = document.createRange(); range.setStart(node, at); range.setEnd(node, at + 1);
      const [box] = range.getClientRects();
      if (box && bottom !== undefined && box.top > bottom - 2) { own.push(line); line = ''; }
      if (box) bottom = box.bottom;
      line += text[at];
    }
    own.push(line);
    lines.push(...own);
    if (node.parentElement.hasAttribute('data-id') && own.length === 1) identifiers.push(text);
  }
  return { lines: lines.map((line) => line.trim()).filter((line) => line !== ''), identifiers };
})()`;

function parsed(found: unknown): Pick<Drawn, 'lines' | 'identifiers'> {
  const texts = (key: string): readonly string[] => {
    const value: unknown =
      typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
    return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
  };
  return { lines: texts('lines'), identifiers: texts('identifiers') };
}
