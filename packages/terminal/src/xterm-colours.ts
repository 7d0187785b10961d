// The 240 colours that every 256-colour terminal shares: a cube of six levels, and 24 greys. The first sixteen belong to
// the user's theme and are never chosen.

const levels = [0, 95, 135, 175, 215, 255] as const;

/** The index whose colour is nearest, by squared distance. */
export function nearestOf256(red: number, green: number, blue: number): number {
  const [r, g, b] = [levelOf(red), levelOf(green), levelOf(blue)];
  const cube = 16 + 36 * r + 6 * g + b;
  const mean = (red + green + blue) / 3;
  const step = Math.max(0, Math.min(23, Math.round((mean - 8) / 10)));
  const grey = 232 + step;
  const wanted = [red, green, blue] as const;
  return distance(wanted, colourOf256(grey)) < distance(wanted, colourOf256(cube)) ? grey : cube;
}

/** Red, green and blue of an index from 16 to 255. */
export function colourOf256(index: number): readonly [number, number, number] {
  if (index >= 232) {
    const grey = 8 + 10 * (index - 232);
    return [grey, grey, grey];
  }
  const at = index - 16;
  const level = (value: number): number => levels[value % 6] ?? 0;
  return [level(Math.floor(at / 36)), level(Math.floor(at / 6)), level(at)];
}

function levelOf(value: number): number {
  return value < 48 ? 0 : value < 115 ? 1 : Math.min(5, Math.floor((value - 35) / 40));
}

function distance(
  [r, g, b]: readonly [number, number, number],
  [r2, g2, b2]: readonly [number, number, number],
): number {
  return (r - r2) ** 2 + (g - g2) ** 2 + (b - b2) ** 2;
}
