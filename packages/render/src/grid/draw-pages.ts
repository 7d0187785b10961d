// Laid-out pages to pictures. A region is not a crop: the same scene is drawn larger, so that looking closer shows more.
import { accept, type Outcome, type Size } from '@percept/core';
import { missingGlyphs } from '../fonts/font-set.ts';
import { drawShown } from '../geometry.ts';
import type { RenderOptions } from '../options.ts';
import type { RenderContext, RenderedSource } from '../renderer.ts';
import type { Rect, RenderedPage } from '../rendering.ts';
import type { Laid } from '../text-renderer/order.ts';
import type { Scene, SceneNode } from '../takumi/scene.ts';
import type { Takumi } from '../takumi/takumi.ts';

export interface PagesToDraw extends Laid {
  /** All pages are as wide; each is as high as what is on it. */
  readonly width: number;
  readonly reproducible: boolean;
  readonly css?: Scene['css'];
}

export async function drawPages(
  takumi: Takumi,
  { pages, pageCount, warnings, width: pageWidth, reproducible, css }: PagesToDraw,
  options: RenderOptions,
  context: RenderContext,
): Promise<Outcome<RenderedSource>> {
  const drawn: RenderedPage[] = [];
  const missing = new Set<string>();
  for (const { node, text, page, height: pageHeight } of pages) {
    const sheet = { width: pageWidth, height: pageHeight };
    const { maxOutputPixels } = context.limits;
    const drawing = await drawShown(options, sheet, sheet, maxOutputPixels, (part, current) =>
      takumi.draw(
        {
          scene: { node: partOf(node, sheet, part, current), ...current, ...(css && { css }) },
          text: text.replaceAll(skinTones, ''),
          ground: options.theme === 'dark' ? 'dark' : 'white',
        },
        context,
      ),
    );
    if (!drawing.ok) return drawing;
    for (const char of drawing.value.missing) missing.add(char);
    const { png, width, height, original, shown } = drawing.value;
    drawn.push({ png, width, height, page, original, shown });
  }
  const all = [...warnings, ...missingGlyphs([...missing])];
  return accept({ pages: drawn, pageCount, warnings: all, reproducible });
}

/** Part of the picture before them; no font has them alone. */
const skinTones = /[\u{1f3fb}-\u{1f3ff}]/gu;

/** The scene itself, or a window onto it that is drawn at another scale. */
function partOf(node: SceneNode, sheet: Size, shown: Rect, size: Size): SceneNode {
  const scaleX = size.width / shown.width;
  const scaleY = size.height / shown.height;
  const isWhole = scaleX === 1 && scaleY === 1 && shown.left === 0 && shown.top === 0;
  if (isWhole) return node;
  const moved: SceneNode = {
    type: 'container',
    style: {
      position: 'absolute',
      left: 0,
      top: 0,
      ...sheet,
      transformOrigin: '0 0',
      transform: `scale(${scaleX}, ${scaleY}) translate(${-shown.left}px, ${-shown.top}px)`,
    },
    children: [node],
  };
  const style = { position: 'relative', overflow: 'hidden', ...size };
  return { type: 'container', style, children: [moved] };
}
