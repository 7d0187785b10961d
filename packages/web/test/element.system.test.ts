// What the element makes of an envelope: hints, words, what is not known, Markdown, and its life in a page.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { frame } from '../gallery/specimen.ts';
import {
  chart,
  chime,
  context,
  here,
  inline,
  page,
  seen,
  show,
  url,
  watched,
} from './element-stage.ts';

describe('A hint', { timeout: 240_000 }, () => {
  const picture = () => page.getByRole('img', { name: 'A chart' });
  test.each([
    [
      'markdown',
      'acme.answer',
      '# Hello *there*',
      () => page.getByRole('heading', { name: 'Hello there' }),
    ],
    [
      'code',
      'acme.answer',
      { code: 'let a = 1' },
      () => page.locator('pre code', { hasText: 'let a = 1' }),
    ],
    [
      'card',
      'acme.answer',
      { fields: { Owner: 'Finance' } },
      () => page.getByRole('definition').getByText('Finance'),
    ],
    ['image', 'acme.answer', { ...inline(chart), alt: 'A chart' }, picture],
    [
      'audio',
      'acme.answer',
      { ...inline(chime), alt: 'A chime' },
      () => page.locator('audio[controls]'),
    ],
    [
      'file',
      'acme.answer',
      { ...inline(chart), name: 'chart.png' },
      () => page.getByRole('button', { name: 'Download' }),
    ],
    [
      'file',
      'media.image',
      { ...inline(chart), alt: 'A chart' },
      () => page.locator('[part=chip]', { hasText: 'A chart' }),
    ],
    ['card', 'media.image', { ...inline(chart), alt: 'A chart' }, picture],
  ])(
    'of %s on %s is honoured',
    { tags: ['s001-display-honoured', 's001-renderer-switches'] },
    async (display, type, payload, found) => {
      await show(frame(type, payload, { display }));
      await found().waitFor({ state: 'visible' });
      expect(await page.locator('[part=json]').count()).toBe(0);
    },
  );

  test.each([
    ['a display that nobody knows', { display: 'hologram' }],
    ['a display of the wrong type', { display: { toString: 'image' } }],
    ['a member that nobody knows', { hologram: true }],
    ['a display that the payload cannot follow', { display: 'markdown' }],
    ['no hint', undefined],
    ['a hint that is a list', ['image']],
  ])(
    'that is %s leaves the default of the kind, without an error',
    { tags: ['s001-display-unknown-falls-back'] },
    async (_, rendering) => {
      const hinted = frame('media.image', { ...inline(chart), alt: 'A chart' });
      await show({
        ...hinted,
        meta: { source: 'user', ts: '2026-11-15T12:00:00Z', ...(rendering && { rendering }) },
      });
      await picture().waitFor({ state: 'visible' });
      expect(await seen()).not.toContain('not valid');
    },
  );

  test('gives a title, a language and its own media type', async () => {
    await show(
      frame('acme.code', 'x = 1', { display: 'code', lang: 'python', title: 'Setting x' }),
    );
    await show(
      frame(
        'acme.file',
        { ...inline(chart), name: 'a.bin' },
        { display: 'file', mimeType: 'application/x-thing' },
      ),
    );
    const text = await seen();
    expect(text).toContain('Setting x');
    expect(text).toContain('python');
    expect(text).toContain('application/x-thing');
  });

  test('never makes an envelope valid or invalid', async () => {
    await show(
      frame(
        'media.image',
        { url: url('/chart.png') },
        { display: 'image', alt: 'Without its size' },
      ),
    );
    expect(await seen()).toContain('/payload/bytes');
    expect(await page.locator('img').count()).toBe(0);
  });
});

describe('Words for whoever cannot see', { timeout: 240_000 }, () => {
  test.each([
    ['media.image', chart, 'image'],
    ['media.audio', chime, 'Audio'],
    ['media.file', chart, 'StaticText'],
  ])(
    'reach assistive technology for %s',
    { tags: ['s001-alt-rendered'] },
    async (type, bytes, role) => {
      await show(frame(type, inline(bytes), { alt: 'Said in words' }));
      await page.locator('main media-envelope').waitFor();
      const client = await context.newCDPSession(page);
      const { nodes } = await client.send('Accessibility.getFullAXTree');
      const named = nodes
        .filter(({ ignored, name }) => !ignored && String(name?.value).includes('Said in words'))
        .map((node) => String(node.role?.value));
      expect(named).toContain(role);
    },
  );

  test('are never empty: a picture without a description says so', async () => {
    await show(frame('media.image', inline(chart), { display: 'image', alt: '' }));
    await expect
      .poll(() => page.getByRole('img', { name: 'Picture without a description' }).isVisible())
      .toBe(true);
  });
});

