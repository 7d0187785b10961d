// Pictures and sound in the element: what is shown instead of them, where they come from, the room they take, and what a reader
// can do with them.
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { frame } from '../gallery/specimen.ts';
import {
  chart,
  chime,
  context,
  hostileSvg,
  inline,
  page,
  show,
  site,
  url,
  watched,
} from './element-stage.ts';

describe('A picture that cannot be shown', { timeout: 240_000 }, () => {
  const cut = chart.subarray(0, 300);
  test.each([
    ['is gone', () => ({ url: url('/gone.png'), bytes: 1 }), 'It is no longer there (404).'],
    ['is damaged', () => inline(cut), 'The bytes are damaged or end too early.'],
    [
      'is an SVG',
      () => ({ ...inline(hostileSvg), mimeType: 'image/svg+xml' }),
      'An SVG can hold scripts',
    ],
    [
      'is no picture',
      () => inline(Buffer.from('not a picture at all')),
      'The bytes are no picture of a type that is drawn here',
    ],
    [
      'is another thing at its address',
      () => ({ url: url('/chime.wav'), bytes: 1 }),
      'What the server sent cannot be shown.',
    ],
  ])(
    'because it %s is a chip with the reason',
    { tags: ['f-web-no-silent-hole'] },
    async (_, payload, reason) => {
      await page.evaluate(() => {
        document.addEventListener('envelope-error', (event) => {
          document.title = event.detail.reason;
        });
      });
      await show(frame('media.image', payload(), { display: 'image', alt: 'A chart' }));
      const chip = page.locator('[part=chip]', { hasText: reason });
      await chip.waitFor({ state: 'visible' });
      await expect.poll(() => chip.innerText()).toContain('Picture not shown: A chart');
      await page.waitForFunction((words) => document.title.startsWith(words), reason);
    },
  );

  test.each([
    "javascript:alert('x')",
    'data:image/png;base64,AAAA',
    'blob:https://foreign.example/1',
    'http:',
  ])('because its address is %s says so', { tags: ['f-web-no-silent-hole'] }, async (address) => {
    await show(frame('acme.picture', { url: address, alt: 'A chart' }, { display: 'image' }));
    await page.locator('[part=chip]', { hasText: 'Picture not shown: A chart' }).waitFor();
    expect(await page.locator('img').count()).toBe(0);
  });

  test('can be tried again', async () => {
    await show(frame('media.image', { url: url('/later.png'), bytes: 1, alt: 'A chart' }));
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.route('**/later.png', (route) =>
      route.fulfill({ body: chart, contentType: 'image/png' }),
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    const width = () =>
      page.evaluate(
        () =>
          document.querySelector('media-envelope')?.shadowRoot?.querySelector('img')?.naturalWidth,
      );
    await expect.poll(width).toBe(960);
  });
});

describe('Media of another host', { timeout: 240_000 }, () => {
  const foreign = { url: 'https://cdn.example/q3.png', bytes: 1, alt: 'A chart' };

  test('is asked for only when a reader says so', { tags: ['f-web-no-foreign-load'] }, async () => {
    await context.route('https://cdn.example/**', (route) =>
      route.fulfill({ body: chart, contentType: 'image/png' }),
    );
    await show(frame('media.image', foreign));
    await show(frame('media.audio', { ...foreign, url: 'https://cdn.example/a.wav' }));
    await show(
      frame(
        'acme.answer',
        'See ![a picture](https://cdn.example/m.png) and [![b](//cdn.example/b.png)](https://cdn.example)',
        { display: 'markdown' },
      ),
    );
    await show(frame('acme.card', { parts: [frame('media.image', foreign)] }, { display: 'card' }));
    await page.getByRole('button', { name: 'Load from cdn.example' }).nth(4).waitFor();
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    expect(watched.foreign).toEqual([]);
    await page.getByRole('button', { name: 'Load from cdn.example' }).first().click();
    await page.getByRole('img', { name: 'A chart' }).waitFor();
    await expect.poll(() => watched.foreign).toEqual(['https://cdn.example/q3.png']);
  });

  test.each([
    ['a list', ['https://cdn.example']],
    ['a word', 'https://cdn.example'],
  ])('loads by itself when the page lists its origin, as %s', async (_, origins) => {
    await context.route('https://cdn.example/**', (route) =>
      route.fulfill({ body: chart, contentType: 'image/png' }),
    );
    await show(frame('media.image', foreign), { origins });
    await expect.poll(() => watched.foreign).toEqual(['https://cdn.example/q3.png']);
  });

  test('stays away when the page says no', { tags: ['f-web-no-foreign-load'] }, async () => {
    await page.evaluate(() => {
      document.addEventListener('envelope-foreign', (event) => event.preventDefault());
    });
    await show(frame('media.image', foreign));
    await page.getByRole('button', { name: 'Load from cdn.example' }).click();
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    expect(await page.locator('img').count()).toBe(0);
    expect(watched.foreign).toEqual([]);
  });
});

describe('Sound', { timeout: 240_000 }, () => {
  const playing = () =>
    page.waitForFunction(() => {
      const audio = document.querySelector('media-envelope')?.shadowRoot?.querySelector('audio');
      return audio !== null && audio !== undefined && audio.currentTime > 0.05;
    });
  const play = () =>
    page.evaluate(() =>
      document.querySelector('media-envelope')?.shadowRoot?.querySelector('audio')?.play(),
    );

  test('of a URL plays', { tags: ['f-web-audio-url'] }, async () => {
    await show(
      frame('media.audio', {
        url: url('/chime.wav'),
        bytes: chime.length,
        mimeType: 'audio/wav',
        alt: 'A chime',
      }),
    );
    await play();
    await playing();
    expect(site.requests).toContain('GET /chime.wav');
  });

  test('of inline bytes plays, and its shape is drawn', async () => {
    await show(frame('media.audio', { ...inline(chime), mimeType: 'audio/wav', alt: 'A chime' }));
    await page.waitForFunction(() => {
      const canvas = document.querySelector('media-envelope')?.shadowRoot?.querySelector('canvas');
      const pixels = canvas?.getContext('2d')?.getImageData(0, 30, canvas.width, 8).data;
      return pixels?.some((value) => value > 0) === true;
    });
    await play();
    await playing();
    expect(watched.foreign).toEqual([]);
  });

  test('has no shape where the reader saves data', async () => {
    await context.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await page.reload();
    await show(frame('media.audio', { ...inline(chime), mimeType: 'audio/wav', alt: 'A chime' }));
    await play();
    await playing();
    const drawn = await page.evaluate(() => {
      const canvas = document.querySelector('media-envelope')?.shadowRoot?.querySelector('canvas');
      const pixels = canvas?.getContext('2d')?.getImageData(0, 30, canvas.width, 8).data;
      return pixels?.some((value) => value > 0);
    });
    expect(drawn).toBe(false);
  });

  test(
    'that is no sound is a chip with the reason',
    { tags: ['f-web-no-silent-hole'] },
    async () => {
      await show(frame('media.audio', { url: url('/chart.png'), bytes: 1, alt: 'A chime' }));
      await expect
        .poll(() =>
          page.locator('[part=chip]', { hasText: 'Sound not shown: A chime' }).isVisible(),
        )
        .toBe(true);
    },
  );
});

describe('The room of a picture', { timeout: 240_000 }, () => {
  const shifts = () =>
    page.evaluate(
      () =>
        new Promise<number>((done) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += Number(Reflect.get(entry, 'value'));
          }).observe({ type: 'layout-shift', buffered: true });
          requestAnimationFrame(() => setTimeout(() => done(sum), 100));
        }),
    );
  const below = () =>
    page.evaluate(() => {
      const text = document.createElement('p');
      text.textContent = 'What stands below.';
      document.querySelector('main')?.append(text);
    });
  const settled = (selector: string) =>
    page.waitForFunction((wanted) => {
      const root = document.querySelector('media-envelope')?.shadowRoot;
      const found = root?.querySelector(wanted);
      return found instanceof HTMLImageElement
        ? found.complete && found.naturalWidth > 0
        : Boolean(found);
    }, selector);

  test.each([
    ['is inline', () => inline(chart), {}, 'img'],
    [
      'has a size that the page knows',
      () => ({ url: url('/slow/chart.png'), bytes: 1 }),
      { width: 960, height: 600 },
      'img',
    ],
    ['has no size', () => ({ url: url('/slow/chart.png'), bytes: 1 }), {}, 'img'],
    [
      'has another size than was said',
      () => ({ url: url('/slow/chart.png'), bytes: 1 }),
      { width: 10, height: 500 },
      'img',
    ],
    [
      'never comes',
      () => ({ url: url('/slow/gone.png'), bytes: 1 }),
      { width: 960, height: 600 },
      '.broken',
    ],
  ])(
    'is reserved when it %s',
    { tags: ['f-web-no-layout-shift'] },
    async (_, payload, options, selector) => {
      await show(frame('media.image', payload(), { alt: 'A chart' }), options);
      await below();
      await settled(selector);
      expect(await shifts()).toBe(0);
    },
  );

  test('is not reserved by a bare image, so the measure can tell', async () => {
    await page.evaluate(() => {
      const bare = document.createElement('img');
      bare.src = '/slow/chart.png';
      bare.alt = '';
      document.querySelector('main')?.append(bare);
    });
    await below();
    await page.waitForFunction(() => document.querySelector('img')?.complete);
    expect(await shifts()).toBeGreaterThan(0);
  });
});

