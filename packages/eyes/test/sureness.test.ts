import { expect, it } from 'vitest';
import { weakestOf } from '../src/ocr/sureness.ts';

function sureness(text: string, char: string, probability: number, rival: string): number {
  const glyphs = [...text].map((own, at) =>
    own === char
      ? { char: own, probability, rival: { char: rival, probability: 1 - probability }, x: at }
      : { char: own, probability: 1, rival: { char: '', probability: 0 }, x: at },
  );
  return Math.round(weakestOf(glyphs) * 100) / 100;
}

it(
  'A line is as sure as its least sure character, and look-alikes in a key are less sure than they seem',
  { tags: ['f-eyes-uncertain-marked'] },
  () => {
    expect(sureness('id=eyJOx7Q', 'O', 0.92, '0')).toBe(0.67);
    expect(sureness('Open the door', 'O', 0.92, '0')).toBe(1);
    expect(sureness('naif', 'i', 0.68, 'ï')).toBe(0.68);
    expect(sureness('a cat', ' ', 0.5, '')).toBe(1);
    expect(sureness('house', 'u', 0.6, 'x')).toBe(0.72);
    // The line has decided: one is the other, or its shape in another alphabet.
    expect(sureness('saved ✓', '✓', 0.6, '✓')).toBe(1);
    expect(sureness('Kjell', 'K', 0.6, 'К')).toBe(1);
  },
);