describe('What is not known', { timeout: 240_000 }, () => {
  test('is shown as raw JSON that folds', { tags: ['s001-kind-unknown-raw'] }, async () => {
    await show(frame('acme.weather', { place: 'Lisbon', celsius: 21.5 }));
    const source = page.locator('details[open] pre code');
    expect(JSON.parse((await source.textContent()) ?? '')).toMatchObject({
      type: 'acme.weather',
      payload: { place: 'Lisbon', celsius: 21.5 },
    });
    await page.getByText('acme.weather', { exact: true }).click();
    expect(await source.isVisible()).toBe(false);
  });

  test('is shown even when it is large, one page after the other', async () => {
    await show(frame('acme.dump', { text: `${'x'.repeat(100_000)}THE END` }));
    expect(await seen()).not.toContain('THE END');
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.locator('pre', { hasText: 'THE END' }).waitFor();
  });

  test('stays in sight beside what is known', async () => {
    await show(
      frame('acme.answer', { text: 'An answer', confidence: 0.25 }, { display: 'markdown' }),
    );
    await page.getByText('More in this envelope').click();
    await expect
      .poll(() => page.locator('pre', { hasText: '"confidence": 0.25' }).isVisible())
      .toBe(true);
  });

  test('is named when an envelope is not valid, beside what was received', async () => {
    await show({ type: 'media.image', schemaVersion: '1.0', payload: { url: '/relative.png' } });
    const text = await seen();
    expect(text).toContain('This envelope is not valid');
    expect(text).toContain('/schemaVersion is not a whole number.');
    expect(text).toContain('"/relative.png"');
  });

  test('is named when the attribute is not JSON', async () => {
    await page.evaluate(() => {
      const made = document.createElement('media-envelope');
      made.setAttribute('envelope', '{"type":');
      document.querySelector('main')?.append(made);
    });
    await page.getByText('The attribute is not JSON.').waitFor();
    expect(await seen()).toContain('{\\"type\\":');
  });
});

describe('Markdown', { timeout: 240_000 }, () => {
  test('becomes templates, and raw HTML is text', { tags: ['f-web-no-html-strings'] }, async () => {
    const raw =
      '<b>bold</b> <img src=x onerror="alert(1)"> <script>alert(2)</script> <!-- note -->';
    await show(frame('acme.answer', `${raw}\n\n<div>\n\n*em*\n\n</div>`, { display: 'markdown' }));
    const text = await seen();
    expect(text).toContain(raw);
    expect(text).toContain('<div>');
    const tags = await page.evaluate(() =>
      Array.from(
        document.querySelector('media-envelope')?.shadowRoot?.querySelectorAll('*') ?? [],
        (it) => it.localName,
      ),
    );
    expect(tags).toContain('em');
    for (const tag of ['b', 'img', 'script']) expect(tags).not.toContain(tag);
  });

  test('is drawn by code that writes no HTML', { tags: ['f-web-no-html-strings'] }, () => {
    const sources = globSync('src/element/**/*.ts', { cwd: here });
    expect(sources.length).toBeGreaterThan(15);
    const writing =
      /innerHTML|outerHTML|insertAdjacentHTML|unsafeHTML|unsafeSVG|unsafeStatic|document\.write|createContextualFragment|setHTMLUnsafe|DOMParser|\bstyle=/;
    const found = sources.filter((source) =>
      writing.test(readFileSync(join(here, source), 'utf8')),
    );
    expect(found).toEqual([]);
  });

  test('names the host of a link whose words do not', async () => {
    await show(
      frame(
        'acme.answer',
        '[your bank](https://evil.example/x) [evil.example](https://evil.example) [x](javascript:alert(1)) [mail](mailto:a@b.example)',
        {
          display: 'markdown',
        },
      ),
    );
    const text = await seen();
    expect(text).toContain('your bank (evil.example)');
    expect(text).not.toContain('evil.example (evil.example)');
    expect(text).toContain('javascript: addresses are not opened: javascript:alert(1)');
    expect(text).toContain('mail (a@b.example)');
    const links = page.locator('main a');
    await expect.poll(() => links.count()).toBe(3);
    await expect.poll(() => links.first().getAttribute('rel')).toBe('noopener noreferrer nofollow');
  });
});