describe('Looking closer', { timeout: 240_000 }, () => {
  test('works by keyboard, and the focus comes back', async () => {
    await page.evaluate(() => {
      document.addEventListener('envelope-zoom', (event) => {
        document.title += event.detail.open ? ' open' : ' closed';
      });
    });
    await show(frame('media.image', inline(chart), { alt: 'A chart' }));
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.shadowRoot?.activeElement?.getAttribute('aria-label') ?? '',
      );
    await page.getByRole('button', { name: 'Enlarge' }).waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(focused).toBe('Enlarge');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Enlarged: A chart' });
    await dialog.waitFor();
    await expect.poll(focused).toContain('Arrow keys move it');
    await page.setViewportSize({ width: 500, height: 400 });
    const offset = () =>
      page.evaluate(() => {
        const viewport = document
          .querySelector('media-envelope')
          ?.shadowRoot?.querySelector('.viewport');
        return [viewport?.scrollLeft ?? -1, viewport?.scrollTop ?? -1];
      });
    await page.keyboard.press('ArrowRight');
    expect(await offset()).toEqual([0, 0]);
    await page.keyboard.press('1');
    await dialog.getByRole('button', { name: 'Actual size', pressed: true }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect.poll(offset).toEqual([80, 80]);
    await page.keyboard.press('0');
    await dialog.getByRole('button', { name: 'Actual size', pressed: false }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Enlarge');
    await expect.poll(() => page.title()).toBe('Stage open closed');
  });

  test('works by pointer: on the picture, and beside it to close', async () => {
    await show(frame('media.image', inline(chart), { alt: 'A chart' }));
    await page.getByRole('img', { name: 'A chart' }).click();
    await page.getByRole('dialog').waitFor();
    await page.mouse.click(3, 3);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('img', { name: 'A chart' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });
});

describe('Taking along', { timeout: 240_000 }, () => {
  test('copies code, and says so', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
    await show(frame('acme.code', 'let a = 1;\n', { display: 'code', lang: 'js' }), {
      lineNumbers: true,
    });
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('status').filter({ hasText: 'Copied.' }).waitFor({ state: 'attached' });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('let a = 1;\n');
  });

  test('copies a picture as PNG', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
    await show(
      frame('media.image', { url: url('/chart.png'), bytes: chart.length, alt: 'A chart' }),
    );
    await page.waitForFunction(() => {
      const shown = document.querySelector('media-envelope')?.shadowRoot?.querySelector('img');
      return shown?.complete === true && shown.naturalWidth > 0;
    });
    await page.getByRole('button', { name: 'Copy picture' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: 'Picture copied.' })
      .waitFor({ state: 'attached' });
    const copied = await page.evaluate(async () =>
      (await navigator.clipboard.read()).flatMap((item) => item.types),
    );
    expect(copied).toContain('image/png');
  });

  test.each([
    ['inline bytes', () => inline(hostileSvg)],
    ['an address', () => ({ url: url('/hostile.svg'), bytes: hostileSvg.length })],
  ])('saves %s, byte for byte, under a name that is only a name', async (_, payload) => {
    await show(frame('media.file', { ...payload(), name: '../a\u202Egpj.svg' }));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(await readFile(await download.path())).toEqual(hostileSvg);
    expect(download.suggestedFilename()).not.toMatch(/[/\\\u202E]/);
  });
});
