// What an agent points at, as a part of something whose size it may not know.
import { describe, expect, test } from 'vitest';
import { type RegionRequest, resolveRegion, wholePixels } from '../src/region.ts';

const page = { width: 595.276, height: 841.89 };

function region(unit: RegionRequest['unit'], ...[left, top, width, height]: readonly number[]) {
  return { unit, left: left ?? 0, top: top ?? 0, width: width ?? 0, height: height ?? 0 };
}

describe('a region', () => {
  test.each([
    ['nothing', undefined, { left: 0, top: 0, width: 2000, height: 500 }],
    [
      'thousandths',
      region('permille', 250, 500, 500, 250),
      { left: 500, top: 250, width: 1000, height: 125 },
    ],
    ['pixels', region('source', 10, 20, 30, 40), { left: 10, top: 20, width: 30, height: 40 }],
    [
      'more than there is',
      region('source', 1990, 490, 100, 100),
      { left: 1990, top: 490, width: 10, height: 10 },
    ],
    [
      'what begins before it',
      region('source', -5, -5, 10, 20),
      { left: 0, top: 0, width: 5, height: 15 },
    ],
  ] as const)('of %s is a part of the whole', (_, asked, part) => {
    expect(resolveRegion(asked, { width: 2000, height: 500 })).toEqual({ ok: true, value: part });
  });

  test.each([
    ['beside it', region('source', 600, 0, 10, 10)],
    ['that begins at its edge', region('permille', 1000, 0, 10, 10)],
    ['below it', region('permille', 0, 1000, 10, 10)],
    ['without width', region('permille', 10, 10, 0, 10)],
    ['without height', region('permille', 10, 10, 10, 0)],
  ])('%s is refused', (_, asked) => {
    expect(resolveRegion(asked, page)).toMatchObject({
      ok: false,
      refusal: { refused: 'invalid-input' },
    });
  });

  test('that is refused names the size that it had to be inside, in its own unit', () => {
    const message = (asked: RegionRequest) => resolveRegion(asked, page);
    expect(message(region('source', 600, 1, 2, 3))).toMatchObject({
      refusal: { message: 'The region 600,1,2,3 is not inside 595.28 × 841.89.' },
    });
    expect(message(region('permille', 1001, 1, 2, 3))).toMatchObject({
      refusal: { message: 'The region 1001,1,2,3 is not inside 1000 × 1000.' },
    });
  });
});

test('the pixels of a region are all that it touches, and at least one', () => {
  expect(wholePixels({ left: 1.5, top: 2, width: 2, height: 0.25 })).toEqual({
    left: 1,
    top: 2,
    width: 3,
    height: 1,
  });
  expect(wholePixels({ left: 4, top: 4, width: 0, height: 0 })).toMatchObject({
    width: 1,
    height: 1,
  });
});
