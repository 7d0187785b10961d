import { describe, expect, it } from 'vitest';
import { numberOf } from '../src/chart/number-text.ts';
import { sortScripts } from '../src/ocr/script.ts';
import type { TextLine } from '../src/ocr/text-line.ts';

function line(text: string, confidence: number, width = text.length * 11): TextLine {
  const region = { centre: { x: width / 2, y: 10 }, width, height: 24, angle: 0 };
  return {
    text,
    characters: [],
    region,
    box: [0, 0, width, 24],
    confidence,
    ink: '#000000',
    paper: '#ffffff',
  };
}

describe('Lines in a script that the engine does not know', () => {
  it.each([
    ['HaCTpovKW yCnewHo coxpaHeHbl', 0.83],
    ['BHNMAHNE ONACHO', 0.902],
    ['H ypnyopn kape aaenou nnbaet', 0.85],
    ['aalul elabill Js Jobi', 0.708],
  ])(
    'are told by their place and never shown: %s',
    { tags: ['f-eyes-unsupported-script'] },
    (text, confidence) => {
      const { read, unread } = sortScripts([line(text, confidence)]);
      expect(read).toEqual([]);
      expect(unread).toMatchObject([{ reason: 'unsupported-script' }]);
    },
  );

  it('takes words of nothing but look-alikes with their neighbours', () => {
    const { read, unread } = sortScripts([line('CoxpaHNTb', 0.91), line('OTMeHa', 0.98)]);
    expect([read.length, unread.length]).toEqual([0, 2]);
  });

  it.each([
    ['at async ingestImage (/srv/app/src/ingest/image.ts:88:19)', 0.9],
    ['Wszystkie zmiany zostaly zapisane', 0.99],
    ['sha256:9f86d081884c7d659a2feaa0c55ad015', 0.93],
    ['XKCD-9912 zyx qwv', 0.99],
    ['设置已成功保存', 0.99],
  ])('are not confused with odd or degraded Latin: %s', (text, confidence) => {
    expect(sortScripts([line(text, confidence, [...text].length * 22)]).read).toHaveLength(1);
  });
});

describe('Numbers on an axis', () => {
  it.each([
    ['1,000', 1000],
    ['2.5k', 2500],
    ['40%', 40],
    ['$1.2M', 1_200_000],
    ['-3', -3],
    ['12 apples', undefined],
    ['1,00', undefined],
  ])('%s is %s', (text, value) => {
    expect(numberOf(text)).toBe(value);
  });
});
