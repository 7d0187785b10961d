// The page about the door shows what the code does today.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { page, withTable } from '../../scripts/fit-table.ts';

test(
  'the table of what common pictures become is what the profiles say',
  { tags: ['d-fit-never-dearer'] },
  () => {
    const text = readFileSync(page, 'utf8');
    expect(withTable(text)).toBe(text);
    expect(text).toContain('| anthropic-high');
  },
);
