// The form of every drawing of the fidelity suite: one feature each, 200 by 200 units, written for this suite.

/** The name says what it draws; the body is what stands inside the root. */
export type Drawing = readonly [name: string, body: string, root?: string];

const root = 'width="200" height="200" viewBox="0 0 200 200"';

export function markupOf([, body, own = root]: Drawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${own}>${body}</svg>`;
}

/** One drawing for each value. */
export function each(
  name: string,
  values: readonly string[],
  draw: (value: string) => string,
): readonly Drawing[] {
  return values.map((value) => [`${name} ${value}`.trim(), draw(value)]);
}

/** In CSS and in filters. */
export const blendModes = [
  'normal',
  'multiply',
  'screen',
  'darken',
  'lighten',
  'overlay',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
  'hue',
  'saturation',
  'color',
  'luminosity',
] as const;
