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
  packed = await hasModel('ocr-japanese');
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

test('what our reader spells itself stays as it was with a pack', { timeout }, async (context) => {
  if (!packed) context.skip(noPack);
  const texts = ['Bestätigen und zurück', 'Настройки пользователя', 'cannot open file.txt at 42'];
  const picture = await lines(texts, { size: 20 });
  expect(textsOf(await seen(plainEyes, picture))).toEqual(texts);
  expect(textsOf(await seen(packEyes, picture))).toEqual(texts);
});

test(
  'a pack whose file is not the pinned one reads nothing, and the answer is that of no pack',
  { timeout },
  async (context) => {
    if (!packed) context.skip(noPack);
    await writeFile(join(empty, 'ocr-japanese.onnx'), 'not a network');
    await copyFile(join(speechFolder, 'ocr-japanese.txt'), join(empty, 'ocr-japanese.txt'));
    await using spoiled = createEyes({ modelsFolder: empty, limits });
    const picture = await lines(japanese, { font: 'Sawarabi Gothic', size: 20 });
    expect(await seen(spoiled, picture)).toEqual(await seen(plainEyes, picture));
  },
);
