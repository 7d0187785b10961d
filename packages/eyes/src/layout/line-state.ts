// What stands around the words of a line: a box or circle beside them that is empty or marked, words that are fainter than the
// others, words on a ground of their own. What that means is for the reader.
import { distance, rgbOf, type Rgb } from '../colour/oklab.ts';
import type { DescribedLine, ScreenElement } from '../description.ts';
import { median } from '../median.ts';
import type { Box } from '../pixels/picture.ts';
import type { TextLine } from '../ocr/text-line.ts';
import type { VisualLine } from './visual-line.ts';

export interface LineState {
  /** Of the box or circle to the left of the words. */
  readonly beside?: { readonly shape: 'box' | 'circle'; readonly state: 'empty' | 'marked' };
  readonly look?: NonNullable<DescribedLine['look']>;
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

export function statesOf(
  lines: readonly VisualLine[],
  elements: readonly ScreenElement[],
): LineStates {
  const states = new Map<string, LineState>();
  const usual = median(lines.map(contrastOf));
  const plain = usualPaper(lines);
  const choices = everyOne(elements).filter(({ role }) => role === 'checkbox' || role === 'radio');
  for (const [index, line] of lines.entries()) {
    const controls = controlsOn(line, choices);
    // Of several on one row each has its own words, and only the list of controls tells them apart.
    const [control] = controls.length === 1 ? controls : [];
    const words = controls.length > 0 ? wordsOutside(line, controls) : line.text;
    const look = (plain && rowTint(line, plain)) ?? lookOf(lines, index, usual, plain);
    if (!control && !look && words === line.text) continue;
    states.set(placeOf(line), {
      ...(control && { beside: besideOf(control) }),
      ...(look && { look }),
      ...(words !== line.text && words !== '' && { words }),
    });
  }
  return states;
}

function besideOf({ role, checked }: ScreenElement): NonNullable<LineState['beside']> {
  return {
    shape: role === 'radio' ? 'circle' : 'box',
    state: checked === false ? 'empty' : 'marked',
  };
}

function everyOne(elements: readonly ScreenElement[]): readonly ScreenElement[] {
  return elements.flatMap((element) => [element, ...everyOne(element.children ?? [])]);
}

/** The one with the most to read: a control before the words may have been read as a piece of its own. */
function mainPiece({ pieces }: VisualLine): TextLine | undefined {
  return pieces.toSorted((one, other) => other.text.length - one.text.length)[0];
}

function contrastOf(line: VisualLine): number {
  const piece = mainPiece(line);
  return piece ? distance(rgbOf(piece.ink), rgbOf(piece.paper)) : 1;
}

/** What most lines stand on that is neither red nor green: of a comparison most rows may be new ones. */
function usualPaper(lines: readonly VisualLine[]): Rgb | undefined {
  const papers = lines.flatMap((line) => {
    const paper = mainPiece(line)?.paper;
    return paper === undefined || tintOf(rgbOf(paper), [0, 0, 0]) ? [] : [paper];
  });
  const counts = [...Map.groupBy(papers, coarse)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  const own = counts[0]?.[1] ?? [];
  const [paper] = own;
  return paper !== undefined && own.length >= company ? rgbOf(paper) : undefined;
}

/** Colours of one ground differ by what its letters leave on it. */
function coarse(paper: string): string {
  return rgbOf(paper)
    .map((value) => Math.round(value / 8))
    .join();
}

/** How much redder or greener than the usual ground a row is, and how near to it in everything else. */
const minTint = 12;
const maxTintAway = 0.25;

/** Rows of a comparison: a soft red or green over the ground of the others. */
function rowTint(line: VisualLine, usual: Rgb): LineState['look'] | undefined {
  const paper = mainPiece(line)?.paper;
  if (paper === undefined) return undefined;
  const own = rgbOf(paper);
  return distance(own, usual) > maxTintAway ? undefined : tintOf(own, usual);
}

function tintOf(own: Rgb, usual: Rgb): 'on red' | 'on green' | undefined {
  const [red, green, blue] = [own[0] - usual[0], own[1] - usual[1], own[2] - usual[2]];
  if (red - green > minTint && red - blue > minTint / 2) return 'on red';
  return green - red > minTint && green - blue > minTint / 2 ? 'on green' : undefined;
}

/** Fewer lines than this are no company to stand out from. */
const company = 3;

function lookOf(
  lines: readonly VisualLine[],
  index: number,
  usual: number,
  plain: Rgb | undefined,
): LineState['look'] | undefined {
  const line = lines[index];
  const paper = line && mainPiece(line)?.paper;
  if (!line || paper === undefined || lines.length < company) return undefined;
  const own = rgbOf(paper);
  const neighbours = [lines[index - 2], lines[index - 1], lines[index + 1], lines[index + 2]]
    .filter((other) => other !== undefined)
    .filter(({ box }) => isNear(box, line.box));
  const papers = neighbours.flatMap((other) => {
    const piece = mainPiece(other);
    return piece ? [rgbOf(piece.paper)] : [];
  });
  const alike = papers.filter((other) => distance(other, own) < differs).length;
  const [first] = papers;
  const agree = first && papers.every((other) => distance(other, first) < differs);
  // What stands on the usual ground is not what stands out.
  const isUsual = plain !== undefined && distance(plain, own) < differs / 4;
  if (papers.length >= 2 && alike === 0 && agree && !isUsual) return 'highlighted';
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

/** What the reader took for letters is in the control. */
function wordsOutside({ pieces }: VisualLine, controls: readonly ScreenElement[]): string {
  return pieces
    .map(({ box, characters }) =>
      characters
        .filter(
          ({ x }) => !controls.some(({ box: [from, , to] }) => isWithin(box[0] + x, from, to)),
        )
        .map(({ char }) => char)
        .join(''),
    )
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function isWithin(value: number, from: number, to: number): boolean {
  return value > from && value < to;
}

/** How far before its words a control may stand, in heights of the line. */
const besideReach = 2.4;

/** The boxes and circles to choose with on the row of a line. */
function controlsOn(
  { box }: VisualLine,
  controls: readonly ScreenElement[],
): readonly ScreenElement[] {
  const [left, top, right, bottom] = box;
  return controls.filter(
    ({ point: [x, y] }) =>
      isWithin(y, top, bottom) && isWithin(x, left - (bottom - top) * besideReach, right),
  );
}
