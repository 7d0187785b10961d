// Accents, other alphabets and signs are read as they are; what the reader has no letters for is told by its place.
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

const texts = [
  'Größe der Straße prüfen',
  'El señor Núñez vive en España',
  'Zażółć gęślą jaźń',
  'Değişiklikleri kaydet',
  'Αποθήκευση αλλαγών',
  'Сохранить изменения',
  'Price €1,299.00 or £849.50',
  'The harbour freezes in most winters',
  'const maxBytes = file.toBuffer();',
];

test('letters of many languages and signs are read as they are', { timeout }, async () => {
  const { lines: found, markdown } = await seen(await lines(texts, { size: 20 }));
  expect(found.map(({ text }) => text)).toEqual(texts);
  expect(markdown).not.toContain('uncertain');
});

test(
  'a line of Arabic that came out as a few letters is not shown',
  { tags: ['f-eyes-unsupported-script'], timeout },
  async () => {
    const described = await seen(await lines(['مرحبا بالعالم'], { size: 26 }));
    expect(described.lines).toEqual([]);
    expect(described.unread).toHaveLength(1);
    expect(described.markdown).toContain('not shown');
  },
);
