// What the built-in recogniser has no letters for is doubted and said, whatever its confidence; nothing is guessed.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEyes, type Description } from '@percept/eyes';
import { afterAll, expect, test } from 'vitest';
import { lines } from './pictures.ts';

const limits = { describeTimeoutMs: 180_000 };
const timeout = 240_000;
const plainEyes = createEyes({ modelsFolder: join(tmpdir(), 'percept-no-models'), limits });
afterAll(() => plainEyes.close());

async function seen(picture: Uint8Array): Promise<Description> {
  const described = await plainEyes.describe(picture);
  if (!described.ok) throw new Error(described.refusal.message);
  return described.value;
}

const hint = '`percept models pull ocr-latin`';
const texts = [
  'Größe der Straße prüfen',
  'El señor Núñez vive en España',
  'Configuración de la cuenta',
  'The harbour freezes in most winters',
  'const maxBytes = file.toBuffer();',
];

test(
  'accents that were seen and not read make a line uncertain, and the pack is named once',
  { tags: ['f-eyes-uncertain-marked'], timeout },
  async () => {
    const { lines: found, markdown } = await seen(await lines(texts, { size: 20 }));
    expect(found.map(({ unreadMarks }) => unreadMarks === true)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    for (const { text, confidence, unreadMarks } of found) {
      expect(confidence < 0.9).toBe(unreadMarks === true);
      const noted = markdown.includes(`${text} (uncertain, accents not read)`);
      expect(noted).toBe(unreadMarks === true);
    }
    expect(markdown).toContain('3 marked (uncertain); 3 with accents that were not read');
    expect(markdown.split(hint)).toHaveLength(2);
  },
);

test(
  'a line of Arabic that came out as a few letters is not shown',
  { tags: ['f-eyes-unsupported-script'], timeout },
  async () => {
    const described = await seen(await lines(['مرحبا بالعالم'], { size: 26 }));
    expect(described.lines).toEqual([]);
    expect(described.unread).toHaveLength(1);
    expect(described.markdown).toContain('1 more not recognised, not shown');
  },
);
