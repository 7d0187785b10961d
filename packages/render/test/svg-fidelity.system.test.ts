// How faithful drawings are: our own suite, several hundred drawings of one feature each, beside Chromium and librsvg. Where
// the two disagree with each other a drawing has two honest pictures, so being like one of them is enough.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, type TestContext } from 'vitest';
import { renderLimits } from '../src/limits.ts';
import { prescan } from '../src/svg/prescan.ts';
import { createTakumi } from '../src/takumi/takumi.ts';
import { markupOf } from './fidelity/drawing.ts';
import { outliers } from './fidelity/outliers.ts';
import { fidelitySuite } from './fidelity/suite.ts';
import type { Pixels } from './support/read-png.ts';
import { drawingsPerSheet, referenceRenderers, type Sized } from './support/reference-renderers.ts';
import { differenceOf, drawOnWhite, isWithin } from './support/svg-judge.ts';

const programs = ['chromium', 'rsvg-convert'];
const missing = programs.filter((name) => spawnSync(name, ['--version']).status !== 0);
const reason = `${missing.join(' and ')} not installed (Debian: apt-get install chromium librsvg2-bin)`;
const mustRun = process.env['CI'] === 'true';

function needsPrograms({ skip }: TestContext): void {
  if (missing.length > 0 && mustRun) throw new Error(reason);
  if (missing.length > 0) skip(reason);
}

interface Case extends Sized {
  readonly name: string;
}

const cases = Object.entries(fidelitySuite).flatMap(([feature, drawings]) =>
  drawings.map((drawing): Case => {
    const markup = markupOf(drawing);
    const scanned = prescan(markup, renderLimits);
    if (!scanned.ok) throw new Error(`${feature}: ${drawing[0]}: ${scanned.refusal.message}`);
    const { width, height } = scanned.value.size;
    const name = `${feature}: ${drawing[0]}`;
    return { name, markup, width: Math.round(width), height: Math.round(height) };
  }),
);

const folder = mkdtempSync(join(tmpdir(), 'fidelity-'));
const takumi = createTakumi();
const references = referenceRenderers(folder);
afterAll(async () => {
  await takumi.close();
  rmSync(folder, { recursive: true, force: true });
});

/** `change` stands for a renderer that gets something wrong. */
async function unlike(
  some: readonly Case[],
  change = (markup: string): string => markup,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (let start = 0; start < some.length; start += drawingsPerSheet) {
    const sheet = some.slice(start, start + drawingsPerSheet);
    const shown = await references.chromium(sheet);
    for (const [index, each] of sheet.entries()) {
      const drawn = await drawOnWhite(takumi, Buffer.from(change(each.markup)), each);
      const isLike = (reference: Pixels | undefined): boolean =>
        drawn.ok && reference !== undefined && isWithin(differenceOf(drawn.value, reference));
      if (!isLike(shown[index]) && !isLike(await references.rsvg(each.markup)))
        found.push(each.name);
    }
  }
  return found;
}

const share = (unlikeCount: number, of: number): number => 1 - unlikeCount / of;

describe('Our suite of drawings', { timeout: 240_000 }, () => {
  test(
    'is drawn within tolerance to at least 96 %, and every other one is known',
    { tags: ['f-render-svg-fidelity'] },
    async (context) => {
      needsPrograms(context);
      expect(cases.length).toBeGreaterThan(700);
      expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
      const found = await unlike(cases);
      const within = share(found.length, cases.length);
      const list = found
        .map((name) => `  ${name}: ${outliers.get(name) ?? 'not known'}`)
        .join('\n');
      console.log(
        `${(within * 100).toFixed(2)} % of ${cases.length} within tolerance; not:\n${list}`,
      );
      expect(found.filter((name) => !outliers.has(name))).toEqual([]);
      expect(within).toBeGreaterThanOrEqual(0.96);
    },
  );

  test.for([
    ['strokes', (markup: string) => markup.replaceAll(/ stroke="[^"]*"/g, '')],
    ['style sheets', (markup: string) => markup.replaceAll(/<style[^]*?<\/style>/g, '')],
    ['filters', (markup: string) => markup.replaceAll(/ filter="[^"]*"/g, '')],
  ] as const)('finds out a renderer that forgets %s', async ([, forget], context) => {
    needsPrograms(context);
    const some = cases.filter(({ name }) => /^(strokes|styles|filters|shapes): /.test(name));
    const sample = some.filter((_, index) => index % 3 === 0);
    const found = await unlike(sample, forget);
    expect(share(found.length, sample.length)).toBeLessThan(0.96);
  });
});
