// The PDFium thread: a document as bytes in, pages as PNG out. The bytes of the last document stay, because pages are looked
// at one after the other.
import { accept, refuse, type Outcome } from '@percept/core';
import { workerData } from 'node:worker_threads';
import { sealThread, serve } from '../engine/serve.ts';
import { wasmBytes } from '../engine/wasm.ts';
import { resolvePages } from '../options.ts';
import { drawPage, noRoom, textOfPage, withDocument, type OpenPdf } from './document.ts';
import { isPdfInit, type PageOrder, type PdfOrder, type TextOrder } from './order.ts';
import { loadPdfium } from './pdfium.ts';
import { SystemFonts } from './system-fonts.ts';

const init: unknown = workerData;
if (!isPdfInit(init)) throw new Error('The PDFium thread was born without its code.');
sealThread();
const pdfium = await loadPdfium(init.module);
const fonts = new SystemFonts(pdfium);
fonts.install();
let held: { readonly key: string; readonly at: number; readonly length: number } | undefined;

function hold(key: string, bytes: Uint8Array): Outcome<unknown> {
  if (held) pdfium.release(held.at);
  held = undefined;
  const at = pdfium.allocate(Math.max(1, bytes.length));
  if (at === 0) return refuse(noRoom(bytes.length));
  pdfium.bytes().set(bytes, at);
  held = { key, at, length: bytes.length };
  return accept(undefined);
}

/** Opened for every order anew: which fonts it lacks must not depend on the pages that were looked at before. */
async function withHeld(
  key: string,
  use: (opened: OpenPdf) => Outcome<unknown> | Promise<Outcome<unknown>>,
): Promise<Outcome<unknown>> {
  if (held?.key !== key) throw new Error('the document is not here');
  return withDocument(pdfium, held.at, held.length, use);
}

function draw(order: PageOrder): Promise<Outcome<unknown>> {
  fonts.takeAsked();
  return withHeld(order.key, async (opened) => {
    const { pageCount, isProtected, isXfa } = opened;
    const page = resolvePages({ first: order.page, last: order.page }, pageCount);
    if (!page.ok) return page;
    const drawn = await drawPage(opened, order);
    if (!drawn.ok) return drawn;
    return accept({ ...drawn.value, pageCount, isProtected, isXfa, asked: fonts.takeAsked() });
  });
}

function read({ key, first, last, maxChars }: TextOrder): Promise<Outcome<unknown>> {
  return withHeld(key, (opened) => {
    const { pageCount } = opened;
    const range = resolvePages({ first, last }, pageCount);
    if (!range.ok) return range;
    const pages: { page: number; text: string }[] = [];
    let room = maxChars;
    for (let page = range.value.first; page <= range.value.last && room > 0; page++) {
      const text = textOfPage(opened, page, room);
      if (!text.ok) return text;
      room -= text.value.length;
      pages.push({ page, text: text.value });
    }
    return accept({ pageCount, pages });
  });
}

async function perform(order: PdfOrder): Promise<Outcome<unknown>> {
  switch (order.kind) {
    case 'hold':
      return hold(order.key, order.bytes);
    case 'font':
      fonts.give(order.fontClass, order.data);
      return accept(undefined);
    case 'page':
      return draw(order);
    case 'text':
      return read(order);
  }
}

serve({ perform, restingBytes: () => wasmBytes(pdfium.exports) });
