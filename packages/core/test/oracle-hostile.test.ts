// What the oracle is given may be written to hurt it: it judges in time that grows with the text, and it always judges.
import { describe, expect, test } from 'vitest';
import { judge } from '../src/testing/index.ts';
import { growth, linear } from './lens/growth.ts';

const judged = (content: string) =>
  judge({ wire: 'chat-completions', body: { messages: [{ role: 'user', content }] } });

describe('four times the text costs about four times as much', () => {
  test.each([
    ['backslashes', '\\'],
    ['indices that never close', '"0\\'],
    ['records of blanks', '{ '],
    ['keys that never close', '"type\\'],
    ['blanks', ' '],
    ['line feeds', '\n'],
    ['quotes', '"'],
    ['starts of numbers', '[137, 80, 78, 71, '],
    ['schemes', 'data:'],
    ['data URLs without base64', 'data:a/a;a;'],
    ['runs that are nearly long enough', `${'aB3'.repeat(170)} `],
    ['wrapped lines', `${'aB3/'.repeat(19)}\n`],
  ])('when it is %s', async (_, unit) => {
    const work = (size: number) => judged(`"0${unit.repeat(size / unit.length)}`);
    expect(await growth(work, 40_000)).toBeLessThan(linear);
  });
});

test.each([
  ['a list without end', `${'['.repeat(20_000)}1${']'.repeat(20_000)}`],
  ['a record that cannot be written', '{"toString":1}'],
])('a stringified part whose type is %s is judged', (_, mediaType) => {
  expect(judged(`[{"type":"file","mediaType":${mediaType},"data":"x"}]`)).toMatchObject({
    findings: [],
  });
});

test('a stringified Buffer is found, however often its quotes were escaped', () => {
  const numbers = Array.from({ length: 40 }, (_, index) => index);
  let text = JSON.stringify({ shot: { type: 'Buffer', data: numbers } });
  for (let escapes = 0; escapes < 4; escapes++) {
    expect(judged(text).findings).toMatchObject([{ rule: 'bytes-in-text' }]);
    text = JSON.stringify(text);
  }
});
