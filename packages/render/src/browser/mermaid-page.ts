// One Mermaid diagram in a page of the host's browser, drawn by Mermaid itself.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { accept, refuse, type Outcome, type Refusal } from '@percept/core';
import { inside, isRecord } from '@percept/core/internal';
import { resolvePages, type RenderOptions } from '../options.ts';
import type { Program } from '../program/programs.ts';
import type { RenderContext, RenderedSource } from '../renderer.ts';
import type { Rect } from '../rendering.ts';
import { failed, withTab, type Tab } from './browser.ts';
import { drawPage } from './live-page.ts';

export function showMermaid(
  {
    program,
    engine,
    text,
  }: { readonly program: Program; readonly engine: string; readonly text: string },
  options: RenderOptions,
  context: RenderContext,
): Promise<Outcome<RenderedSource>> {
  return withTab(program, { html: page, width: 1600, height: 1200 }, context, async (tab) => {
    await tab.seen('Page.loadEventFired');
    await evaluate(tab, engine);
    const drawn = await draw(tab, text);
    return drawn.ok ? show(tab, drawn.value, options, context) : drawn;
  });
}

const page =
  '<!doctype html><meta charset="utf-8"><title>diagram</title>' +
  '<style>body{margin:16px;background:#fff;width:1200px}</style><div id="drawing"></div>';

/** An optional package: whoever wants these kinds installs it. */
export async function loadMermaid(): Promise<string | undefined> {
  try {
    const entry = import.meta.resolve('mermaid/dist/mermaid.min.js');
    return await readFile(fileURLToPath(entry), 'utf8');
  } catch {
    return undefined;
  }
}

const drawing = `async (text) => {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    secure: ['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'fontFamily'],
    fontFamily: 'sans-serif',
    deterministicIds: true,
  });
  try {
    const { svg } = await mermaid.render('diagram', text);
    const place = document.getElementById('drawing');
    place.innerHTML = svg;
    const drawn = place.querySelector('svg');
    drawn.style.maxWidth = 'none';
    const box = drawn.viewBox.baseVal;
    if (box && box.width > 0) {
      drawn.setAttribute('width', box.width);
      drawn.setAttribute('height', box.height);
    }
    const { width, height } = drawn.getBoundingClientRect();
    return { width: width + 32, height: height + 32 };
  } catch (error) {
    return { why: String(error && error.message).slice(0, 300) };
  }
}`;

async function evaluate(tab: Tab, expression: string): Promise<void> {
  const { exceptionDetails } = await tab.send('Runtime.evaluate', { expression });
  if (exceptionDetails !== undefined) throw new Error('Mermaid could not be loaded.');
}

async function draw(tab: Tab, text: string): Promise<Outcome<Rect>> {
  const { result: globalThing } = await tab.send('Runtime.evaluate', { expression: 'globalThis' });
  const objectId = inside(globalThing, 'objectId');
  const { result } = await tab.send('Runtime.callFunctionOn', {
    functionDeclaration: drawing,
    objectId,
    arguments: [{ value: text }],
    awaitPromise: true,
    returnByValue: true,
  });
  const value = inside(result, 'value');
  if (!isRecord(value)) return refuse(failed);
  if (typeof value['why'] === 'string') return refuse(unreadable(value['why']));
  const { width, height } = value;
  if (typeof width !== 'number' || typeof height !== 'number' || !(width > 0) || !(height > 0))
    return refuse(failed);
  return accept({ left: 0, top: 0, width: Math.ceil(width), height: Math.ceil(height) });
}

async function show(
  tab: Tab,
  whole: Rect,
  options: RenderOptions,
  context: RenderContext,
): Promise<Outcome<RenderedSource>> {
  const range = resolvePages(options.pages, 1);
  if (!range.ok) return range;
  const drawn = await drawPage(tab, whole, options, context);
  if (!drawn.ok) return drawn;
  const pages = [{ ...drawn.value, page: 1 }];
  return accept({ pages, pageCount: 1, warnings: [], reproducible: false });
}

function unreadable(why: string): Refusal {
  const plain = why.replaceAll(/[^\x20-\x7e]+/g, ' ').trim();
  return {
    refused: 'corrupt',
    message: `Mermaid cannot read this diagram: ${plain}`,
    hint: 'Correct the diagram, or read it as text.',
  };
}