describe('Life in a page', { timeout: 240_000 }, () => {
  test('gives every object URL back, and comes back to life', async () => {
    await page.evaluate(() => {
      const open = new Set<string>();
      const createObjectURL = URL.createObjectURL.bind(URL);
      const revokeObjectURL = URL.revokeObjectURL.bind(URL);
      URL.createObjectURL = (blob) => {
        const made = createObjectURL(blob);
        open.add(made);
        return made;
      };
      URL.revokeObjectURL = (gone) => {
        open.delete(gone);
        revokeObjectURL(gone);
      };
      Reflect.set(globalThis, 'openUrls', open);
    });
    const open = () =>
      page.evaluate(() => Number(Reflect.get(Reflect.get(globalThis, 'openUrls'), 'size')));
    const envelope = frame('media.image', inline(chart), { alt: 'A chart' });
    await show(envelope);
    expect(await open()).toBe(1);
    await show(frame('acme.card', { parts: [envelope, envelope] }, { display: 'card' }));
    await expect.poll(open).toBe(3);
    await page.evaluate(() => {
      const main = document.querySelector('main');
      const [first] = document.querySelectorAll('media-envelope');
      main?.replaceChildren();
      Reflect.set(globalThis, 'first', first);
    });
    expect(await open()).toBe(0);
    await page.evaluate(() =>
      document.querySelector('main')?.append(Reflect.get(globalThis, 'first') as Node),
    );
    await page.waitForFunction(() => {
      const shown = document.querySelector('media-envelope')?.shadowRoot?.querySelector('img');
      return shown?.complete === true && shown.naturalWidth > 0;
    });
    expect(await open()).toBe(1);
  });

  test(
    'shows the next envelope, and forgets what a reader allowed for the last',
    { tags: ['f-web-no-foreign-load'] },
    async () => {
      await context.route('https://cdn.example/**', (route) =>
        route.fulfill({ body: chart, contentType: 'image/png' }),
      );
      await show(frame('media.image', { url: 'https://cdn.example/1.png', bytes: 1, alt: 'One' }));
      await page.getByRole('button', { name: 'Load from cdn.example' }).click();
      await page.getByRole('img', { name: 'One' }).waitFor();
      await page.evaluate(
        (next) => {
          const shown = document.querySelector('media-envelope');
          if (shown) shown.envelope = next;
        },
        frame('media.image', { url: 'https://cdn.example/2.png', bytes: 1, alt: 'Two' }),
      );
      await page.getByRole('button', { name: 'Load from cdn.example' }).waitFor();
      expect(watched.foreign).toEqual(['https://cdn.example/1.png']);
    },
  );

  test('keeps what a reader unfolded while a text grows', async () => {
    const text = (length: number) => frame('acme.code', 'x'.repeat(length), { display: 'code' });
    await show(text(40_000));
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.evaluate((next) => {
      const shown = document.querySelector('media-envelope');
      if (shown) shown.envelope = next;
    }, text(41_000));
    const chars = () => page.locator('pre code').textContent();
    await expect.poll(async () => (await chars())?.length).toBe(41_000);
  });
});

describe('Any envelope at all', { timeout: 240_000 }, () => {
  const text = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.constantFrom('<script>', '# a', 'javascript:x', 'https://foreign.example/x', '[a](b)'),
    fc.constantFrom('|a|\n|-|', '\u202e', 'iVBORw0KGgo=', ''),
  );
  const value = fc.oneof(
    text,
    fc.jsonValue({ maxDepth: 3 }),
    fc.dictionary(text, fc.oneof(text, fc.integer(), fc.array(text))),
  );
  const members = ['url', 'base64', 'bytes', 'alt', 'text', 'title', 'fields', 'parts', 'name'];
  const payload = fc.oneof(value, fc.dictionary(fc.constantFrom(...members), value));
  const kinds = ['media.image', 'media.audio', 'media.file', 'error', 'acme.any', 'x-any'];
  const displays = ['markdown', 'code', 'card', 'image', 'audio', 'file'];
  const rendering = fc.record(
    {
      display: fc.oneof(fc.constantFrom(...displays), value),
      title: value,
      alt: value,
      lang: value,
      mimeType: value,
    },
    { requiredKeys: [] },
  );
  const framed = fc
    .tuple(fc.constantFrom(...kinds), payload, rendering)
    .map(([kind, inside, hint]) => frame(kind, inside, hint));
  const envelope = fc.oneof({ weight: 9, arbitrary: framed }, { weight: 1, arbitrary: value });

  test(
    'is drawn without an error, without a request and never as nothing',
    { tags: ['f-web-hostile-envelopes'] },
    async () => {
      const envelopes = fc.sample(envelope, { numRuns: 400, seed: 8 });
      const empty = await page.evaluate(async (json) => {
        const all: unknown[] = JSON.parse(json);
        const nothing: unknown[] = [];
        for (const value of all) {
          const made = document.createElement('media-envelope');
          made.envelope = value;
          document.querySelector('main')?.append(made);
          await made.updateComplete;
          const root = made.shadowRoot;
          const words = (root?.textContent ?? '').trim() !== '';
          const inner = root?.querySelector('media-envelope') ?? null;
          const shown = (words || inner !== null) && made.getBoundingClientRect().height > 0;
          if (!shown && value !== null) nothing.push(value);
          made.remove();
        }
        return nothing;
      }, JSON.stringify(envelopes));
      expect(empty).toEqual([]);
      expect(watched.foreign).toEqual([]);
    },
  );
});
