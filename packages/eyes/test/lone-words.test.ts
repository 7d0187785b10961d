// Words that the detector of text passes over: of a button in which nothing was read, where its words may stand.
import { describe, expect, it } from 'vitest';
import { loneWords } from '../src/controls/lone-words.ts';
import type { ControlRole, Sighting } from '../src/controls/sighting.ts';
import type { TextLine } from '../src/ocr/text-line.ts';
import { emptyPicture, type Box, type Picture } from '../src/pixels/picture.ts';

const ground = 250;
const ink = 40;

function sighting(box: Box, role: ControlRole = 'button'): Sighting {
  const [on, mixed, disabled, focused] = [false, false, false, false];
  const states = { on, mixed, disabled, focused, default: false, placeholder: false };
  return { role, box, score: 0.9, value: 0, icon: 'other', states };
}

function lineAt(box: Box): TextLine {
  const region = { centre: { x: 0, y: 0 }, width: 1, height: 1, angle: 0 };
  const sure = { confidence: 1, weakest: 1 };
  return { text: 'Save', characters: [], region, box, ...sure, ink: '#000000', paper: '#ffffff' };
}

/** Each box is filled with ink, on one ground. */
function drawn(...boxes: readonly Box[]): Picture {
  const picture = emptyPicture(120, 60);
  picture.data.fill(ground);
  for (const [left, top, right, bottom] of boxes)
    for (let y = top; y < bottom; y += 1)
      picture.data.fill(ink, (y * 120 + left) * 3, (y * 120 + right) * 3);
  return picture;
}
const rimOf = ([left, top, right, bottom]: Box): readonly Box[] => [
  [left, top, right, top + 1],
  [left, bottom - 1, right, bottom],
  [left, top, left + 1, bottom],
  [right - 1, top, right, bottom],
];
const button: Box = [20, 10, 80, 50];
const digit: Box = [47, 25, 53, 35];

describe('Words that the detector passes over', () => {
  it('are looked for where the ink in a button is, and not at its rim', () => {
    const [place] = loneWords(drawn(...rimOf(button), digit), [sighting(button)], []);
    expect(place?.map(Math.round)).toEqual([44, 24, 56, 37]);
  });

  it('are looked for in tabs and entries of menus too, and in nothing that is named by what is beside it', () => {
    const picture = drawn(digit);
    const found = (role: ControlRole) => loneWords(picture, [sighting(button, role)], []).length;
    expect([found('tab'), found('menuitem'), found('checkbox'), found('textbox')]).toEqual([
      1, 1, 0, 0,
    ]);
  });

  it('are none where words were read, an icon was seen, or nothing stands', () => {
    expect(loneWords(drawn(digit), [sighting(button)], [lineAt(digit)])).toEqual([]);
    expect(loneWords(drawn(digit), [sighting(button), sighting(digit, 'img')], [])).toEqual([]);
    expect(loneWords(drawn(...rimOf(button)), [sighting(button)], [])).toEqual([]);
    expect(loneWords(drawn([30, 29, 70, 31]), [sighting(button)], [])).toEqual([]);
  });

  it('are not looked for in what is too large to be a button, nor in more buttons than a page has', () => {
    const vast = emptyPicture(2000, 2000);
    expect(loneWords(vast, [sighting([0, 0, 2000, 2000])], [])).toEqual([]);
    const many = Array.from({ length: 200 }, () => sighting(button));
    expect(loneWords(drawn(digit), many, []).length).toBe(64);
  });

  it('are looked for in buttons that reach over the edge of the picture', () => {
    const over = sighting([-40, -30, 300, 200]);
    expect(loneWords(drawn(digit), [over], []).length).toBe(1);
    expect(loneWords(drawn(digit), [sighting([200, 200, 240, 240])], [])).toEqual([]);
  });
});
