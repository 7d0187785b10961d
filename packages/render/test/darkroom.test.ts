// The frame: render is a capability that the host injects, bytes decide, deadlines hold, and whatever a renderer does the
// caller gets a value.
import { accept, refuse } from '@percept/core';
import { describe, expect, it } from 'vitest';
import { classify } from '../src/source.ts';
import { createDarkroom, renderLimits } from '../src/index.ts';
import { parsePageRange } from '../src/options.ts';
import { encodePng } from '@percept/ingest/internal/png';
import { bytesOf, openDarkroom, refusalOf, rendered } from './support/darkroom.ts';
import { paragraph } from './support/pdf-kinds.ts';
import { renderer, square } from './support/square-renderer.ts';
import { pagesPdf } from './support/write-pdf.ts';

const drawing = bytesOf(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#080"/></svg>',
);
const raster = encodePng({ width: 2, height: 2, channels: 4, data: new Uint8Array(16).fill(255) });

describe('the render capability', () => {
  const withheld = createDarkroom({ renderers: [] });

  it.each([
    ['a drawing', drawing, 'a.svg'],
    ['a PDF', pagesPdf([{ content: '' }]), 'a.pdf'],
    ['a text', bytesOf('hello'), 'a.txt'],
  ])(
    'withheld means that %s is refused as renderer-missing, with a way out',
    { tags: ['s003-renderer-injected', 's003-check-render-gated'] },
    async (_, bytes, name) => {
      const refusal = refusalOf(await withheld.develop({ bytes, name }));
      expect(refusal.refused).toBe('renderer-missing');
      expect(refusal.hint).not.toBe('');
      expect(withheld.typeOf({ bytes, name }).ok).toBe(false);
      expect(withheld.renderers).toEqual([]);
    },
  );

  it(
    'is not needed for a picture, which is sent to the door',
    { tags: ['s003-check-render-gated'] },
    async () => {
      const classified = classify({ bytes: raster, name: 'a.png' }, renderLimits);
      expect(classified).toEqual(accept({ kind: 'raster', mime: 'image/png' }));
      expect(refusalOf(await openDarkroom().develop({ bytes: raster })).refused).toBe(
        'unsupported-type',
      );
    },
  );

  it(
    'says renderer-missing with the install hint for office files',
    { tags: ['f-render-office'] },
    async () => {
      const office = Buffer.concat([
        Buffer.from('PK\x03\x04'),
        Buffer.alloc(26),
        Buffer.from('[Content_Types].xml'),
        Buffer.alloc(99),
      ]);
      office.writeUInt16LE(19, 26);
      const refusal = refusalOf(await openDarkroom().develop({ bytes: office, name: 'a.docx' }));
      expect(refusal.refused).toBe('renderer-missing');
      expect(refusal.hint).toMatch(/LibreOffice/);
    },
  );

  it.each([
    ['zip', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(200)])],
    ['psd', Buffer.concat([Buffer.from('8BPS'), Buffer.alloc(200)])],
  ])(
    'leaves %s files unperceivable, with what to do instead',
    { tags: ['s003-binary-refused', 's003-refusal-unperceivable'] },
    async (name, bytes) => {
      const refusal = refusalOf(await openDarkroom().develop({ bytes, name: `a.${name}` }));
      expect(refusal.refused).toBe('unperceivable');
      expect(refusal.hint.length).toBeGreaterThan(10);
    },
  );
});

describe('a file that lies', () => {
  const darkroom = openDarkroom();

  it.each(['photo.png', 'plan.pdf', 'notes.txt', 'noname'])(
    'named %s is drawn as the drawing that it is',
    { tags: ['f-render-lying-file'] },
    async (name) => {
      const rendering = rendered(await darkroom.develop({ bytes: drawing, name }));
      expect(rendering.rendererKey).toMatch(/^svg@/);
    },
  );

  it(
    'named as a drawing is drawn as the PDF that it is',
    { tags: ['f-render-lying-file'] },
    async () => {
      const rendering = rendered(
        await darkroom.develop({ bytes: pagesPdf([{ content: paragraph }]), name: 'a.svg' }),
      );
      expect(rendering.rendererKey).toMatch(/^pdf@/);
    },
  );
});

