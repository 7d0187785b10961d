// What is said of characters that no font has.
import type { Warning } from '../rendering.ts';
import { maxNamedGlyphs } from '../limits.ts';

export function missingGlyphs(missing: readonly string[]): readonly Warning[] {
  if (missing.length === 0) return [];
  const more = missing.length > maxNamedGlyphs ? ' …' : '';
  const named = missing.slice(0, maxNamedGlyphs).join(' ');
  const message = `No font has ${missing.length} of the characters: ${named}${more}`;
  return [{ kind: 'font-missing', message }];
}
