// Markdown, static HTML, notebooks and office texts: read by the text renderer, measured by takumi, cut into pages here. Pages of
// one document are asked for one after the other, so the last few layouts are kept.
import { accept, type FitTarget, type Outcome, type Size, refuse } from '@percept/core';
import { BoundedMap, printable } from '@percept/core/internal';
import { hash } from 'node:crypto';
import { drawPages } from '../grid/draw-pages.ts';
import { inkOf, type Ink } from '../grid/ink.ts';
import { patchOf, sheetOf, trimmedHeight } from '../grid/paper.ts';
import { resolvePages, type RenderOptions } from '../options.ts';
import type { RenderContext, Renderer, RenderSource } from '../renderer.ts';
import type { Warning } from '../rendering.ts';
import type { DocumentFormat, LaidPage, Written } from '../text-renderer/order.ts';
import type { TextRenderer } from '../text-renderer/text-renderer.ts';
import type { Takumi } from '../takumi/takumi.ts';
import { Colouring, colourless } from './colouring.ts';
import { paginate, type PagePlan, solidParts, type MeasuredBlock } from './paginate.ts';
import { bodyPx } from './style.ts';
import type { Frame } from './document-renderer.ts';
import { maxBlockPx, maxHeldLayouts, maxPageLabelChars } from '../limits.ts';
import type { SceneNode, Style } from '../takumi/scene.ts';
import { textOf, type Block } from './node.ts';
import { deadEngine } from '../engine/refusals.ts';

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
    const { bytes } = source;
    const order = { kind: 'document', format, bytes, theme, width: area.width } as const;
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
    const isCut = measured.value.some(({ height }) => height === maxBlockPx);
    const warnings = [...written.value.warnings, ...(isCut ? [endless] : [])];
    const layout = { written: { ...written.value, warnings }, colouring, plans };
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
    const { first, last } = range.value;
    const shown = plans.slice(first - 1, last);
    const drawn = shown.flat().map(({ block }) => block);
    const remarks = await colouring.colour(drawn, context);
    const ink = inkOf(options.theme);
    const label = printable(source.name ?? source.mime, maxPageLabelChars);
    const pages = shown.map((plan, index): LaidPage => {
      const page = first + index;
      const { width } = sheet;
      const height = heightOf(plan, sheet, area, options.target);
      // Below the end of a screen's page its ground goes on.
      const openTo = frame === 'screen' && page === plans.length ? height : undefined;
      const children = [
        ...(frame === 'paper' ? headerOf(label, `page ${page}/${plans.length}`, ink, width) : []),
        ...windowsOf(plan, colouring.blocks, area, bodyPx[options.density], openTo),
      ];
      const colours = { backgroundColor: ink.paper, color: ink.text };
      const style = { position: 'relative', width, height, ...colours };
      return { page, height, node: { type: 'container', style, children }, text: textOf(children) };
    });
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
interface Area extends Size {
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
  return [hash('sha256', bytes), theme, density, area.width, area.height].join(' ');
}

const headerPx = 28;

/** The blocks of a plan, each through a window that shows the part on this page. */
function windowsOf(
  plan: PagePlan,
  blocks: readonly Block[],
  area: Area,
  fontPx: number,
  openTo: number | undefined,
): readonly SceneNode[] {
  return plan.flatMap(({ block, from, to, top }): readonly SceneNode[] => {
    const found = blocks[block];
    if (!found) return [];
    const { width, left } = area;
    const height = openTo === undefined ? to - from : openTo - top;
    const place: Style = { position: 'absolute', left, top: area.top + top, width, height };
    const moved: SceneNode = {
      type: 'container',
      style: { position: 'absolute', left: 0, top: -from, width },
      children: [blockBox(found.node, width, fontPx)],
    };
    return [{ type: 'container', style: { ...place, overflow: 'hidden' }, children: [moved] }];
  });
}

function headerOf(label: string, note: string, ink: Ink, width: number): readonly SceneNode[] {
  const line: Style = {
    position: 'absolute',
    top: 5,
    height: 18,
    lineHeight: '18px',
    fontFamily: 'monospace',
    fontSize: 13,
    whiteSpace: 'pre',
  };
  const path = label.length > 80 ? `…${label.slice(-79)}` : label;
  const band: Style = { position: 'absolute', left: 0, top: 0, width, height: headerPx };
  return [
    { type: 'container', style: { ...band, backgroundColor: ink.band } },
    { type: 'text', text: path, style: { ...line, left: 14, fontWeight: 700 } },
    { type: 'text', text: note, style: { ...line, right: 14 } },
  ];
}

const blocksPerOrder = 64;

/** The box around a block: it ends the flow, so that no margin reaches out of it. */
function blockBox(node: SceneNode, width: number, fontPx: number): SceneNode {
  return {
    type: 'container',
    className: 'doc',
    style: { display: 'flow-root', width, fontSize: fontPx, flexShrink: 0 },
    children: [node],
  };
}

/** Some at a time: a document is as long as it is, an order is not. */
async function measureBlocks(
  takumi: Takumi,
  { blocks, css }: Written,
  { width }: Size,
  fontPx: number,
  context: RenderContext,
): Promise<Outcome<readonly MeasuredBlock[]>> {
  const measured: MeasuredBlock[] = [];
  for (let start = 0; start < blocks.length; start += blocksPerOrder) {
    const some = blocks.slice(start, start + blocksPerOrder);
    const node: SceneNode = {
      type: 'container',
      style: { display: 'flex', flexDirection: 'column', width },
      children: some.map((block) => blockBox(block.node, width, fontPx)),
    };
    const text = textOf([node]);
    const outcome = await takumi.measure({ scene: { node, width, css }, text }, context);
    if (!outcome.ok) return outcome;
    if (outcome.value.children.length !== some.length)
      return refuse(deadEngine('takumi', 'it measured another number of blocks'));
    for (const [index, box] of outcome.value.children.entries()) {
      const parts = solidParts(box, box.transform[5] ?? 0);
      const height = box.height < maxBlockPx ? Math.ceil(box.height) : maxBlockPx;
      measured.push({ height, parts, keepWithNext: some[index]?.keepWithNext === true });
    }
  }
  return accept(measured);
}

const endless: Warning = {
  kind: 'truncated',
  message: 'The page is very high: only its beginning is shown.',
};