describe('whatever a renderer does', () => {
  it(
    'a throw becomes a refusal',
    { tags: ['s003-refusal-typed', 's003-check-typed-refusal'] },
    async () => {
      const darkroom = createDarkroom({
        renderers: [renderer(() => Promise.reject(new Error('a bug')))],
      });
      expect(refusalOf(await darkroom.develop({ bytes: drawing }))).toMatchObject({
        refused: 'worker-failed',
      });
    },
  );

  it('a promise that never settles ends at the deadline', async () => {
    const stuck = renderer(() => new Promise(() => {}));
    const darkroom = createDarkroom({ renderers: [stuck], limits: { renderTimeoutMs: 50 } });
    const hold = setTimeout(() => {}, 5_000);
    expect(refusalOf(await darkroom.develop({ bytes: drawing })).refused).toBe('timed-out');
    clearTimeout(hold);
  });

  it(
    'a page that a provider would resample is not handed out',
    { tags: ['f-render-whole-patches'] },
    async () => {
      const darkroom = createDarkroom({ renderers: [renderer(async () => accept(square(1600)))] });
      expect(refusalOf(await darkroom.develop({ bytes: drawing })).refused).toBe('worker-failed');
    },
  );

  it('its own refusal passes unchanged', async () => {
    const refusal = { refused: 'encrypted', message: 'Locked.', hint: 'Unlock it.' } as const;
    const darkroom = createDarkroom({ renderers: [renderer(async () => refuse(refusal))] });
    expect(refusalOf(await darkroom.develop({ bytes: drawing }))).toEqual(refusal);
  });

  it('a caller can take the request back', async () => {
    const controller = new AbortController();
    const darkroom = openDarkroom();
    const asked = darkroom.develop({ bytes: drawing }, {}, controller.signal);
    controller.abort();
    expect(refusalOf(await asked).refused).toBe('cancelled');
  });

  it('nothing is drawn after closing', async () => {
    const darkroom = openDarkroom();
    await darkroom.close();
    expect(refusalOf(await darkroom.develop({ bytes: drawing })).refused).toBe('unavailable');
  });
});

describe('requests that make no sense', () => {
  const darkroom = openDarkroom({ maxSourceBytes: 1000 });

  it.each([
    [{ pages: { first: 0, last: 1 } }, 'invalid-input'],
    [{ pages: { first: 2, last: 1 } }, 'invalid-input'],
    [{ pages: { first: 1, last: 1.5 } }, 'invalid-input'],
    [{ pages: { first: 1, last: 500 } }, 'too-many'],
    [
      { region: { unit: 'source', left: Number.NaN, top: 0, width: 1, height: 1 } },
      'invalid-input',
    ],
    [{ region: { unit: 'permille', left: 0, top: 0, width: 0, height: 1 } }, 'invalid-input'],
  ] as const)('are refused: %j', async (options, kind) => {
    expect(refusalOf(await darkroom.develop({ bytes: drawing }, options)).refused).toBe(kind);
  });

  it(
    'are refused when the source is over the bound',
    { tags: ['s003-refusal-too-large', 's003-check-byte-bound'] },
    async () => {
      const refusal = refusalOf(await darkroom.develop({ bytes: new Uint8Array(1001).fill(65) }));
      expect(refusal).toMatchObject({
        refused: 'too-large',
        limit: { name: 'maxSourceBytes', max: 1000, actual: 1001 },
      });
    },
  );

  it('are refused when the source is empty', async () => {
    expect(refusalOf(await darkroom.develop({ bytes: new Uint8Array() })).refused).toBe('empty');
  });

  it.each([
    ['3', 3, 3],
    ['2-4', 2, 4],
    [' 2 – 4 ', 2, 4],
  ])('are told from ranges that do: %s', (text, first, last) => {
    expect(parsePageRange(text)).toEqual(accept({ first, last }));
  });

  it.each(['', '0', '4-2', 'a', '1-', '-1', '1,2', '99999999'])(
    'are told by their text: "%s"',
    (text) => {
      expect(refusalOf(parsePageRange(text)).refused).toBe('invalid-input');
    },
  );
});
