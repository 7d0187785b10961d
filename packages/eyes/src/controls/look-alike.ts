// What looks like a box or circle to choose with, and is none: a patch of one strong colour without a rim or a mark (a legend, a bullet, the dot of a status),
// a round letter in the ink of its words, and a stretch of several letters.
import { distance, rgbOf } from '../colour/oklab.ts';
import type { TextLine } from '../ocr/text-line.ts';
import { colourAt, type Picture } from '../pixels/picture.ts';
import type { Sighting } from './sighting.ts';

/** Colours nearer than this look the same, in OKLab. */
const same = 0.06;
/** Boxes that can be chosen are white, black or grey until they have a mark. */
const strong = 48;
/** How much of the inside may be shades of its edge. */
const most = 0.97;

export function isLookAlike(
  picture: Picture,
  sighting: Sighting,
  lines: readonly TextLine[],
): boolean {
  return (
    isSwatch(picture, sighting) || isLetter(picture, sighting, lines) || isWord(sighting, lines)
  );
}

/** A letter has this much of the contrast of its words; the rim of a circle to choose with is paler. */
const inkShare = 0.75;

function isLetter(
  picture: Picture,
  { role, box: [left, top, right, bottom] }: Sighting,
  lines: readonly TextLine[],
): boolean {
  if (role !== 'radio' && role !== 'checkbox') return false;
  const middle = Math.round((top + bottom) / 2);
  const line = lines.find(
    ({ box, characters }) =>
      box[1] < middle &&
      box[3] > middle &&
      characters.some(
        ({ char, x }) => /[oO0Q○]/.test(char) && box[0] + x > left && box[0] + x < right,
      ),
  );
  if (!line) return false;
  const paper = rgbOf(line.paper);
  // A letter is hollow; the dot of what is chosen is not.
  const centre = colourAt(picture, Math.round((left + right) / 2), middle);
  if (distance(centre, paper) > same) return false;
  let farthest = 0;
  for (let y = Math.floor(top); y < bottom; y += 1)
    for (let x = Math.floor(left); x < right; x += 1)
      farthest = Math.max(farthest, distance(colourAt(picture, x, y), paper));
  return farthest > distance(rgbOf(line.ink), paper) * inkShare;
}

/** So many letters that were read surely are what they were read as. */
const minLetters = 2;
const sure = 0.8;

function isWord({ role, box }: Sighting, lines: readonly TextLine[]): boolean {
  if (role !== 'radio' && role !== 'checkbox') return false;
  const [left, top, right, bottom] = box;
  const middle = (top + bottom) / 2;
  return lines.some((line) => {
    if (line.box[1] > middle || line.box[3] < middle) return false;
    const within = line.characters.filter(
      ({ char, probability, x }) =>
        /[\p{L}\p{N}]/u.test(char) &&
        probability > sure &&
        line.box[0] + x > left &&
        line.box[0] + x < right,
    );
    return within.length >= minLetters;
  });
}

function isSwatch(picture: Picture, { role, box }: Sighting): boolean {
  if (role !== 'checkbox' && role !== 'radio') return false;
  const [left, top, right, bottom] = box.map((value) => Math.round(value));
  if (left === undefined || top === undefined || right === undefined || bottom === undefined)
    return false;
  const middle = colourAt(picture, Math.floor((left + right) / 2), Math.floor((top + bottom) / 2));
  if (Math.max(...middle) - Math.min(...middle) < strong) return false;
  // A circle fills this much of the box around it on every side.
  const inset = role === 'radio' ? 0.18 : 0.1;
  const [dx, dy] = [Math.ceil((right - left) * inset), Math.ceil((bottom - top) * inset)];
  let [alike, all] = [0, 0];
  for (let y = top + dy; y < bottom - dy; y += 1)
    for (let x = left + dx; x < right - dx; x += 1) {
      all += 1;
      if (distance(colourAt(picture, x, y), middle) < same) alike += 1;
    }
  return alike > all * most;
}
