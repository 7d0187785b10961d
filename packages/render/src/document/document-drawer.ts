// Markdown, static HTML, notebooks and office texts: read by the text renderer, measured by takumi, cut into pages here. Pages of
// one document are asked for one after the other, so the last few layouts are kept.
import { accept, type FitTarget, type Outcome, type Size } from '@percept/core';
import { BoundedMap, printable } from '@percept/core/internal';
import { createHash } from 'node:crypto';
import { drawPages } from '../grid/draw-pages.ts';
import { inkOf } from '../grid/ink.ts';
import { patchOf, sheetOf, trimmedHeight } from '../grid/paper.ts';
import { resolvePages, type RenderOptions } from '../options.ts';
import type { RenderContext, Renderer, RenderSource } from '../renderer.ts';
import type { DocumentFormat, Written } from '../text-renderer/order.ts';
import type { TextRenderer } from '../text-renderer/text-renderer.ts';
import type { Takumi } from '../takumi/takumi.ts';
import { Colouring, colourless } from './colouring.ts';
import { measureBlocks } from './measure-blocks.ts';
import { pageScene } from './page-scene.ts';
import { paginate, type PagePlan } from './paginate.ts';
import { bodyPx } from './style.ts';
import type { Frame } from './document-renderer.ts';
import { maxHeldLayouts, maxPageLabelChars } from '../limits.ts';

interface Layout {
  readonly written: Written;
  readonly colouring: Colouring;
  readonly plans: readonly PagePlan[];
}

export function documentDrawer(
  format: DocumentFormat,
  frame: Frame,
  takumi: Takumi,
  textRenderer: TextRenderer,
): Renderer['render'] {
  const layouts = new BoundedMap<Layout>(maxHeldLayouts);

  async function layOut(
    source: RenderSource,
    options: RenderOptions,
    area: Size,
    context: RenderContext,
  ): Promise<Outcome<Layout>> {
    const key = keyOf(source, options, area);
    const known = layouts.get(key);
    if (known) return accept(known);
    const { theme } = options;
    const { width } = area;
    const order = {
      kind: 'document',
      format,
      bytes: source.bytes,
      theme,
      width,
    } as const;
    const written = await textRenderer.write(order, context);
    if (!written.ok) return written;
    const fontPx = bodyPx[options.density];
    const colouring = new Colouring(textRenderer, written.value.blocks, theme);
    const [measured] = await Promise.all([
      measureBlocks(takumi, written.value, area, fontPx, context),
      options.pages.first === 1 ? colouring.ahead(context) : undefined,
    ]);
    if (!measured.ok) return measured;
    const plans = paginate(measured.value, area.height);
    const layout = { written: written.value, colouring, plans };
    layouts.set(key, layout);
    return accept(layout);
  }

  return async (source, options, context) => {
    const sheet = sheetOf(options.target);
    const area = areaOf(sheet, frame);
    const layout = await layOut(source, options, area, context);
    if (!layout.ok) return layout;
    const { written, plans, colouring } = layout.value;
    const range = resolvePages(options.pages, plans.length);
    if (!range.ok) return range;
    const shown = plans.slice(range.value.first - 1, range.value.last).flat();
    const remarks = await colouring.colour(
      shown.map(({ block }) => block),
      context,
    );
    const pages = [];
    for (let page = range.value.first; page <= range.value.last; page++) {
      const facts = {
        label: printable(source.name ?? source.mime, maxPageLabelChars),
        note: `page ${page}/${plans.length}`,
        plan: plans[page - 1] ?? [],
        isLast: page === plans.length,
        blocks: colouring.blocks,
        fontPx: bodyPx[options.density],
        ink: inkOf(options.theme),
      };
      const high = {
        width: sheet.width,
        height: heightOf(facts.plan, sheet, area, options.target),
      };
      pages.push({ page, height: high.height, ...pageScene(facts, high, area, frame) });
    }
    const work = {
      pages,
      pageCount: plans.length,
      warnings: [...written.warnings, ...remarks],
      width: sheet.width,
      reproducible: !remarks.includes(colourless),
      css: frame === 'screen' ? [...written.css, groundCss(plans, sheet)] : written.css,
    };
    return drawPages(takumi, work, options, context);
  };
}

/** Where the blocks stand on the sheet. */
export interface Area extends Size {
  readonly left: number;
  readonly top: number;
}

const bottomPx = 14;

function areaOf({ width, height }: Size, frame: Frame): Area {
  if (frame === 'screen') return { left: 0, top: 0, width, height };
  const [side, top] = [36, 46];
  return {
    left: side,
    top,
    width: Math.max(100, width - 2 * side),
    height: Math.max(100, height - top - bottomPx),
  };
}

/** The ground of a screen's page goes on to the end of the last picture; nothing is measured with this. */
function groundCss(plans: readonly PagePlan[], { height }: Size): string {
  const from = plans.at(-1)?.at(-1)?.from ?? 0;
  return `body { min-height: ${from + height}px; }`;
}

function heightOf(plan: PagePlan, sheet: Size, area: Area, target: FitTarget): number {
  const last = plan.at(-1);
  const used = last ? last.top + last.to - last.from : 0;
  return trimmedHeight(area.top + used + (area.top > 0 ? bottomPx : 0), sheet, patchOf(target));
}

function keyOf({ bytes }: RenderSource, { theme, density }: RenderOptions, area: Size): string {
  const hash = createHash('sha256').update(bytes).digest('hex');
  return [hash, theme, density, area.width, area.height].join(' ');
}
