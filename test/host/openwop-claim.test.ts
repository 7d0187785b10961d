// What we say about the protocol is what is built. The unqualified word belongs to hosts that pass all of its core, and we
// never use it of ourselves.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

const pages = [
  'README.md',
  'CHANGELOG.md',
  ...globSync('docs/**/*.md', { cwd: root }),
  ...globSync('packages/*/README.md', { cwd: root }),
];

/** Sentences that claim it: the protocol and the word near each other, and nothing that takes it back. */
function claims(text: string): readonly string[] {
  const plain = text.replaceAll(/\s+/g, ' ');
  return plain
    .split(/(?<=[.!?|])\s/)
    .filter((sentence) =>
      /\b(?:openwop|wop)\b.{0,60}\b(?:conformant|conforming|compliant|certified)\b|\b(?:conformant|conforming|compliant|certified)\b.{0,60}\b(?:openwop|wop)\b/i.test(
        sentence,
      ),
    )
    .filter((sentence) => !/\b(?:not|never|no)\b/i.test(sentence));
}

test('no page claims that Percept is conformant with OpenWOP', { tags: ['f-wop-no-claim'] }, () => {
  expect(pages).toContain('docs/openwop.md');
  const found = pages.flatMap((page) => {
    try {
      return claims(readFileSync(`${root}${page}`, 'utf8')).map(
        (sentence) => `${page}: ${sentence}`,
      );
    } catch {
      return [];
    }
  });
  expect(found).toEqual([]);
});

test('the search for such a claim finds one', { tags: ['f-wop-no-claim'] }, () => {
  expect(claims('Percept is OpenWOP conformant.')).toHaveLength(1);
  expect(claims('A fully compliant\nOpenWOP v1 host!')).toHaveLength(1);
  expect(claims('We never claim to be OpenWOP conformant.')).toEqual([]);
  expect(claims('It implements a part of OpenWOP.')).toEqual([]);
});

test('the page about OpenWOP says what is there and what is not', () => {
  const page = readFileSync(`${root}docs/openwop.md`, 'utf8');
  for (const word of ['/v1/runs', 'debug-bundle', 'maxInlineMediaBytes', 'interrupts', 'Not there'])
    expect(page).toContain(word);
});
