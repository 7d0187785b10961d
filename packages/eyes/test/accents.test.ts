import { expect, it } from 'vitest';
import { settleAccents } from '../src/ocr/accents.ts';
import type { Glyph } from '../src/ocr/recogniser.ts';

/** A line whose character at `at` may as well be the rival. */
function line(text: string, at = -1, rival = ''): { glyphs: readonly Glyph[] } {
  const glyphs = [...text].map((char, x): Glyph => {
    const isOpen = x === at;
    return {
      char,
      probability: isOpen ? 0.8 : 0.99,
      rival: { char: isOpen ? rival : '', probability: 0.1 },
      x,
    };
  });
  return { glyphs };
}

function settled(...lines: readonly { glyphs: readonly Glyph[] }[]): string {
  settleAccents(lines);
  return (
    lines
      .at(-1)
      ?.glyphs.map(({ char }) => char)
      .join('') ?? ''
  );
}

const portuguese = line('A configuração só é válida até amanhã, às três. Não há opções.');
const romanian = line('Țăranul și-a vândut căruța în orașul învecinat.');

it(
  'A letter has a mark that the language of its page has',
  { tags: ['f-eyes-confusables'] },
  () => {
    expect(settled(portuguese, line('de manhă', 7, 'ã'))).toBe('de manhã');
    expect(settled(romanian, line('în oraşul', 6, 'ș'))).toBe('în orașul');
    expect(settled(portuguese, line('contacto ĭ', 9, 'i'))).toBe('contacto i');
  },
);

it(
  'A letter stays where the page has its mark, no language, or too little, and where it was read surely',
  { tags: ['f-eyes-confusables'] },
  () => {
    expect(settled(romanian, line('de mână', 4, 'ã'))).toBe('de mână');
    expect(settled(portuguese, romanian, line('de manhă', 7, 'ã'))).toBe('de manhă');
    expect(settled(line('manhã'), line('de manhă', 7, 'ã'))).toBe('de manhă');
    expect(settled(portuguese, line('de manhă', 7, 'o'))).toBe('de manhă');
    expect(settled(portuguese, line('de manhă'))).toBe('de manhă');
  },
);
