// What a fit costs, judged by each profile's own formula.
import { describe, expect, test } from 'vitest';
import {
  estimateImageTokens,
  fitSize,
  fitTarget,
  profilesById,
  type ModelProfile,
  type Size,
} from '../src/index.ts';
import { fits } from '../src/profile/fit.ts';

const sizesPerProfile = 10_000;

/** The same sizes on every run, from strips to squares, more of them small. */
function* sizes(): Generator<Size> {
  let seed = 19;
  const next = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const edge = (): number => Math.max(1, Math.floor(Math.exp(next() * Math.log(30_000))));
  for (let count = 0; count < sizesPerProfile; count += 1) {
    // Every other one is about as large as what people send.
    const usual = () => 300 + Math.floor(next() * 5_700);
    yield count % 2 === 0 ? { width: edge(), height: edge() } : { width: usual(), height: usual() };
  }
}

const tried = [...sizes()];

function tokens(profile: ModelProfile, size: Size): number {
  return estimateImageTokens(profile.image.tokens, size) ?? 0;
}

/** The same shape, one pixel longer. */
function larger(size: Size, shown: Size): Size {
  const isWide = size.width >= size.height;
  const long = (isWide ? shown.width : shown.height) + 1;
  const exact = (Math.min(size.width, size.height) * long) / Math.max(size.width, size.height);
  const short = Math.max(1, Math.round(exact % 1 === 0.5 ? 2 * Math.round(exact / 2) : exact));
  return isWide ? { width: long, height: short } : { width: short, height: long };
}

describe.each([...profilesById])('%s', (_, profile) => {
  test.each([1, 100])(
    'no picture of 10,000 sizes costs more after the fit, and none is smaller than it must be, with %i in the request',
    { tags: ['d-fit-never-dearer'] },
    (images) => {
      const target = fitTarget(profile, images);
      const wrong: string[] = [];
      for (const size of tried) {
        const shown = fitSize(size, target);
        const bill = tokens(profile, size);
        const told = `${size.width}×${size.height} → ${shown.width}×${shown.height}`;
        if (tokens(profile, shown) > bill) wrong.push(`${told} costs more than ${bill}`);
        if (!fits(shown, target)) wrong.push(`${told} does not fit`);
        if (shown.width === size.width && shown.height === size.height) continue;
        const more = larger(size, shown);
        if (fits(more, target) && tokens(profile, more) <= bill) wrong.push(`${told} is too small`);
      }
      expect(wrong).toEqual([]);
    },
  );
});

test.each([
  ['openai-tile-4o', 2048, 4096, 768, 1536, 1105],
  ['openai-tile-4o', 4096, 2048, 1536, 768, 1105],
  ['openai-tile-5', 1080, 2160, 768, 1536, 910],
  ['openai-patch-mini', 3000, 2000, 1536, 1024, 2489],
])(
  '%s: %i × %i becomes %i × %i and costs %i tokens',
  { tags: ['d-fit-never-dearer'] },
  (id, width, height, shownWidth, shownHeight, cost) => {
    const profile = profilesById.get(id);
    if (!profile) throw new Error(`no profile ${id}`);
    const shown = fitSize({ width, height }, fitTarget(profile, 1));
    expect(shown).toEqual({ width: shownWidth, height: shownHeight });
    expect(tokens(profile, shown)).toBe(cost);
    expect(tokens(profile, { width, height })).toBe(cost);
  },
);
