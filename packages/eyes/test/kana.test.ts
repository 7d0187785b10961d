import { expect, it } from 'vitest';
import { settleKana } from '../src/ocr/kana.ts';

it.each([
  ['つかリます', 'つかります'],
  ['ヘや', 'へや'],
  ['アメりカ', 'アメリカ'],
  ['タワーへよう', 'タワーへよう'],
  ['リ', 'リ'],
  ['日リ本', '日リ本'],
])(
  'Kana that look the same in both syllabaries follow their neighbours: %s is %s',
  (seen, expected) => {
    const glyphs = [...seen].map((char, at) => ({ char, probability: 0.99, x: at / 10 }));
    const settled = settleKana(glyphs);
    expect(settled.map(({ char }) => char).join('')).toBe(expected);
  },
);
