// Half blocks: read back as a terminal would read them, every pixel is the one that was given.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeHalfBlocks, type ColourDepth, type Raster } from '../src/index.ts';
import { colourOf256, nearestOf256 } from '../src/xterm-colours.ts';
import { drawn, fewColours } from './fixtures/rasters.ts';

type Colour = string | undefined;

/** Upper and lower colour of each cell; undefined is the terminal's own background. */
function read(line: string): readonly (readonly [Colour, Colour])[] {
  let [ink, paper]: [Colour, Colour] = [undefined, undefined];
  const cells: (readonly [Colour, Colour])[] = [];
  // oxlint-disable-next-line no-control-regex
  for (const [, sgr, char] of line.matchAll(/\u001b\[([\d;]*)m|(.)/gu)) {
    if (char === '▀') cells.push([ink, paper]);
    else if (char === '▄') cells.push([paper, ink]);
    else if (char === ' ') cells.push([paper, paper]);
    else if (sgr === '0') [ink, paper] = [undefined, undefined];
    else if (sgr === '49') paper = undefined;
    else if (sgr?.startsWith('38;')) ink = sgr.slice(5);
    else if (sgr?.startsWith('48;')) paper = sgr.slice(5);
    else throw new Error(`not expected: ${sgr ?? char}`);
  }
  return cells;
}

function expected(
  { data, width, height }: Raster,
  x: number,
  y: number,
  depth: ColourDepth,
): Colour {
  if (y >= height) return undefined;
  const at = (y * width + x) * 4;
  const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
  if (alpha < 128) return undefined;
  return depth === 'true-colour'
    ? `${red};${green};${blue}`
    : String(nearestOf256(red, green, blue));
}

describe('half blocks', () => {
  test.each(['true-colour', '256-colours'] as const)(
    'show two pixels in each cell, exactly (%s)',
    { tags: ['f-term-half-blocks'] },
    (depth) => {
      fc.assert(
        fc.property(fewColours(12), (raster) => {
          const lines = encodeHalfBlocks(raster, depth);
          expect(lines.length).toBe(Math.ceil(raster.height / 2));
          lines.forEach((line, row) => {
            const cells = read(line);
            expect(cells.length).toBe(raster.width);
            cells.forEach(([upper, lower], x) => {
              expect(upper).toBe(expected(raster, x, row * 2, depth));
              expect(lower).toBe(expected(raster, x, row * 2 + 1, depth));
            });
          });
        }),
      );
    },
  );

  test('a line names a colour once, and ends with the colours reset', () => {
    const [line = ''] = encodeHalfBlocks(
      drawn(50, 2, () => [1, 2, 3, 255]),
      'true-colour',
    );
    expect(line).toBe(`\u001b[48;2;1;2;3m\u001b[38;2;1;2;3m${'▀'.repeat(50)}\u001b[0m`);
  });

  test('of the 240 shared colours the nearest is chosen', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(byte, byte, byte, (red, green, blue) => {
        const distance = (index: number): number => {
          const [r, g, b] = colourOf256(index);
          return (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
        };
        const all = Array.from({ length: 240 }, (_, index) => distance(index + 16));
        expect(distance(nearestOf256(red, green, blue))).toBe(Math.min(...all));
      }),
      { numRuns: 500 },
    );
  });
});
