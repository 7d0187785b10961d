// Drawings to pixels: scanned and rewritten here, drawn by takumi in its thread, put on a ground on which the ink shows.
import { checkOptions, has } from '@percept/core/internal/options';
import { accept, refuse, type Outcome, type Size } from '@percept/core';
import { overLimit } from '@percept/core/internal';
import { missingGlyphs } from '../fonts/font-set.ts';
import { drawingSize, drawShown } from '../geometry.ts';
import { resolvePages } from '../options.ts';
import type { Renderer } from '../renderer.ts';
import type { Rect, Warning } from '../rendering.ts';
import type { Scene, SceneNode } from '../takumi/scene.ts';
import type { Drawing, Takumi } from '../takumi/takumi.ts';
import { formatColour, parseColour } from './colour.ts';
import { decodeMarkup } from './decode.ts';
import type { Drawn } from './prescan.ts';

const revision = 2;
const drawingKey = 'drawing';

/**
 * The shortest complete renderer, and the one that every drawn diagram goes through.
 *
 * @example createDarkroom({ renderers: [createSvgRenderer(createTakumi())] });
 */
export function createSvgRenderer(takumi: Takumi): Renderer {
  const rules = { takumi: has('draw', 'measure', 'warm', 'close') };
  checkOptions('createSvgRenderer', { takumi }, rules);
  return {
    id: 'svg',
    version: `${revision}-${takumi.version}`,
    fonts: takumi.fonts.id,
    accepts: ({ mime }) => mime === 'image/svg+xml',
    async render({ bytes }, options, context) {
      const { limits } = context;
      if (bytes.length > limits.maxSvgBytes) {
        const hint = 'Simplify the drawing, or read it as text.';
        return refuse(overLimit('maxSvgBytes', limits.maxSvgBytes, bytes.length, hint));
      }
      const source = decodeMarkup(bytes);
      if (!source.ok) return source;
      const { prescan } = await import('./prescan.ts');
      const scanned = prescan(source.value, limits);
      if (!scanned.ok) return scanned;
      const drawn = scanned.value;
      const pages = resolvePages(options.pages, 1);
      if (!pages.ok) return pages;
      const { maxOutputPixels } = limits;
      const whole = drawingSize(drawn.size, options.target, maxOutputPixels);
      const draw = (part: Rect, current: Size): Promise<Outcome<Drawing>> => {
        const markup = options.region ? partOf(drawn, part) : drawn.markup;
        const scene = sceneOf(markup, current, drawn.background);
        return takumi.draw({ scene, text: drawn.text, emoji: 'plain', ground: 'auto' }, context);
      };
      const drawing = await drawShown(options, drawn.size, whole, maxOutputPixels, draw);
      if (!drawing.ok) return drawing;
      const { png, width, height, original, shown } = drawing.value;
      return accept({
        pages: [{ png, width, height, page: 1, original, shown }],
        pageCount: 1,
        warnings: [...drawn.warnings, ...warningsOf(drawing.value)],
        reproducible: true,
      });
    },
    warm: () => takumi.warm(),
    close: () => takumi.close(),
  };
}

/** The part through a window of its own, so that lengths in per cent keep their meaning. */
function partOf({ markup, size }: Drawn, { left, top, width, height }: Rect): string {
  const window = `${left} ${top} ${width} ${height}`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" ` +
    `viewBox="${window}" preserveAspectRatio="none">${markup}</svg>`
  );
}

/** The drawing on its own background, at this many pixels. By key, because takumi passes over inline bytes that fail. */
export function sceneOf(
  markup: string,
  { width, height }: Size,
  background: string | undefined,
): Scene & Size {
  const colour = background === undefined ? undefined : parseColour(background);
  const size = { width, height };
  const style = { ...size, ...(colour && { backgroundColor: formatColour(colour) }) };
  const image: SceneNode = { type: 'image', src: drawingKey, ...size, style: size };
  return {
    node: { type: 'container', style, children: [image] },
    images: [{ src: drawingKey, data: new TextEncoder().encode(markup) }],
    ...size,
  };
}

function warningsOf({ missing, ground }: Drawing): readonly Warning[] {
  const warnings = [...missingGlyphs(missing)];
  if (ground === 'dark') {
    const message =
      'The ink is nearly white and its ground transparent, so it was put on a dark one.';
    warnings.push({ kind: 'dark-backdrop', message });
  }
  return warnings;
}
