// The list in docs/invariants.md, made from the invariants themselves; a test compares.
import { readFile } from 'node:fs/promises';
import { invariants } from './invariants.ts';

const pageFile: URL = new URL('../../docs/invariants.md', import.meta.url);

const promises: readonly string[] = [
  'No image can poison a session.',
  'The model sees pixels, or is told in words why not.',
  'Pixels are paid for only when someone looks.',
  'Hostile bytes cannot crash, hang or exhaust the process.',
  'The record is the truth.',
  'Advertised means true.',
  'It works with no key and no network.',
  'What is promised is what is sent.',
  'First do no harm.',
];

/** The table of the page: every promise that has invariants, with their sentences. */
export function invariantTable(): string {
  return promises
    .flatMap((promise, at) => {
      const own = invariants.filter((invariant) => invariant.promise === at + 1);
      if (own.length === 0) return [];
      const lines = own.map(({ name, sentence }) => `- \`${name}\`: ${sentence}`);
      return [`### ${at + 1}. ${promise}`, '', ...lines, ''];
    })
    .join('\n')
    .trimEnd();
}

export async function readPage(): Promise<string> {
  return readFile(pageFile, 'utf8');
}
