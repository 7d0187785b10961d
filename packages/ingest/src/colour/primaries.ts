// From the chromaticities of a display to the matrix of a profile: RGB to XYZ under D50.

/** White, red, green and blue as x and y. */
export interface Primaries {
  readonly white: readonly [number, number];
  readonly red: readonly [number, number];
  readonly green: readonly [number, number];
  readonly blue: readonly [number, number];
}

type Row = readonly [number, number, number];
export type Matrix = readonly [Row, Row, Row];

const d65: readonly [number, number] = [0.3127, 0.329];

export const bt709: Primaries = {
  white: d65,
  red: [0.64, 0.33],
  green: [0.3, 0.6],
  blue: [0.15, 0.06],
};

export const bt2020: Primaries = {
  white: d65,
  red: [0.708, 0.292],
  green: [0.17, 0.797],
  blue: [0.131, 0.046],
};

export const displayP3: Primaries = {
  white: d65,
  red: [0.68, 0.32],
  green: [0.265, 0.69],
  blue: [0.15, 0.06],
};

const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];
const d50: Row = [0.9642, 1, 0.8249];

/** From the light of one display to that of another; undefined where one of them spans no colours. */
export function between(from: Primaries, to: Primaries): Matrix | undefined {
  const there = fromPrimaries(from);
  const wanted = fromPrimaries(to);
  const back = wanted && invert(wanted);
  return there && back && multiply(back, there);
}

/** Undefined where the four points span no colours. */
export function fromPrimaries({ white, red, green, blue }: Primaries): Matrix | undefined {
  const points = [white, red, green, blue];
  if (points.some(([x, y]) => !(y > 0.001) || !(x >= 0) || x > 1.5 || y > 1.5)) return undefined;
  const unscaled = transpose([toXyz(red), toXyz(green), toXyz(blue)]);
  const inverse = invert(unscaled);
  if (!inverse) return undefined;
  const whiteXyz = toXyz(white);
  const [r, g, b] = apply(inverse, whiteXyz);
  const scaled = unscaled.map(([x, y, z]): Row => [x * r, y * g, z * b]);
  const [first, second, third] = scaled;
  const back = invert(bradford);
  if (!first || !second || !third || !back) return undefined;
  const from = apply(bradford, whiteXyz);
  const to = apply(bradford, d50);
  const gains = to.map((value, axis) => value / (from[axis] ?? 1));
  const [l, m, s] = bradford;
  const adapted = multiply(back, [
    scale(l, gains[0] ?? 1),
    scale(m, gains[1] ?? 1),
    scale(s, gains[2] ?? 1),
  ]);
  const matrix = multiply(adapted, [first, second, third]);
  return matrix.flat().every((value) => Number.isFinite(value) && Math.abs(value) < 100)
    ? matrix
    : undefined;
}

function toXyz([x, y]: readonly [number, number]): Row {
  return [x / y, 1, (1 - x - y) / y];
}

function scale([x, y, z]: Row, by: number): Row {
  return [x * by, y * by, z * by];
}

function dot([a, b, c]: Row, [x, y, z]: Row): number {
  return a * x + b * y + c * z;
}

function apply([first, second, third]: Matrix, vector: Row): Row {
  return [dot(first, vector), dot(second, vector), dot(third, vector)];
}

function transpose([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  return [
    [a, d, g],
    [b, e, h],
    [c, f, i],
  ];
}

function multiply([first, second, third]: Matrix, by: Matrix): Matrix {
  const columns = transpose(by);
  return [apply(columns, first), apply(columns, second), apply(columns, third)];
}

function invert([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix | undefined {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  if (Math.abs(determinant) < 1e-9) return undefined;
  const rows: Matrix = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ];
  const [first, second, third] = rows;
  const by = 1 / determinant;
  return [scale(first, by), scale(second, by), scale(third, by)];
}
