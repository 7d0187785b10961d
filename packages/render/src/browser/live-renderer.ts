// Pages that make themselves with scripts, as the host's browser shows them. Nothing is fetched: what a page asks for is
// counted and said. What is drawn depends on the browser and its fonts, so the pixels are kept and never promised again.
import { accept, refuse, type Outcome, type Size } from '@percept/core';
import { isRecord, overLimit } from '@percept/core/internal';
import { drawWithin, drawingSize, fillSize, resolveRegion } from '../geometry.ts';
import { resolvePages, type RenderOptions } from '../options.ts';
import type { Program } from '../program/programs.ts';
import type { RenderContext, RenderedSource, Renderer, RenderSource } from '../renderer.ts';
import type { Rect, RenderedPage, Warning } from '../rendering.ts';
import { failed, picture, withTab, type Tab } from './browser.ts';

const revision = 1;

/** A window whose picture is whole patches of every provider and is resampled by none. */
const pageSize: Size = { width: 1008, height: 1176 };
/** A page that is wider than the window is shown to twice its width. */
const maxWidthPx = pageSize.width * 2;
const maxPages = 100;
const maxHtmlBytes = 16 * 1024 * 1024;
/** Timers and animations get this much of the page's own time; it passes as fast as the machine allows. */
const budgetMs = 4_000;

/** Takes pages that have scripts; the others need no browser. */
export function createLiveRenderer(program: Program): Renderer {
  return {
    id: 'live-html',
    version: `${revision}`,
    fonts: '',
    accepts: (source) => source.mime === 'text/html' && hasScripts(source),
    render: (source, options, context) => {
      if (source.bytes.length > maxHtmlBytes) {
        const hint = 'Look at a smaller page, or read it as text.';
        const size = source.bytes.length;
        return Promise.resolve(refuse(overLimit('maxHtmlBytes', maxHtmlBytes, size, hint)));
      }
      const html = new TextDecoder().decode(source.bytes);
      return withTab(program, { html, ...pageSize }, context, (tab) => show(tab, options, context));
    },
  };
}

const scanBytes = 4 * 1024 * 1024;

function hasScripts({ bytes }: RenderSource): boolean {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, scanBytes));
  return /<script[\s>/]|\son(?:load|error)\s*=/i.test(text);
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
  const pageCount = Math.min(maxPages, Math.max(1, Math.ceil(size.height / pageSize.height)));
  const range = resolvePages(options.pages, pageCount);
  if (!range.ok) return range;
  const pages: RenderedPage[] = [];
  for (let page = range.value.first; page <= range.value.last; page++) {
    const top = (page - 1) * pageSize.height;
    const height = Math.max(1, Math.min(pageSize.height, size.height - top));
    const drawn = await drawPage(
      tab,
      { left: 0, top, width: Math.min(size.width, maxWidthPx), height },
      options,
      context,
    );
    if (!drawn.ok) return drawn;
    pages.push({ ...drawn.value, page });
  }
  return accept({
    pages,
    pageCount,
    warnings: warningsOf(tab.refusedRequests, size),
    reproducible: false,
  });
}

/** Lets timers run out, however long they were set for, and stops there. */
async function settle(tab: Tab): Promise<void> {
  await tab.send('Emulation.setVirtualTimePolicy', {
    policy: 'pauseIfNetworkFetchesPending',
    budget: budgetMs,
  });
  await tab.seen('Emulation.virtualTimeBudgetExpired');
}

async function contentSize(tab: Tab): Promise<Size | undefined> {
  const { cssContentSize } = await tab.send('Page.getLayoutMetrics');
  if (!isRecord(cssContentSize)) return undefined;
  const { width, height } = cssContentSize;
  if (typeof width !== 'number' || typeof height !== 'number') return undefined;
  return { width: Math.max(1, Math.ceil(width)), height: Math.max(1, Math.ceil(height)) };
}

async function drawPage(
  tab: Tab,
  whole: Rect,
  { region, target }: RenderOptions,
  { limits }: RenderContext,
): Promise<Outcome<Omit<RenderedPage, 'page'>>> {
  const original: Size = { width: whole.width, height: whole.height };
  const shown = resolveRegion(region, original);
  if (!shown.ok) return shown;
  const part = shown.value;
  const size = region
    ? fillSize(part, target, limits.maxOutputPixels)
    : drawingSize(original, target, limits.maxOutputPixels);
  const drawn = await drawWithin(size, target.maxBytes, async (current) => {
    const clip = { x: part.left, y: whole.top + part.top, width: part.width, height: part.height };
    const png = await picture(tab, { ...clip, scale: current.width / part.width });
    return png.ok ? accept({ png: png.value, ...sizeOf(png.value, current) }) : png;
  });
  return drawn.ok ? accept({ ...drawn.value, original, shown: part }) : drawn;
}

/** The browser rounds in its own way: its picture says how large it is. */
export function sizeOf(png: Uint8Array, otherwise: Size): Size {
  if (png.length < 24) return otherwise;
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
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
  if (height > maxPages * pageSize.height) {
    const message = `The page is longer than ${maxPages} screens, and what is beyond them is not shown.`;
    warnings.push({ kind: 'truncated', message });
  }
  return warnings;
}
