// The size of a drawing, computed here and not by an engine: CSS pixels from width, height and viewBox, by the rules that
// browsers follow for a picture.
import { overLimit } from '@percept/core/internal';
import { refuse, accept, type Outcome, type Size } from '@percept/core';
import type { Edit, OpenTag } from './markup.ts';
import { maxSvgLengthChars, maxViewBoxChars, type RenderLimits } from '../limits.ts';

const unitsPx: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['px', 1],
  ['pt', 96 / 72],
  ['pc', 16],
  ['in', 96],
  ['cm', 96 / 2.54],
  ['mm', 96 / 25.4],
  ['q', 96 / 101.6],
  ['em', 16],
  ['rem', 16],
  ['ex', 8],
  ['ch', 8],
]);

/** CSS: a replaced element of no size is 300 by 150; a drawing with one side keeps its ratio. */
const fallback: Size = { width: 300, height: 150 };

/** Undefined for a percentage, for `auto` and for what is no length. */
export function parseLength(text: string | undefined): number | undefined {
  const short = (text ?? '').trim().slice(0, maxSvgLengthChars);
  const match = /^\+?(\d{0,12}(?:\.\d{0,12})?(?:e[+-]?\d{1,2})?) ?([a-z]{0,3})$/i.exec(short);
  const factor = unitsPx.get((match?.[2] ?? '').toLowerCase());
  const figure = Number(match?.[1] === '' ? Number.NaN : match?.[1]);
  return factor === undefined || !Number.isFinite(figure) ? undefined : figure * factor;
}

/** Width and height of a viewBox that can be used. */
function parseViewBox(text: string | undefined): Size | undefined {
  const short = (text ?? '').trim().slice(0, maxViewBoxChars);
  const parts = short.split(/[\s,]+/).map(Number);
  const [, , width, height] = parts;
  if (parts.length !== 4 || width === undefined || height === undefined) return undefined;
  const usable = parts.every((part) => Number.isFinite(part)) && width > 0 && height > 0;
  return usable ? { width, height } : undefined;
}

export interface RootFacts {
  readonly width?: string | undefined;
  readonly height?: string | undefined;
  readonly viewBox?: string | undefined;
}

export function naturalSize(root: RootFacts, limits: RenderLimits): Outcome<Size> {
  const box = parseViewBox(root.viewBox);
  const width = parseLength(root.width);
  const height = parseLength(root.height);
  const size = resolve(width, height, box);
  if (!(size.width > 0 && size.height > 0))
    return refuse({
      refused: 'corrupt',
      message: `The drawing says that it is ${size.width} × ${size.height} pixels, so there is nothing to draw.`,
      hint: 'Give its root a positive width and height, or a viewBox.',
    });
  const aspect = Math.max(size.width / size.height, size.height / size.width);
  if (aspect > limits.maxAspect) {
    const hint = 'Look at a part of it by region, or give the drawing a less extreme shape.';
    return refuse(overLimit('maxAspect', limits.maxAspect, Math.round(aspect), hint));
  }
  return accept(size);
}

function resolve(
  width: number | undefined,
  height: number | undefined,
  box: Size | undefined,
): Size {
  if (width !== undefined && height !== undefined) return { width, height };
  if (!box) return { width: width ?? fallback.width, height: height ?? fallback.height };
  if (width !== undefined) return { width, height: (width * box.height) / box.width };
  if (height !== undefined) return { width: (height * box.width) / box.height, height };
  return box;
}

/**
 * What the root of a drawing is given before an engine sees it: the size that was computed here, so that the engine is not asked
 * for its own, and the declarations that authors forget.
 */
export function rootEdits(
  source: string,
  root: OpenTag,
  facts: ReadonlyMap<string, string>,
  { width, height }: Size,
): readonly Edit[] {
  const given: ReadonlyMap<string, string> = new Map([
    ['width', String(width)],
    ['height', String(height)],
    // A window is cut by the picture's own edge; a clip besides would be drawn as a layer of the whole page.
    ['overflow', 'visible'],
  ]);
  const changed = root.attributes.flatMap(({ name, start, end }) => {
    const text = given.get(name);
    return text === undefined ? [] : [{ start, end, text }];
  });
  const added = [...given].filter(([name]) => !facts.has(name));
  if (!facts.has('font-family')) added.push(['font-family', "'Noto Sans'"]);
  const hasNamespace = facts.has('xmlns') || source.startsWith('<svg:', root.start);
  if (!hasNamespace) added.push(['xmlns', 'http://www.w3.org/2000/svg']);
  if (source.includes('xlink:') && !source.includes('xmlns:xlink'))
    added.push(['xmlns:xlink', 'http://www.w3.org/1999/xlink']);
  const text = added.map(([name, value]) => ` ${name}="${value}"`).join('');
  return [...changed, { start: root.afterName, end: root.afterName, text }];
}
