// Nothing that somebody wrote reaches a clipboard or a window's title by itself: our source has no way to write them from a
// terminal at all, and in the page they are written where a person clicked.
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { attacksFrom } from './tries.ts';

const root = new URL('../../', import.meta.url).pathname;
const sources = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).map((path) => ({
  path,
  text: readFileSync(`${root}${path}`, 'utf8'),
}));

/** Operating system commands of a terminal that set a title (0, 1, 2) or a clipboard (52, 5522 with wdata). */
const writes = /(?:\\u001b|\\x1b|\\u009d|\\x9d|\\e)\\?\](?:0|1|2|52);|type=w(?:rite|data)/;

describe('clipboard and title', () => {
  test('are written by no sequence in our source', { tags: ['d-no-content-out'] }, (context) => {
    const attempt = attacksFrom(context, 'own');
    expect(sources.length).toBeGreaterThan(500);
    attempt();
    expect(sources.filter(({ text }) => writes.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('are written in the page by one file each', { tags: ['d-no-content-out'] }, () => {
    const writing = (pattern: RegExp): readonly string[] =>
      sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
    expect(writing(/navigator\.clipboard\.write/)).toEqual(['packages/web/src/element/keep.ts']);
    expect(writing(/document\.title\s*=/)).toEqual(['packages/web/src/app/layout/app.tsx']);
  });
});
