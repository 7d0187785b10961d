// The network's numbers to sightings: peaks of the roles' maps, the box and the states that are told at each peak, and of
// sightings of one group that cover each other the surest.
import type { Box } from '../pixels/picture.ts';
import type { Floats } from '../runtime/ort.ts';
import {
  controlRoles,
  controlStates,
  groupOf,
  groups,
  iconKinds,
  type ControlRole,
  type ControlState,
  type Sighting,
} from './sighting.ts';
import { maxSightings } from '../limits.ts';

/** Pixels between two places that are told. */
const stridePx = 8;
/** Two boxes that share more than this of what they cover together are one thing. */
const sameThing = 0.5;

/** Surer than this a role is told: what gives the best F1 on held-out pages that these numbers were fitted to. */
const leastScore: Readonly<Record<ControlRole, number>> = {
  checkbox: 0.45,
  radio: 0.4,
  switch: 0.35,
  slider: 0.5,
  progressbar: 0.35,
  img: 0.4,
  scrollbar: 0.3,
  cursor: 0.45,
  tab: 0.45,
  button: 0.35,
  textbox: 0.5,
  combobox: 0.4,
  menuitem: 0.45,
  link: 0.45,
  dialog: 0.45,
};

/** And a state, for the same reason. */
const leastState: Readonly<Record<ControlState, number>> = {
  on: 0.5,
  mixed: 0.5,
  disabled: 0.7,
  focused: 0.8,
  default: 0.5,
  placeholder: 0.4,
};

const boxAt = controlRoles.length;
const stateAt = boxAt + groups * 4;
const valueAt = stateAt + controlStates.length;
const iconAt = valueAt + 1;

export function sightingsOf({
  data,
  dims: [, channels = 0, rows = 0, columns = 0],
}: Floats): readonly Sighting[] {
  if (channels !== iconAt + iconKinds.length) throw new Error('This is no network of controls.');
  const plane = rows * columns;
  const at = (channel: number, place: number): number => data[channel * plane + place] ?? 0;
  const found: Sighting[] = [];
  for (const [index, role] of controlRoles.entries()) {
    const least = leastScore[role];
    for (let place = 0; place < plane; place += 1) {
      const score = at(index, place);
      if (score < least || !isPeak(data, index * plane, place, columns, rows)) continue;
      found.push({
        role,
        score,
        box: boxOf((channel) => at(boxAt + groupOf[role] * 4 + channel, place), place, columns),
        states: statesOf((state) => at(stateAt + state, place)),
        value: at(valueAt, place),
        icon: iconKinds[bestOf(iconKinds.length, (kind) => at(iconAt + kind, place))] ?? 'other',
      });
    }
  }
  return distinct(found.toSorted((one, other) => other.score - one.score).slice(0, maxSightings));
}

function statesOf(told: (state: number) => number): Sighting['states'] {
  const is = (state: ControlState): boolean =>
    told(controlStates.indexOf(state)) > leastState[state];
  return {
    on: is('on'),
    mixed: is('mixed'),
    disabled: is('disabled'),
    focused: is('focused'),
    default: is('default'),
    placeholder: is('placeholder'),
  };
}

function isPeak(
  data: Float32Array,
  from: number,
  place: number,
  columns: number,
  rows: number,
): boolean {
  const [x, y] = [place % columns, Math.floor(place / columns)];
  const own = data[from + place] ?? 0;
  for (let ny = Math.max(0, y - 1); ny <= Math.min(rows - 1, y + 1); ny += 1)
    for (let nx = Math.max(0, x - 1); nx <= Math.min(columns - 1, x + 1); nx += 1)
      if ((data[from + ny * columns + nx] ?? 0) > own) return false;
  return true;
}

/** Told as the way to the centre in cells, and as the logarithm of the size in cells. */
function boxOf(told: (channel: number) => number, place: number, columns: number): Box {
  const x = ((place % columns) + 0.5 + told(0)) * stridePx;
  const y = (Math.floor(place / columns) + 0.5 + told(1)) * stridePx;
  const width = 2 ** Math.min(8, Math.max(-3, told(2))) * stridePx;
  const height = 2 ** Math.min(8, Math.max(-3, told(3))) * stridePx;
  return [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
}

function bestOf(count: number, told: (index: number) => number): number {
  let best = 0;
  for (let index = 1; index < count; index += 1) if (told(index) > told(best)) best = index;
  return best;
}

function distinct(found: readonly Sighting[]): readonly Sighting[] {
  const kept: Sighting[] = [];
  for (const sighting of found) {
    const isKnown = kept.some(
      ({ role, box }) =>
        groupOf[role] === groupOf[sighting.role] && overlapOf(box, sighting.box) > sameThing,
    );
    if (!isKnown) kept.push(sighting);
  }
  return kept;
}

/** What two boxes share, of what they cover together. */
function overlapOf(one: Box, other: Box): number {
  const shared = sharedOf(one, other);
  return shared / Math.max(1e-6, areaOf(one) + areaOf(other) - shared);
}

export function sharedOf(one: Box, other: Box): number {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  return Math.max(0, width) * Math.max(0, height);
}

export function areaOf([left, top, right, bottom]: Box): number {
  return (right - left) * (bottom - top);
}
