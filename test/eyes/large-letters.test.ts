// Very large letters: the crops of two words overlap there, and what both of them show is told once.
import { createEyes } from '@percept/eyes';
import { afterAll, expect, test } from 'vitest';
import { drawn } from './pictures.ts';

const eyes = createEyes({ limits: { describeTimeoutMs: 180_000 } });
afterAll(() => eyes.close());

test.each([
  // A slice of the A before it was read as a 1.
  ['MAGNOLIA 7342', 'DejaVu Sans', 'normal', 80],
  ['MAGNOLIA 7342', 'DejaVu Sans', 'bold', 140],
  ['MAGNOLIA 7342', 'DejaVu Serif', 'normal', 200],
  // A slice of the N before it was read as an I; the lone A is a word and stays.
  ['AVALON A 55', 'DejaVu Sans', 'bold', 110],
  ['AVALON A 55', 'DejaVu Sans', 'normal', 170],
])(
  '%s in %s %s at %d px is read as it stands',
  { timeout: 240_000 },
  async (text, font, weight, size) => {
    const width = Math.round(size * text.length * 0.85 + 80);
    const body = `<text x="40" y="${size * 1.35}" font-family="${font}" font-weight="${weight}" font-size="${size}" fill="#111">${text}</text>`;
    const described = await eyes.describe(await drawn(body, width, size * 2));
    if (!described.ok) throw new Error(described.refusal.message);
    expect(described.value.lines.map((line) => line.text)).toEqual([text]);
  },
);
