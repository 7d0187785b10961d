// How one thing looks, in a few hundred numbers out of its cut-outs: the mean colour and the unrest of each part of them, and the colours of its ground, of its ink and of what
// is around it. Things that look alike on one page are in one state, which the second network can see from these.
import { cutHeight, cutWidth } from './cuts.ts';

const rows = 5;
const columns = 8;
const partHeight = cutHeight / rows;
const partWidth = cutWidth / columns;
const plane = cutHeight * cutWidth;
/** Colours that share these leading bits are one. */
const coarse = 4;
const coarseColours = 4096;
/** Of the way from the ground to the colour that is farthest from it. */
const inkFrom = 0.7;
/** Pixels of the cut-out at each of its sides: what is around the thing, and what may be its rim. */
const frame = 2;
const rim = 6;
const aroundPlaces = placesWhere((fromSide) => fromSide < frame);
const insidePlaces = placesWhere((fromSide) => fromSide >= rim);

/** For each of both cut-outs the parts' colours and unrest, then three colours, and how much of it is ink. */
export const lookCount = 2 * rows * columns * 4 + 10;

type Colour = readonly [red: number, green: number, blue: number];

/** From 0 to 1 each. */
export function lookOf(cuts: Uint8Array): readonly number[] {
  const whole = cuts.subarray(0, 3 * plane);
  const ends = cuts.subarray(3 * plane, 6 * plane);
  const around = commonest(whole, aroundPlaces);
  const ground = commonest(whole, insidePlaces);
  const { colour, share } = inkOf(whole, ground);
  return [
    ...partsOf(whole),
    ...partsOf(ends),
    ...[...around, ...ground, ...colour].map((value) => value / 255),
    share,
  ];
}

function placesWhere(isAsked: (fromSide: number) => boolean): Uint16Array {
  const places: number[] = [];
  for (let row = 0; row < cutHeight; row += 1)
    for (let column = 0; column < cutWidth; column += 1)
      if (isAsked(Math.min(row, column, cutHeight - 1 - row, cutWidth - 1 - column)))
        places.push(row * cutWidth + column);
  return Uint16Array.from(places);
}

function partsOf(cut: Uint8Array): readonly number[] {
  const numbers: number[] = [];
  const all = partHeight * partWidth * 255;
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      let red = 0;
      let green = 0;
      let blue = 0;
      let least = 765;
      let most = 0;
      for (let y = row * partHeight; y < (row + 1) * partHeight; y += 1) {
        const from = y * cutWidth + column * partWidth;
        for (let place = from; place < from + partWidth; place += 1) {
          const r = cut[place] ?? 0;
          const g = cut[place + plane] ?? 0;
          const b = cut[place + 2 * plane] ?? 0;
          red += r;
          green += g;
          blue += b;
          const light = r + g + b;
          if (light < least) least = light;
          if (light > most) most = light;
        }
      }
      numbers.push(red / all, green / all, blue / all, (most - least) / 765);
    }
  return numbers;
}

/** The mean of the colours that most of the pixels have. */
function commonest(cut: Uint8Array, places: Uint16Array): Colour {
  const counts = new Uint16Array(coarseColours);
  for (const place of places) {
    const key = keyAt(cut, place);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  let best = 0;
  let most = 0;
  for (const place of places) {
    const key = keyAt(cut, place);
    const count = counts[key] ?? 0;
    if (count <= most) continue;
    best = key;
    most = count;
  }
  return meanOf(cut, places, (place) => keyAt(cut, place) === best).colour;
}

function keyAt(cut: Uint8Array, place: number): number {
  const red = (cut[place] ?? 0) >> coarse;
  const green = (cut[place + plane] ?? 0) >> coarse;
  const blue = (cut[place + 2 * plane] ?? 0) >> coarse;
  return (red << 8) | (green << 4) | blue;
}

function inkOf(
  cut: Uint8Array,
  ground: Colour,
): { readonly colour: Colour; readonly share: number } {
  const gaps = new Float64Array(plane);
  let farthest = 0;
  for (const place of insidePlaces) {
    const gap =
      Math.abs((cut[place] ?? 0) - ground[0]) +
      Math.abs((cut[place + plane] ?? 0) - ground[1]) +
      Math.abs((cut[place + 2 * plane] ?? 0) - ground[2]);
    gaps[place] = gap;
    if (gap > farthest) farthest = gap;
  }
  if (farthest === 0) return { colour: ground, share: 0 };
  const { colour, count } = meanOf(
    cut,
    insidePlaces,
    (place) => (gaps[place] ?? 0) >= farthest * inkFrom,
  );
  return { colour, share: count / insidePlaces.length };
}

function meanOf(
  cut: Uint8Array,
  places: Uint16Array,
  isAsked: (place: number) => boolean,
): { readonly colour: Colour; readonly count: number } {
  let red = 0;
  let green = 0;
  let blue = 0;
  let count = 0;
  for (const place of places) {
    if (!isAsked(place)) continue;
    red += cut[place] ?? 0;
    green += cut[place + plane] ?? 0;
    blue += cut[place + 2 * plane] ?? 0;
    count += 1;
  }
  return { colour: [red / count, green / count, blue / count], count };
}
