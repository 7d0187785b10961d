// What whoever looks at a picture should know about it, in words.
import type { Note } from '../fit/index.ts';
import type { Probe } from '../probe/index.ts';

export function sourceWarnings(facts: Probe): string[] {
  const warnings: string[] = [];
  if (facts.frames > 1) warnings.push(`a still: the source has ${facts.frames} frames`);
  if (facts.pages !== undefined && facts.pages > 1)
    warnings.push(`the first of ${facts.pages} pages: the others are not shown`);
  if (facts.trailingBytes > 0)
    warnings.push(`${facts.trailingBytes} bytes after the end of the picture were cut off`);
  if (facts.unknownColour !== undefined)
    warnings.push(`its colours (${facts.unknownColour}) cannot be converted and are shown as sRGB`);
  if (facts.breaksOff) warnings.push('the file breaks off behind its last pixel');
  return [...warnings, ...(facts.damage ?? [])];
}

const words: Readonly<Record<Note, string>> = {
  damaged: 'the file is damaged: parts of the picture may be missing or wrong',
  hidden:
    'its colour profile shows another picture than its bare numbers do: something may be hidden in it',
  unconfined: 'it was decoded without a sandbox, which this system lacks: see `percept doctor`',
};

export function wordsFor(notes: readonly Note[]): string[] {
  return notes.map((note) => words[note]);
}
