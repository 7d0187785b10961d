import { expect, it } from 'vitest';
import { Reader } from '../src/ocr/reader.ts';
import { passesSelfTest, selfTestPicture, selfTestText } from '../src/ocr/self-test.ts';
import { wasmRuntime } from '../src/runtime/ort.ts';

it(
  'The wasm build reads the self-test that native runtimes are held against',
  { timeout: 240_000 },
  async () => {
    const reader = await Reader.open(wasmRuntime);
    const { lines, packs } = await reader.read(selfTestPicture());
    expect(lines.map(({ text }) => text)).toEqual([selfTestText]);
    expect(packs).toEqual([]);
    expect(await passesSelfTest(reader)).toBe(true);
  },
);
