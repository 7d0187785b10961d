// A page as the browser shows it once its scripts have run. Nothing is fetched: what a page asks for is counted and said. What is
// drawn depends on the browser and its fonts, so the pixels are kept and never promised again.
import { accept, refuse, type Outcome, type Size } from '@percept/core';
import { isRecord } from '@percept/core/internal';
import { drawingSize, drawShown, pngSize } from '../geometry.ts';
import { resolvePages, type RenderOptions } from '../options.ts';
import type { Program } from '../program/programs.ts';
import type { RenderContext, RenderedSource } from '../renderer.ts';
import type { Rect, RenderedPage, Warning } from '../rendering.ts';
import { failed, picture, withTab, type Tab } from './browser.ts';
import { maxBrowserPages, pageScriptTimeoutMs } from '../limits.ts';

/** A window whose picture is whole patches of every provider and is resampled by none. */
const pageSize: Size = { width: 1008, height: 1176 };
/** A page that is wider than the window is shown to twice its width. */
const maxWidthPx = pageSize.width * 2;

export function showLive(
  program: Program,
  html: string,
  options: RenderOptions,
  context: RenderContext,
): Promise<Outcome<RenderedSource>> {
  return withTab(program, { html, ...pageSize }, context, (tab) => show(tab, options, context));
}

async function show(
  tab: Tab,
  options: RenderOptions,
  context: RenderContext,
): Promise<Outcome<RenderedSource>> {
  await tab.seen('Page.loadEventFired');
  await settle(tab);
  const size = await contentSize(tab);
  if (!size) return refuse(failed);
  const screens = Math.ceil(size.height / pageSize.height);
  const pageCount = Math.min(maxBrowserPages, Math.max(1, screens));
  const range = resolvePages(options.pages, pageCount);
  if (!range.ok) return range;
  const pages: RenderedPage[] = [];
  for (let page = range.value.first; page <= range.value.last; page++) {
    const top = (page - 1) * pageSize.height;
    const height = Math.max(1, Math.min(pageSize.height, size.height - top));
    const part = { left: 0, top, width: Math.min(size.width, maxWidthPx), height };
    const drawn = await drawPage(tab, part, options, context);
    if (!drawn.ok) return drawn;
    pages.push({ ...drawn.value, page });
  }
  const warnings = warningsOf(tab.refusedRequests, size);
  return accept({ pages, pageCount, warnings, reproducible: false });
}

/** Lets timers run out, however long they were set for, and stops there. */
async function settle(tab: Tab): Promise<void> {
  const time = { policy: 'pauseIfNetworkFetchesPending', budget: pageScriptTimeoutMs };
  await tab.send('Emulation.setVirtualTimePolicy', time);
  await tab.seen('Emulation.virtualTimeBudgetExpired');
}

async function contentSize(tab: Tab): Promise<Size | undefined> {
  const { cssContentSize } = await tab.send('Page.getLayoutMetrics');
  if (!isRecord(cssContentSize)) return undefined;
  const { width, height } = cssContentSize;
  if (typeof width !== 'number' || typeof height !== 'number') return undefined;
  return { width: Math.max(1, Math.ceil(width)), height: Math.max(1, Math.ceil(height)) };
}

export function drawPage(
  tab: Tab,
  whole: Rect,
  options: RenderOptions,
  { limits }: RenderContext,
): Promise<Outcome<Omit<RenderedPage, 'page'>>> {
  const original: Size = { width: whole.width, height: whole.height };
  const { maxOutputPixels } = limits;
  const size = drawingSize(original, options.target, maxOutputPixels);
  return drawShown(options, original, size, maxOutputPixels, async (part, current) => {
    const { width, height } = part;
    const clip = { x: whole.left + part.left, y: whole.top + part.top, width, height };
    const png = await picture(tab, { ...clip, scale: current.width / width });
    // The browser rounds in its own way: its picture says how large it is.
    return png.ok ? accept({ png: png.value, ...(pngSize(png.value) ?? current) }) : png;
  });
}

function warningsOf(refused: number, { width, height }: Size): readonly Warning[] {
  const warnings: Warning[] = [];
  if (refused > 0) {
    const message = `The page asked for ${refused} ${refused === 1 ? 'thing' : 'things'} outside itself, and got nothing.`;
    warnings.push({ kind: 'external-not-loaded', message });
  }
  if (width > maxWidthPx) {
    const message = `The page is ${width} pixels wide, and what is beyond ${maxWidthPx} is not shown.`;
    warnings.push({ kind: 'truncated', message });
  }
  if (height > maxBrowserPages * pageSize.height) {
    const message = `The page is longer than ${maxBrowserPages} screens, and what is beyond them is not shown.`;
    warnings.push({ kind: 'truncated', message });
  }
  return warnings;
}
