// What can be measured of a control around its words: a small box or circle beside them that is empty or marked, words that
// are fainter than the others, words on a ground of their own. Only what was measured is said; what it means is for the
// reader. A filled square without a mark (a bullet, a legend) is none of these.
import { distance, rgbOf, type Rgb } from '../colour/oklab.ts';
import type { Box, Picture } from '../pixels/picture.ts';
import type { VisualLine } from './visual-line.ts';

export interface LineState {
  /** Of the box or circle to the left of the words. */
  readonly beside?: { readonly shape: 'box' | 'circle'; readonly state: 'empty' | 'marked' };
  readonly look?: 'faint' | 'highlighted';
  /** The words without the letter that the control was taken for. */
  readonly words?: string;
}

/** By place, because a line stands in its block and in the list of lines. */
export type LineStates = ReadonlyMap<string, LineState>;

export function stateIn(states: LineStates | undefined, line: VisualLine): LineState {
  return states?.get(placeOf(line)) ?? {};
}

function placeOf({ box }: VisualLine): string {
  return box.join();
}

/** How far apart two colours are before they are told apart here, in OKLab. */
const differs = 0.08;
const contrasts = 0.15;
/** A mark fills at least this share of the inside. */
const markShare = 0.05;

export function statesOf(picture: Picture, lines: readonly VisualLine[]): LineStates {
  const states = new Map<string, LineState>();
  const usual = median(lines.map(contrastOf));
  for (const [index, line] of lines.entries()) {
    const control = controlOf(picture, line);
    const words = control && wordsBehind(line, control.box);
    const look = lookOf(lines, index, usual);
    if (!control && !look) continue;
    states.set(placeOf(line), {
      ...(control && { beside: { shape: control.shape, state: control.state } }),
      ...(look && { look }),
      ...(words !== undefined && { words }),
    });
  }
  return states;
}

function contrastOf({ pieces: [piece] }: VisualLine): number {
  return piece ? distance(rgbOf(piece.ink), rgbOf(piece.paper)) : 1;
}

/** Fewer lines than this are no company to stand out from. */
const company = 3;

function lookOf(
  lines: readonly VisualLine[],
  index: number,
  usual: number,
): LineState['look'] | undefined {
  const line = lines[index];
  const paper = line?.pieces[0]?.paper;
  if (!line || paper === undefined || lines.length < company) return undefined;
  const own = rgbOf(paper);
  const neighbours = [lines[index - 2], lines[index - 1], lines[index + 1], lines[index + 2]]
    .filter((other) => other !== undefined)
    .filter(({ box }) => isNear(box, line.box));
  const papers = neighbours.flatMap(({ pieces: [piece] }) => (piece ? [rgbOf(piece.paper)] : []));
  const alike = papers.filter((other) => distance(other, own) < differs).length;
  const [first] = papers;
  const agree = first && papers.every((other) => distance(other, first) < differs);
  if (papers.length >= 2 && alike === 0 && agree) return 'highlighted';
  const contrast = contrastOf(line);
  return contrast < 0.4 && contrast < usual * 0.62 ? 'faint' : undefined;
}

/** One under the other, and not farther apart than a few lines. */
function isNear(one: Box, other: Box): boolean {
  const height = Math.max(one[3] - one[1], other[3] - other[1]);
  const gap = Math.max(one[1], other[1]) - Math.min(one[3], other[3]);
  const shared = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  return gap < height * 2.5 && shared > 0;
}

interface Control extends NonNullable<LineState['beside']> {
  readonly box: Box;
}

/** Undefined unless the first letter stands where the control is. */
function wordsBehind({ text, pieces: [piece] }: VisualLine, box: Box): string | undefined {
  const first = piece?.characters[0];
  const match = /^\S{1,2}\s+(?=\S)/.exec(text);
  if (!piece || !first || !match || piece.box[0] + first.x > box[2]) return undefined;
  return text.slice(match[0].length);
}

function controlOf(picture: Picture, line: VisualLine): Control | undefined {
  const [left, top, , bottom] = line.box;
  const paper = line.pieces[0]?.paper;
  if (paper === undefined) return undefined;
  const height = bottom - top;
  const field: Box = [
    Math.max(0, Math.round(left - height * 2.4)),
    Math.max(0, Math.round(top - height * 0.4)),
    // A reader of lines often takes the control for their first letter.
    Math.min(picture.width, Math.round(left + height * 1.7)),
    Math.min(picture.height, Math.round(bottom + height * 0.4)),
  ];
  const components = componentsIn(picture, field, rgbOf(paper));
  const found = components
    .filter(
      (box) =>
        isControlSized(box, height) && isInside(box, field) && isFirst(box, components, left),
    )
    .toSorted((one, other) => other[2] - one[2]);
  for (const box of found) {
    const shape = shapeOf(picture, box, rgbOf(paper));
    const state = shape && insideOf(picture, box, rgbOf(paper));
    const isLetter = box[2] > left && isWritten(picture, box, line);
    if (shape && state && !isLetter && standsAlone(box, components, height))
      return { shape, state, box };
  }
  return undefined;
}

/** What the reader takes for a lone letter may be as pale as a thin stem is. */
const pale = 0.3;

/** A ring in the ink of the words is one of their letters. */
function isWritten(picture: Picture, box: Box, { text, pieces: [piece] }: VisualLine): boolean {
  if (!piece) return true;
  const middle = Math.round((box[1] + box[3]) / 2);
  const rim = [0, 1, 2].map((step) => colourAt(picture, box[0] + step, middle));
  const paper = rgbOf(piece.paper);
  const darkest = rim.reduce((one, other) =>
    distance(other, paper) > distance(one, paper) ? other : one,
  );
  const isRead = /^[\p{L}\p{N}]\s/u.test(text);
  return distance(darkest, rgbOf(piece.ink)) < (isRead ? pale : contrasts);
}

