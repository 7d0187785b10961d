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
    weakest: confidence,
    ink: '#000000',
    paper: '#ffffff',
  };
}

describe('Lines in a script that the engine does not know', () => {
  it.each([
    ['HaCTpovKW yCnewHo coxpaHeHbl', 0.73],
    ['H ypnyopn kape aaenou nnbaet', 0.75],
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

  it.each([
    ['few letters for its width', 'll y', 0.605, 100],
    ['few letters, and more than four', 'sgm ee', 0.86, 170],
    ['signs for the most part', "-.:' e_.", 0.62, 88],
  ])(
    'are not shown when they came out as %s: %s',
    { tags: ['f-eyes-unsupported-script'] },
    (_, text, confidence, width) => {
      const { read, unread } = sortScripts([line(text, confidence, width)]);
      expect(read).toEqual([]);
      expect(unread).toMatchObject([{ reason: 'illegible' }]);
    },
  );

  it('takes uncertain scraps with their neighbours, and leaves sure ones', () => {
    const scraps = [line('bis', 0.83), line('42', 0.99)];
    const foreign = line('HaCTpovKW yCnewHo coxpaHeHbl', 0.73);
    expect(sortScripts(scraps).read).toHaveLength(2);
    expect(sortScripts([...scraps, foreign]).read.map(({ text }) => text)).toEqual(['42']);
  });

  it.each([
    ['sure', 'll y', 0.95, 100],
    ['short, where a height is as wide as a letter', 'OK', 0.79, 31],
    ['wide, and not all that unsure', 'pe.b', 0.8, 93],
    ['dense, though half of it are signs', '-rw-r--', 0.76, 82],
    ['a key in capitals', 'A1B2-C3D4-E5F6', 0.85, 150],
  ])('are not confused with lines that are %s: %s', (_, text, confidence, width) => {
    expect(sortScripts([line(text, confidence, width)]).read).toHaveLength(1);
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
