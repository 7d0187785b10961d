// Sightings and text to elements, in the shape of an accessibility tree: a role, a name out of the words in or beside the
// thing, its states, and a point to click at. What a role does not have is not said.
import type { ScreenElement } from '../description.ts';
import type { TextLine } from '../ocr/text-line.ts';
import type { Box } from '../pixels/picture.ts';
import { areaOf, sharedOf } from './decode.ts';
import type { ControlRole, Sighting } from './sighting.ts';
import { WrittenText } from './written.ts';

/** How far a label stands from its control, in heights of the control. */
const besideReach = 2.2;
const rowReach = 40;
const aboveReach = 1.2;
/** Of a thing that must lie in another one to belong to it. */
const within = 0.8;

const worded: ReadonlySet<ControlRole> = new Set([
  'tab',
  'button',
  'textbox',
  'combobox',
  'menuitem',
  'link',
]);
const holders: ReadonlySet<ControlRole> = new Set([
  'dialog',
  'button',
  'tab',
  'textbox',
  'menuitem',
]);

export function elementsOf(
  sightings: readonly Sighting[],
  lines: readonly TextLine[],
): readonly ScreenElement[] {
  const taken = sightings.filter(({ role }) => role !== 'dialog' && role !== 'cursor');
  const text = new WrittenText(
    lines,
    taken.map(({ box }) => box),
  );
  const below = new Map<Sighting | undefined, Sighting[]>();
  for (const sighting of sightings) {
    const holder = holderOf(sighting, sightings);
    const siblings = below.get(holder);
    if (siblings) siblings.push(sighting);
    else below.set(holder, [sighting]);
  }
  const treeOf = (holder: Sighting | undefined): readonly ScreenElement[] =>
    inReadingOrder(below.get(holder) ?? []).map((sighting) => {
      const children = treeOf(sighting);
      return {
        ...elementOf(sighting, text, children),
        ...(children.length > 0 && { children }),
      };
    });
  return treeOf(undefined);
}

function elementOf(
  { role, score, box, states, value, icon, hidden = 0 }: Sighting,
  text: WrittenText,
  children: readonly ScreenElement[],
): ScreenElement {
  const { disabled, focused } = states;
  const element = {
    role,
    name: '',
    box: rounded(box),
    point: pointOf(role, box),
    confidence: Math.round(score * 1000) / 1000,
  };
  const common = {
    ...(disabled && { disabled: true as const }),
    ...(focused && { focused: true as const }),
  };
  switch (role) {
    case 'checkbox':
      return {
        ...element,
        ...common,
        name: besideOf(box, text),
        checked: states.mixed ? 'mixed' : states.on,
      };
    case 'radio':
    case 'switch':
      return { ...element, ...common, name: besideOf(box, text), checked: states.on };
    case 'tab':
    case 'menuitem':
      return { ...element, ...common, name: text.phraseIn(box), selected: states.on };
    case 'button':
      return {
        ...element,
        ...common,
        name: text.inside(box) || (children[0]?.name ?? ''),
        ...(states.default && { default: true as const }),
      };
    case 'textbox': {
      const words = text.inside(box);
      const dots = words === '' ? '•'.repeat(hidden) : '';
      return {
        ...element,
        ...common,
        name: labelOf(box, text),
        ...(states.placeholder && dots === ''
          ? { value: '', ...(words !== '' && { placeholder: words }) }
          : { value: words || dots }),
      };
    }
    case 'combobox':
      return { ...element, ...common, name: labelOf(box, text), value: text.inside(box) };
    case 'slider':
      return { ...element, ...common, name: labelOf(box, text), value: hundredth(value) };
    case 'progressbar':
      return { ...element, name: labelOf(box, text), value: hundredth(value) };
    case 'scrollbar':
      return { ...element, value: hundredth(value) };
    case 'img':
      return { ...element, name: icon === 'other' ? '' : icon };
    case 'link':
      return { ...element, name: text.inside(box) };
    case 'dialog':
      return { ...element, name: text.first(box) };
    case 'cursor':
      return element;
  }
}

/** The words of a switch may stand at the other end of its row. */
function besideOf(box: Box, text: WrittenText): string {
  const height = box[3] - box[1];
  return (
    text.rightOf(box, height * besideReach) ||
    text.leftOf(box, height * rowReach) ||
    text.rightOf(box, height * besideReach * 2)
  );
}

function labelOf(box: Box, text: WrittenText): string {
  const height = Math.min(box[3] - box[1], 48);
  const words =
    text.above(box, Math.max(height, 14) * aboveReach) ||
    text.leftOf(box, Math.max(height, 14) * rowReach) ||
    text.rightOf(box, Math.max(height, 14) * besideReach);
  return words.replace(/\s*[:*]+$/, '');
}

/** The smallest thing around it that can hold others. */
function holderOf(sighting: Sighting, sightings: readonly Sighting[]): Sighting | undefined {
  const isSmall = worded.has(sighting.role);
  return sightings
    .filter((other) => other !== sighting && holders.has(other.role))
    .filter((other) => !isSmall || other.role === 'dialog')
    .filter(
      (other) =>
        areaOf(other.box) > areaOf(sighting.box) &&
        sharedOf(other.box, sighting.box) > areaOf(sighting.box) * within,
    )
    .toSorted((one, other) => areaOf(one.box) - areaOf(other.box))[0];
}

/** Rows from above, in a row from the left. */
function inReadingOrder(sightings: readonly Sighting[]): readonly Sighting[] {
  const rows: Sighting[][] = [];
  for (const sighting of sightings.toSorted((one, other) => middleOf(one) - middleOf(other))) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (row && first && middleOf(sighting) < first.box[3]) row.push(sighting);
    else rows.push([sighting]);
  }
  return rows.flatMap((row) => row.toSorted((one, other) => one.box[0] - other.box[0]));
}

function middleOf({ box }: Sighting): number {
  return (box[1] + box[3]) / 2;
}

/** The tip of a pointer, and the middle of everything else. */
function pointOf(role: ControlRole, [left, top, right, bottom]: Box): readonly [number, number] {
  if (role === 'cursor') return [Math.round(left), Math.round(top)];
  return [Math.round((left + right) / 2), Math.round((top + bottom) / 2)];
}

function rounded([left, top, right, bottom]: Box): Box {
  return [Math.round(left), Math.round(top), Math.round(right), Math.round(bottom)];
}

function hundredth(value: number): number {
  return Math.round(value * 100) / 100;
}
