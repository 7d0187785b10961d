// Words that the detector of text passes over: a lone digit or a short word in a button. Where nothing was read in a thing that has a name, what stands apart from its ground, and
// from its rim, may be its words.
import { distance, rgbOf } from '../colour/oklab.ts';
import { paletteOf } from '../colour/palette.ts';
import { componentsOf } from '../ocr/components.ts';
import type { TextLine } from '../ocr/text-line.ts';
import { boxAround, colourAt, type Box, type Picture } from '../pixels/picture.ts';
import { maxLoneWords, maxLoneWordsAreaPx } from '../limits.ts';
import { areaOf, sharedOf } from './decode.ts';
import type { ControlRole, Sighting } from './sighting.ts';

const named: ReadonlySet<ControlRole> = new Set(['button', 'tab', 'menuitem']);
/** Colours farther apart than this are ink and ground, in OKLab. */
const apart = 0.1;
/** What comes so near to an edge of the thing is its rim, or belongs to what is around it. */
const rimPx = 3;
/** Ink lower than this is a rule or a dot. */
const lowestPx = 5;
/** Around the ink, in heights of it: as the detector cuts. */
const beside = 0.3;
const above = 0.15;

/** Where they may stand, of each thing without words and without an icon. */
export function loneWords(
  picture: Picture,
  sightings: readonly Sighting[],
  lines: readonly TextLine[],
): readonly Box[] {
  return sightings
    .filter(({ role, box }) => named.has(role) && areaOf(box) <= maxLoneWordsAreaPx)
    .filter(({ box }) => !hasWords(box, lines))
    .filter((holder) => !sightings.some((other) => isIconIn(other, holder)))
    .slice(0, maxLoneWords)
    .flatMap(({ box }) => inkIn(picture, box));
}

function hasWords(box: Box, lines: readonly TextLine[]): boolean {
  return lines.some((line) => sharedOf(line.box, box) > 0 && line.text !== '');
}

function isIconIn({ role, box }: Sighting, holder: Sighting): boolean {
  return role === 'img' && sharedOf(box, holder.box) * 2 > areaOf(box);
}

function inkIn(picture: Picture, box: Box): readonly Box[] {
  const left = Math.max(0, Math.round(box[0]));
  const top = Math.max(0, Math.round(box[1]));
  const width = Math.min(picture.width, Math.round(box[2])) - left;
  const height = Math.min(picture.height, Math.round(box[3])) - top;
  const [ground] = paletteOf(picture, [left, top, left + width, top + height], 1);
  if (!ground) return [];
  const paper = rgbOf(ground.hex);
  const map = Float32Array.from({ length: width * height }, (_, at) =>
    distance(colourAt(picture, left + (at % width), top + Math.floor(at / width)), paper),
  );
  const inner = componentsOf(map, width, height, apart).flatMap(({ outline }) => {
    const [x0, y0, x1, y1] = boxAround(outline);
    const isRim = x0 < rimPx || y0 < rimPx || x1 > width - rimPx || y1 > height - rimPx;
    return isRim ? [] : outline;
  });
  if (inner.length === 0) return [];
  const [x0, y0, x1, y1] = boxAround(inner);
  const tall = y1 - y0;
  if (tall < lowestPx) return [];
  const [across, up] = [tall * beside, tall * above];
  return [[left + x0 - across, top + y0 - up, left + x1 + across, top + y1 + up]];
}
