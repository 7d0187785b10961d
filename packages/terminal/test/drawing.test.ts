// A drawing: room first, the picture once, and the cursor on the line below, on every protocol.
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { cellsOf } from '../src/placement.ts';
import { drawPicture, fitIn, drawingArea, type Graphics, type Protocol } from '../src/index.ts';
import { plainGraphics } from '../src/graphics.ts';
import { decodePng } from '../src/png/decode.ts';

const cell = { width: 9, height: 18, known: true } as const;
const on = (protocol: Protocol, more: Partial<Graphics> = {}): Graphics =>
  plainGraphics(protocol, 'test', { cell, ...more });
const size = { width: 90, height: 50 } as const;
const png = new Uint8Array(
  await sharp({ create: { ...size, channels: 3, background: { r: 200, g: 30, b: 30 } } })
    .png()
    .toBuffer(),
);
const draw = (graphics: Graphics): string => drawPicture({ ...size, png, id: 77 }, graphics) ?? '';

const introducers = {
  kitty: '\u001b_Ga=T',
  sixel: '\u001bP0;1;0q',
  iterm: '\u001b]1337;File=',
} as const;

describe('a drawing', () => {
  test.each(['kitty', 'sixel', 'iterm'] as const)(
    'in %s holds the picture exactly once',
    { tags: ['f-term-append-only'] },
    (protocol) => {
      expect(draw(on(protocol)).split(introducers[protocol]).length).toBe(2);
    },
  );

  test.each(['kitty', 'sixel', 'iterm'] as const)(
    'in %s makes its rows first and ends below them',
    (protocol) => {
      const { rows } = cellsOf(size, on(protocol));
      const drawing = draw(on(protocol));
      expect(drawing.startsWith(`\r${'\n'.repeat(rows)}\u001b[${rows}A\u001b7`)).toBe(true);
      expect(drawing.endsWith(`\u001b8\u001b[${rows}B\r`)).toBe(true);
    },
  );

  test('never moves the cursor up over what was there before', () => {
    for (const protocol of ['kitty', 'sixel', 'iterm', 'half', 'kitty-placeholders'] as const) {
      const drawing = draw(on(protocol));
      // oxlint-disable-next-line no-control-regex
      const up = [...drawing.matchAll(/\u001b\[(\d+)A/g)].reduce(
        (sum, [, rows]) => sum + Number(rows),
        0,
      );
      const down = drawing.split('\n').length - 1;
      expect(up).toBeLessThanOrEqual(down);
      // oxlint-disable-next-line no-control-regex
      expect(drawing).not.toMatch(/\u001b\[[\d;]*[HfJ]/);
    }
  });

  test('in sixel lets the terminal scroll where the size of a cell is unknown', () => {
    const drawing = draw(on('sixel', { cell: { ...cell, known: false } }));
    expect(drawing.startsWith('\r\u001bP0;1;0q')).toBe(true);
    expect(drawing.endsWith('\u001b\\\r\n')).toBe(true);
  });

  test(
    'through tmux is placeholders as text, with the transmission wrapped',
    { tags: ['f-term-tmux-placeholders'] },
    () => {
      const drawing = draw(on('kitty-placeholders', { multiplexer: 'tmux' }));
      expect(drawing.startsWith('\u001bPtmux;\u001b\u001b_Ga=T,U=1')).toBe(true);
      expect(drawing.split('\u{10eeee}').length - 1).toBe(10 * 3);
      expect(drawing.split('\n').length - 1).toBe(3);
    },
  );

  test('by placeholders fills whole cells with the very pixels and nothing else', () => {
    const drawing = draw(on('kitty-placeholders', { cell: { width: 9, height: 18, known: true } }));
    const [columns, rows] = [Math.ceil(size.width / 9), Math.ceil(size.height / 18)];
    expect(drawing).toContain(`,c=${columns},r=${rows},`);
    // oxlint-disable-next-line no-control-regex
    const data = [...drawing.matchAll(/\u001b_G[^;]*;([^\u001b]*)\u001b\\/g)].map(
      ([, part]) => part,
    );
    const shown = decodePng(Buffer.from(data.join(''), 'base64'));
    expect(shown).toMatchObject({ width: columns * 9, height: rows * 18 });
    const pixels = Buffer.from(shown?.data ?? []);
    const red = Buffer.from([200, 30, 30, 255]);
    const row = Buffer.concat([
      ...Array.from({ length: size.width }, () => red),
      Buffer.alloc((columns * 9 - size.width) * 4),
    ]);
    const picture = Buffer.concat(Array.from({ length: size.height }, () => row));
    expect(
      pixels.equals(Buffer.concat([picture, Buffer.alloc(pixels.length - picture.length)])),
    ).toBe(true);
  });

  test('of nothing is nothing', () => {
    expect(drawPicture({ ...size, png, id: 1 }, on('none'))).toBeUndefined();
    expect(drawPicture({ ...size, png: new Uint8Array(9), id: 1 }, on('sixel'))).toBeUndefined();
  });
});

describe('the room', () => {
  const protocols = ['kitty', 'kitty-placeholders', 'sixel', 'iterm', 'half'] as const;
  test('is never left, never enlarged, and the rows are enough for the pixels', () => {
    const edge = fc.integer({ min: 1, max: 5_000 });
    fc.assert(
      fc.property(
        fc.constantFrom(...protocols),
        fc.record({ width: edge, height: edge }),
        fc.record({
          columns: fc.integer({ min: 1, max: 400 }),
          rows: fc.integer({ min: 7, max: 200 }),
        }),
        fc.record({
          width: fc.integer({ min: 4, max: 40 }),
          height: fc.integer({ min: 8, max: 80 }),
        }),
        (protocol, picture, screen, cell) => {
          const graphics = on(protocol, { cell: { ...cell, known: true } });
          const fitted = fitIn(picture, drawingArea(screen, graphics));
          const cells = cellsOf(fitted, graphics);
          expect(fitted.width).toBeLessThanOrEqual(picture.width);
          expect(fitted.height).toBeLessThanOrEqual(picture.height);
          expect(cells.columns).toBeLessThanOrEqual(screen.columns);
          expect(cells.rows).toBeLessThan(screen.rows);
          const rowPixels = protocol === 'half' ? 2 : cell.height;
          expect(cells.rows * rowPixels).toBeGreaterThanOrEqual(fitted.height);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('keeps the shape', () => {
    expect(fitIn({ width: 1600, height: 800 }, { maxWidth: 400, maxHeight: 400 })).toEqual({
      width: 400,
      height: 200,
    });
  });
});
