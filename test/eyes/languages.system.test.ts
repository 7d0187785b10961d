// Packs for other languages, with the real recognisers: what the built-in one cannot spell is read, what it reads well
// stays as it was, and what nobody reads is still not guessed.
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEyes, eyesVersion, type Description, type Eyes } from '@percept/eyes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lines } from './pictures.ts';
import { hasModel, speechFolder } from './speech-model.ts';

const japanese = ['日本語のテキストを読みます', '設定を保存しました', 'ファイルが見つかりません'];
const limits = { describeTimeoutMs: 180_000 };
const timeout = 240_000;
let empty = '';
let packed = false;
const plainEyes = createEyes({ modelsFolder: join(tmpdir(), 'percept-no-models'), limits });
const packEyes = createEyes({ modelsFolder: speechFolder, limits });

beforeAll(async () => {
  empty = await mkdtemp(join(tmpdir(), 'percept-packs-'));
  packed = (await hasModel('ocr-latin')) && (await hasModel('ocr-japanese'));
}, timeout);
afterAll(async () => {
  await plainEyes.close();
  await packEyes.close();
  await rm(empty, { recursive: true });
});

async function seen(eyes: Eyes, picture: Uint8Array): Promise<Description> {
  const described = await eyes.describe(picture);
  if (!described.ok) throw new Error(described.refusal.message);
  return described.value;
}

function textsOf({ lines: found }: Description): readonly string[] {
  return found.map(({ text }) => text);
}

const noPack = 'the packs could not be had from the npm registry';

test(
  'Japanese is told by its place without the pack and read with it, and the description names the pack',
  { timeout },
  async (context) => {
    if (!packed) context.skip(noPack);
    const picture = await lines(japanese, { font: 'Sawarabi Gothic', size: 20 });
    const without = await seen(plainEyes, picture);
    expect(without.lines).toEqual([]);
    expect(without.unread).toHaveLength(japanese.length);
    expect(without.version).toBe(eyesVersion);
    const withPack = await seen(packEyes, picture);
    expect(textsOf(withPack)).toEqual(japanese);
    expect(withPack.lines.every(({ readWith }) => readWith?.includes('ocr-japanese'))).toBe(true);
    expect(withPack.version).toContain(`${eyesVersion} `);
    expect(withPack.version).toContain('ocr-japanese-1.0.1');
    expect(withPack.markdown).toContain('3 of them with ocr-japanese');
  },
);

test(
  'umlauts and accents that the built-in recogniser drops are put back, and English stays as it was',
  { timeout },
  async (context) => {
    if (!packed) context.skip(noPack);
    const picture = await lines(
      ['Bestätigen und zurück', 'Configuración de la cuenta', 'Error: cannot open file.txt at 42'],
      { size: 20 },
    );
    const without = textsOf(await seen(plainEyes, picture));
    const withPack = textsOf(await seen(packEyes, picture));
    expect(without.slice(0, 2)).toEqual(['Bestätigen und zuruck', 'Configuracion de la cuenta']);
    expect(withPack[0]).toBe('Bestätigen und zurück');
    expect(withPack[2]).toBe('Error: cannot open file.txt at 42');
    expect(without[2]).toBe(withPack[2]);
  },
);

test(
  'a script that no pack reads is still told and never guessed',
  { timeout },
  async (context) => {
    if (!packed) context.skip(noPack);
    const picture = await lines(['Настройки пользователя', 'Сохранить изменения в файле'], {
      size: 20,
    });
    const described = await seen(packEyes, picture);
    expect(described.lines).toEqual([]);
    expect(described.unread.map(({ reason }) => reason)).toEqual([
      'unsupported-script',
      'unsupported-script',
    ]);
  },
);

test(
  'a pack whose file is not the pinned one reads nothing, and the answer is that of no pack',
  { timeout },
  async (context) => {
    if (!packed) context.skip(noPack);
    await writeFile(join(empty, 'ocr-latin.onnx'), 'not a network');
    await copyFile(join(speechFolder, 'ocr-latin.txt'), join(empty, 'ocr-latin.txt'));
    await using spoiled = createEyes({ modelsFolder: empty, limits });
    const picture = await lines(['Bestätigen und zurück'], { size: 20 });
    expect(await seen(spoiled, picture)).toEqual(await seen(plainEyes, picture));
  },
);

test(
  'with the pack, what it read is sure again, and what it did not stays marked',
  { tags: ['f-eyes-uncertain-marked'], timeout },
  async (context) => {
    if (!packed) context.skip(noPack);
    const { lines: found, markdown } = await seen(
      packEyes,
      await lines(['Bestätigen und zurück', 'El señor vive en España'], { size: 20 }),
    );
    expect(found.map(({ text, unreadMarks }) => [text, unreadMarks === true])).toEqual([
      ['Bestätigen und zurück', false],
      ['El senor vive en Espana', true],
    ]);
    expect(markdown).not.toContain('`percept models pull ocr-latin`');
  },
);
