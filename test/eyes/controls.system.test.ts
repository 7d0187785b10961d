// Controls as browsers draw them, looked at by local eyes: what is marked, what is empty, what is faint and what stands on a
// ground of its own. Bullets, legends and letters are no controls.
import { createEyes, type DescribedLine } from '@percept/eyes';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const page = `<style>
  :root { color-scheme: light dark } body { font: 16px sans-serif; margin: 24px }
  label { display: block; margin: 8px 0 } ul { list-style: none; padding: 0; width: 300px }
  li { padding: 6px 10px } .chosen { background: #2563eb; color: #fff }
  .dots { list-style: disc; padding-left: 30px }
  .swatch { display: inline-block; width: 14px; height: 14px; background: #d1495b; margin-right: 6px }
</style>
<label><input type="checkbox" checked> Send me a newsletter</label>
<label><input type="checkbox"> Share usage data</label>
<label><input type="radio" name="a" checked> Daily backup</label>
<label><input type="radio" name="a"> Weekly backup</label>
<ul><li>Inbox messages</li><li>Draft messages</li><li class="chosen">Sent messages</li><li>Archived mail</li></ul>
<ul class="dots"><li>First bullet point</li><li>Second bullet point</li></ul>
<p><span class="swatch"></span>Legend entry one</p><p>O Plain text here</p>`;

const eyes = createEyes({ limits: { describeTimeoutMs: 120_000 } });
const shots = new Map<string, Uint8Array>();

beforeAll(async () => {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    for (const scale of [1, 2])
      for (const scheme of ['light', 'dark'] as const) {
        const tab = await browser.newPage({
          viewport: { width: 640, height: 560 },
          deviceScaleFactor: scale,
          colorScheme: scheme,
        });
        await tab.setContent(page);
        shots.set(`${scheme} ${scale}x`, await tab.screenshot());
      }
  } finally {
    await browser.close();
  }
}, 240_000);
afterAll(() => eyes.close());

describe.each(['light 1x', 'light 2x', 'dark 1x', 'dark 2x'])('a form, %s', (name) => {
  let lines: readonly DescribedLine[];
  let markdown = '';
  beforeAll(async () => {
    const seen = await eyes.describe(shots.get(name) ?? new Uint8Array());
    if (!seen.ok) throw new Error(seen.refusal.message);
    ({ lines, markdown } = seen.value);
  }, 240_000);
  const lineWith = (words: string): DescribedLine | undefined =>
    lines.find(({ text }) => text.includes(words));

  it('tells what is marked and what is empty, and by which shape', () => {
    const besides = ['Send me', 'Share usage', 'Daily', 'Weekly'].map(
      (words) => lineWith(words)?.beside,
    );
    expect(besides).toEqual([
      { shape: 'box', state: 'marked' },
      { shape: 'box', state: 'empty' },
      { shape: 'circle', state: 'marked' },
      { shape: 'circle', state: 'empty' },
    ]);
    expect(markdown).toContain('Daily backup (marked circle beside it)');
  });

  it('tells which one stands on a ground of its own', () => {
    const highlighted = lines.filter(({ look }) => look === 'highlighted');
    expect(highlighted.map(({ text }) => text)).toEqual(['Sent messages']);
  });

  it('takes no bullet, legend or letter for a control', () => {
    for (const words of ['First bullet', 'Second bullet', 'Legend entry', 'Plain text', 'Inbox'])
      expect([words, lineWith(words)?.beside]).toEqual([words, undefined]);
  });
});

it('tells which words are fainter than the others', { timeout: 240_000 }, async () => {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const tab = await browser.newPage({ viewport: { width: 500, height: 260 } });
    await tab.setContent(
      '<style>p{font:16px sans-serif}</style><p>Undo the change</p><p>Copy to clipboard</p><p style="color:#bdbdbd">Paste as text</p><p>Select everything</p>',
    );
    const seen = await eyes.describe(await tab.screenshot());
    const faint = seen.ok ? seen.value.lines.filter(({ look }) => look === 'faint') : [];
    expect(faint.map(({ text }) => text)).toEqual(['Paste as text']);
  } finally {
    await browser.close();
  }
});
