// The same source, renderer, fonts and options give the same bytes: on this run, on the last, and on a warm engine as on
// a cold one. Without `golden.json` a run writes it anew; look at the pictures before you do.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Darkroom } from '../src/index.ts';
import { openDarkroom, rendered } from './support/darkroom.ts';
import { goldenSet } from './support/golden-set.ts';
import { readPng } from './support/read-png.ts';

interface Golden {
  readonly size: string;
  readonly pixels: string;
  readonly png: string;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function develop(
  darkroom: Darkroom,
  names: readonly string[],
): Promise<Readonly<Record<string, Golden>>> {
  const found: Record<string, Golden> = {};
  for (const name of names) {
    const bytes = goldenSet.get(name) ?? new Uint8Array();
    const [page] = rendered(await darkroom.develop({ bytes, name })).pages;
    if (!page) throw new Error(name);
    found[name] = {
      size: `${page.width}x${page.height}`,
      pixels: sha256(readPng(page.png).rgba),
      png: sha256(page.png),
    };
  }
  return found;
}

const sorted = (set: Readonly<Record<string, Golden>>): string =>
  `${JSON.stringify(Object.fromEntries(Object.entries(set).toSorted(([a], [b]) => a.localeCompare(b))), undefined, 2)}\n`;

describe('the golden set', () => {
  const cold = openDarkroom();
  const other = openDarkroom({ maxJobsPerEngine: 4 });
  const names = [...goldenSet.keys()];

  it(
    'has the bytes that were committed',
    { timeout: 240_000, tags: ['f-render-deterministic'] },
    async () => {
      await expect(sorted(await develop(cold, names))).toMatchFileSnapshot('./golden.json');
    },
  );

  it(
    'has the same bytes in another order, on engines that are replaced all the time',
    { timeout: 240_000, tags: ['f-render-deterministic'] },
    async () => {
      const again = await develop(other, names.toReversed());
      await expect(sorted(again)).toMatchFileSnapshot('./golden.json');
    },
  );
});
