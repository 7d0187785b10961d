// The first network's numbers to candidates: peaks of the roles' maps, the box that is told at each peak, and of candidates of one group that cover each other the surest.
// What each of them is, and in which state, the second look decides.
import type { Box } from '../pixels/picture.ts';
import type { Floats } from '../runtime/ort.ts';
import {
  controlRoles,
  controlStates,
  groupOf,
  groups,
  iconKinds,
  type ControlRole,
  type IconKind,
} from './sighting.ts';
import { maxSightings } from '../limits.ts';

/** Pixels between two places that are told. */
const stridePx = 8;
/** Two boxes that share more than this of what they cover together are one thing. */
const sameThing = 0.5;
/** Surer than this a thing is worth a second look. */
const leastCandidate = 0.06;

const boxAt = controlRoles.length;
export const stateAt = boxAt + groups * 4;
const iconAt = stateAt + controlStates.length + 1;
/** All that the network says at one place. */
export const channelCount = iconAt + iconKinds.length;

export interface Candidate {
  readonly role: ControlRole;
  readonly score: number;
  readonly box: Box;
  /** Of the network's cells, row by row. */
  readonly place: number;
  readonly icon: IconKind;
}

export function candidatesOf({
  data,
  dims: [, channels = 0, rows = 0, columns = 0],
}: Floats): readonly Candidate[] {
  if (channels !== channelCount) throw new Error('This is no network of controls.');
  const plane = rows * columns;
  const at = (channel: number, place: number): number => data[channel * plane + place] ?? 0;
  const found: Candidate[] = [];
  for (const [index, role] of controlRoles.entries())
    for (let place = 0; place < plane; place += 1) {
      const score = at(index, place);
      if (score < leastCandidate || !isPeak(data, index * plane, place, columns, rows)) continue;
      found.push({
        role,
        score,
        box: boxOf((channel) => at(boxAt + groupOf[role] * 4 + channel, place), place, columns),
        place,
        icon: iconKinds[bestOf(iconKinds.length, (kind) => at(iconAt + kind, place))] ?? 'other',
      });
    }
  return distinct(found.toSorted((one, other) => other.score - one.score).slice(0, maxSightings));
}

/** The surest that each role is at a place or at one beside it. */
export function heatsAround(
  { data, dims: [, , rows = 0, columns = 0] }: Floats,
  place: number,
): readonly number[] {
  const plane = rows * columns;
  return controlRoles.map((_, index) => {
    let best = 0;
    for (const near of around(place, columns, rows))
      best = Math.max(best, data[index * plane + near] ?? 0);
    return best;
  });
}

function isPeak(
  data: Float32Array,
  from: number,
  place: number,
  columns: number,
  rows: number,
): boolean {
  const own = data[from + place] ?? 0;
  return around(place, columns, rows).every((near) => (data[from + near] ?? 0) <= own);
}

function around(place: number, columns: number, rows: number): readonly number[] {
  const [x, y] = [place % columns, Math.floor(place / columns)];
  const places: number[] = [];
  for (let ny = Math.max(0, y - 1); ny <= Math.min(rows - 1, y + 1); ny += 1)
    for (let nx = Math.max(0, x - 1); nx <= Math.min(columns - 1, x + 1); nx += 1)
      places.push(ny * columns + nx);
  return places;
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

function distinct(found: readonly Candidate[]): readonly Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of found) {
    const isKnown = kept.some(
      ({ role, box }) =>
        groupOf[role] === groupOf[candidate.role] && overlapOf(box, candidate.box) > sameThing,
    );
    if (!isKnown) kept.push(candidate);
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
