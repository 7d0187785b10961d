// Whether a stroke ends with an arrowhead: towards its end it grows wider than its shaft, to both sides alike.
import type { Point } from '../pixels/picture.ts';
import type { Strokes } from './strokes.ts';

/** In heights of small letters: how long heads are. */
const longest = 1.9;
const minWider = 1.9;
const minGainPx = 2.5;
/** How far the two strokes of an open head, or the sides of a hollow one, are apart. */
const openEm = 0.7;
/** Of all widths along a shaft, the share that is less than its own. */
const shaftShare = 0.25;
/** Of the narrower side to the wider one. */
const minEven = 0.34;

/** `isShared` where other strokes end beside it: then only a filled head is one, for two that meet look like an open one. */
export function endsWithHead(
  strokes: Strokes,
  path: readonly Point[],
  { em, isShared }: { readonly em: number; readonly isShared: boolean },
): boolean {
  const last = path.at(-1);
  if (!last || path.length < 4) return false;
  const measured = path.slice(1).map((point, at) => {
    const before = path[at] ?? point;
    const angle = Math.atan2(point.y - before.y, point.x - before.x) + Math.PI / 2;
    return { point, sides: sidesAt(strokes, point, angle, em, isShared ? 1 : em * openEm) };
  });
  const isNear = ({ x, y }: Point): boolean => Math.hypot(x - last.x, y - last.y) < em * longest;
  const first = path[0] ?? last;
  const isFar = ({ x, y }: Point): boolean =>
    !isNear({ x, y }) && Math.hypot(x - first.x, y - first.y) > em * longest;
  const shaft = measured.filter(({ point }) => isFar(point));
  // Where words stand on the shaft it seems as wide as they are high.
  const widths = (shaft.length > 0 ? shaft : measured)
    .map(({ sides }) => sides[0] + sides[1])
    .filter((wide) => wide > 0)
    .toSorted((one, other) => one - other);
  const thin = widths[shaft.length > 0 ? Math.floor(widths.length * shaftShare) : 0] ?? 0;
  const head = measured.filter(
    ({ point, sides: [one, other] }) =>
      isNear(point) &&
      one + other >= Math.max(thin * minWider, thin + minGainPx) &&
      Math.min(one, other) >= Math.max(one, other) * minEven,
  );
  return head.length >= 2;
}

/** How far ink reaches to both sides; a hollow head has ground between. */
function sidesAt(
  { width, height, on, zone }: Strokes,
  { x, y }: Point,
  angle: number,
  em: number,
  mostOpen: number,
): readonly [number, number] {
  let hidden = 0;
  const reach = (sign: 1 | -1): number => {
    let far = 0;
    let open = 0;
    for (let by = 0.5; by <= em * 1.4 && open < mostOpen; by += 0.5) {
      const column = Math.round(x + Math.cos(angle) * by * sign);
      const row = Math.round(y + Math.sin(angle) * by * sign);
      if (column < 0 || row < 0 || column >= width || row >= height) break;
      const at = row * width + column;
      if (zone[at] !== 0) {
        hidden = sign;
        break;
      }
      if (on[at] === 1) {
        far = by;
        open = 0;
      } else open += 0.5;
    }
    return far;
  };
  const [one, other] = [reach(1), reach(-1)];
  // What a box covers is as wide as the other side.
  if (hidden !== 0) return [Math.max(one, other), Math.max(one, other)];
  return [one, other];
}
