// Text in whatever encoding it was saved in: by its mark, or by a guess that is said.
import { afterAll, describe, expect, test } from 'vitest';
import { classify } from '../src/source.ts';
import {
  createMemoryCache,
  createDarkroom,
  renderLimits,
  standardRenderers,
} from '../src/index.ts';

const darkroom = createDarkroom({ renderers: standardRenderers(), cache: createMemoryCache() });
afterAll(() => darkroom.close());

const words = 'Grüße, naïve café – “Ende”\nline 2: 20 € für Ærøskøbing\n';
const mark = { le: Buffer.from([0xff, 0xfe]), be: Buffer.from([0xfe, 0xff]) };
const little = Buffer.from(words, 'utf16le');
/** The signs of windows-1252 that Latin-1 has not. */
const signs: Readonly<Record<string, number>> = { '–': 0x96, '“': 0x93, '”': 0x94, '€': 0x80 };
const oneByte = Buffer.from(Array.from(words, (char) => signs[char] ?? char.charCodeAt(0)));

const encoded: Readonly<Record<string, Buffer>> = {
  'UTF-8': Buffer.from(words),
  'UTF-8 with a mark': Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(words)]),
  'UTF-16, little end first': Buffer.concat([mark.le, little]),
  'UTF-16, big end first': Buffer.concat([mark.be, Buffer.from(little).swap16()]),
  'windows-1252': oneByte,
};

async function look(bytes: Uint8Array, name = 'a.log') {
  const outcome = await darkroom.develop({ bytes, name });
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

describe('Text', () => {
  test.each(Object.entries(encoded))('in %s is the same picture', async (_, bytes) => {
    const [wanted] = (await look(Buffer.from(words))).pages;
    const [page] = (await look(bytes)).pages;
    expect(Buffer.from(page?.png ?? []).equals(Buffer.from(wanted?.png ?? []))).toBe(true);
  });

  test('that is read as windows-1252 says so, also when its picture is remembered', async () => {
    await look(Buffer.from(words));
    for (let times = 0; times < 2; times++) {
      const message: unknown = expect.stringContaining('windows-1252');
      expect((await look(oneByte)).warnings).toEqual([{ kind: 'encoding-guessed', message }]);
      expect((await look(Buffer.from(words))).warnings).toEqual([]);
    }
  });

  test('of UTF-8 with a broken place stays UTF-8, and says so', async () => {
    const broken = Buffer.concat([Buffer.from(words), Buffer.from([0xe9]), Buffer.from('\nrest')]);
    const found = classify({ bytes: broken, name: 'a.log' }, renderLimits);
    expect(found).toMatchObject({
      value: { source: { bytes: broken }, warnings: [{ kind: 'encoding-guessed' }] },
    });
    const { warnings } = await look(broken);
    expect(warnings.map(({ message }) => message).join()).toContain('shown by their number');
  });

  test('whose last byte is a letter of windows-1252 is read as that', async () => {
    const { warnings } = await look(Buffer.from('un café', 'latin1'));
    expect(warnings).toMatchObject([{ kind: 'encoding-guessed' }]);
    expect((await look(Buffer.from('un café'))).warnings).toEqual([]);
  });

  test.each([
    ['Markdown', 'a.md', '# Überschrift\n\nGrüße'],
    ['a table', 'a.csv', 'Größe;Länge\n1;2\n'],
    ['code', 'a.py', 'name = "Grüße"'],
  ])('of %s keeps its kind', async (_, name, source) => {
    const [wanted, page] = [
      await look(Buffer.from(source), name),
      await look(Buffer.from(source, 'latin1'), name),
    ];
    expect(page.rendererKey).toBe(wanted.rendererKey);
    expect(page.pages[0]?.png).toEqual(wanted.pages[0]?.png);
  });

  test('is not what is full of controls, or of NUL', async () => {
    const soup = Buffer.from(
      Array.from({ length: 4000 }, (_, index) => ((index * 7919) % 255) + 1),
    );
    const wide = Buffer.from('UTF-16 without its mark: ü', 'utf16le');
    const key = Buffer.from('9f86d081e2c4feaa2f0b8822cd15d6c15b0f00a8'.repeat(3), 'hex');
    for (const bytes of [soup, wide, key, Buffer.concat([oneByte, Buffer.from([0])])]) {
      expect(await darkroom.develop({ bytes, name: 'a.log' })).toMatchObject({
        ok: false,
        refusal: { refused: 'unperceivable' },
      });
    }
  });
});