/** What stands inside the line behind something else of it is a letter. */
function isFirst(box: Box, components: readonly Box[], left: number): boolean {
  return !components.some(
    (other) => other[2] > left && other[2] <= box[0] && other[1] < box[3] && other[3] > box[1],
  );
}

/** Nothing touches it, and the words keep their distance. */
function standsAlone(box: Box, components: readonly Box[], height: number): boolean {
  return components.every((other) => {
    const above = other[3] <= box[1] || other[1] >= box[3];
    const within = other[0] >= box[0] && other[2] <= box[2];
    return above || within || other[0] >= box[2] + height * 0.12 || other[2] <= box[0];
  });
}

function isControlSized([left, top, right, bottom]: Box, lineHeight: number): boolean {
  const [width, height] = [right - left, bottom - top];
  const aspect = width / height;
  return (
    height >= 8 &&
    height > lineHeight * 0.35 &&
    height < lineHeight * 1.5 &&
    aspect > 0.82 &&
    aspect < 1.22
  );
}

function isInside(box: Box, field: Box): boolean {
  return box[0] > field[0] && box[1] > field[1] && box[3] < field[3];
}

/** Boxes around what is not paper, connected also by corners. */
function componentsIn(picture: Picture, field: Box, paper: Rgb): readonly Box[] {
  const [left, top, right, bottom] = field;
  const [width, height] = [right - left, bottom - top];
  if (width < 8 || height < 8) return [];
  const isInk = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      isInk[y * width + x] =
        distance(colourAt(picture, left + x, top + y), paper) > differs ? 1 : 0;
  const boxes: Box[] = [];
  for (let start = 0; start < isInk.length; start += 1) {
    if (isInk[start] !== 1) continue;
    const [x0, y0, x1, y1] = flood(isInk, width, height, start);
    boxes.push([left + x0, top + y0, left + x1 + 1, top + y1 + 1]);
  }
  return boxes;
}

/** Takes the component out, and returns its extent, both ends included. */
function flood(isInk: Uint8Array, width: number, height: number, start: number): Box {
  let [x0, y0, x1, y1] = [width, height, 0, 0];
  const waiting = [start];
  isInk[start] = 2;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const x = at % width;
    const y = Math.floor(at / width);
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
    for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny += 1)
      for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx += 1) {
        if (isInk[ny * width + nx] !== 1) continue;
        isInk[ny * width + nx] = 2;
        waiting.push(ny * width + nx);
      }
  }
  return [x0, y0, x1, y1];
}

/** A rim on all four sides makes it one; what its corners do tells which. */
function shapeOf(picture: Picture, box: Box, paper: Rgb): 'box' | 'circle' | undefined {
  const [left, top, right, bottom] = box;
  const [width, height] = [right - left, bottom - top];
  const reach = Math.max(1, Math.round(width * 0.16));
  /** Whether ink is met soon on the way in from the rim. */
  const meets = (x: number, y: number, dx: number, dy: number): boolean => {
    for (let step = 0; step <= reach; step += 1)
      if (distance(colourAt(picture, x + dx * step, y + dy * step), paper) > differs) return true;
    return false;
  };
  const along = [0.36, 0.43, 0.5, 0.57, 0.64];
  const sides = along.flatMap((part) => {
    const x = left + Math.round((width - 1) * part);
    const y = top + Math.round((height - 1) * part);
    return [
      meets(x, top, 0, 1),
      meets(x, bottom - 1, 0, -1),
      meets(left, y, 1, 0),
      meets(right - 1, y, -1, 0),
    ];
  });
  if (!sides.every(Boolean)) return undefined;
  // Here a box has its rim, also with rounded corners, and a circle has not begun.
  const inset = Math.max(1, Math.floor(width * 0.1));
  const corners = [
    colourAt(picture, left + inset, top + inset),
    colourAt(picture, right - 1 - inset, top + inset),
    colourAt(picture, left + inset, bottom - 1 - inset),
    colourAt(picture, right - 1 - inset, bottom - 1 - inset),
  ].filter((corner) => distance(corner, paper) > differs).length;
  if (corners >= 3) return 'box';
  return corners <= 1 ? 'circle' : undefined;
}

/** Undefined for a solid fill without a mark, which says nothing. */
function insideOf(picture: Picture, box: Box, paper: Rgb): 'empty' | 'marked' | undefined {
  const [left, top, right, bottom] = box;
  const inset = Math.max(2, Math.round((right - left) * 0.24));
  const colours: Rgb[] = [];
  for (let y = top + inset; y < bottom - inset; y += 1)
    for (let x = left + inset; x < right - inset; x += 1) colours.push(colourAt(picture, x, y));
  if (colours.length < 4) return undefined;
  const ground: Rgb = [
    median(colours.map(([red]) => red)),
    median(colours.map(([, green]) => green)),
    median(colours.map(([, , blue]) => blue)),
  ];
  const marked = colours.filter((colour) => distance(colour, ground) > contrasts).length;
  if (marked >= colours.length * markShare) return 'marked';
  const middle = Math.round((top + bottom) / 2);
  const isFramed = [0, 1, 2].some(
    (step) => distance(colourAt(picture, left + step, middle), ground) > differs,
  );
  return isFramed || distance(ground, paper) < contrasts ? 'empty' : undefined;
}

function colourAt({ data, width, height }: Picture, x: number, y: number): Rgb {
  const at =
    (Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))) * 3;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
