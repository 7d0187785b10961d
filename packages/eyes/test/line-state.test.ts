import { expect, test } from 'vitest';
import { stateIn, statesOf } from '../src/layout/line-state.ts';
import { lineOf, type VisualLine } from '../src/layout/visual-line.ts';

function row(text: string, at: number, paper: string): VisualLine {
  const box = [0, at * 20, text.length * 8, at * 20 + 18] as const;
  return lineOf([
    {
      text,
      characters: [],
      region: { centre: { x: box[2] / 2, y: box[1] + 9 }, width: box[2], height: 18, angle: 0 },
      box,
      confidence: 1,
      weakest: 1,
      ink: '#1f2328',
      paper,
    },
  ]);
}

const looksOf = (papers: readonly string[]): readonly (string | undefined)[] => {
  const lines = papers.map((paper, at) => row(`let value = ${at};`, at, paper));
  const states = statesOf(lines, []);
  return lines.map((line) => stateIn(states, line).look);
};

test('rows of a diff say whether they are taken away or added, light and dark', () => {
  const none = undefined;
  const [white, removed, added] = ['#ffffff', '#ffebe9', '#dafbe1'];
  expect(looksOf([white, white, removed, added, added, white])).toEqual([
    none,
    none,
    'on red',
    'on green',
    'on green',
    none,
  ]);
  const [black, dim, moss] = ['#0d1117', '#301a1f', '#12261e'];
  expect(looksOf([black, dim, moss, black, black])).toEqual([
    none,
    'on red',
    'on green',
    none,
    none,
  ]);
});

test('other grounds are no comparison', () => {
  const looks = looksOf(['#ffffff', '#ffffff', '#0969da', '#ffffff', '#fff8c5', '#ffffff']);
  expect(looks.filter((look) => look === 'on red' || look === 'on green')).toEqual([]);
});

test('where most rows are new ones, the ground of the others is still the usual one', () => {
  const [white, removed, added] = ['#ffffff', '#ffebe9', '#e6ffec'];
  expect(looksOf([white, white, removed, added, added, added, added, '#fefeff'])).toEqual([
    undefined,
    undefined,
    'on red',
    'on green',
    'on green',
    'on green',
    'on green',
    undefined,
  ]);
});

test('a line on the usual ground after lines on another is not highlighted', () => {
  const looks = looksOf(['#ffffff', '#ffffff', '#ffffff', '#ffdce0', '#ffdce0', '#ffffff']);
  expect(looks.at(-1)).toBeUndefined();
});
