// An open PDF and its pages. What was opened is closed in the reverse order, whatever happens between.
import { accept, refuse, type Outcome, type Refusal, type Size } from '@percept/core';
import { overLimit } from '@percept/core/internal';
import { encodePng } from '@percept/ingest/internal/png';
import { drawShown, fillSize } from '../geometry.ts';
import type { Rect, RenderedPage } from '../rendering.ts';
import type { PageOrder } from './order.ts';
import type { Pdfium } from './pdfium.ts';

/** FPDF_GetLastError, as fpdfview.h lists them. */
const errors = { password: 4, security: 5 } as const;
/** FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER: notes are drawn, and the bytes are RGBA. */
const drawFlags = 0x01 | 0x10;
const formatBgra = 4;
const white = 0xffffffff;
/** FORMTYPE_XFA_FULL and FORMTYPE_XFA_FOREGROUND. */
const xfaForms: ReadonlySet<number> = new Set([2, 3]);

export type PdfPage = Omit<RenderedPage, 'page'>;

export interface OpenPdf {
  readonly pageCount: number;
  /** Opened without a password, and still protected. */
  readonly isProtected: boolean;
  readonly isXfa: boolean;
  readonly pdfium: Pdfium;
  readonly document: number;
  readonly form: number;
}

/** `bytes` is where the file lies in PDFium's memory; it must stay there until the use of it has ended. */
export async function withDocument(
  pdfium: Pdfium,
  bytes: number,
  length: number,
  use: (opened: OpenPdf) => Outcome<unknown> | Promise<Outcome<unknown>>,
): Promise<Outcome<unknown>> {
  const { library } = pdfium;
  const document = library.FPDF_LoadMemDocument(bytes, length, '');
  if (document === 0) {
    const error = library.FPDF_GetLastError();
    return refuse(error === errors.password || error === errors.security ? locked : broken);
  }
  const pageCount = library.FPDF_GetPageCount(document);
  const isProtected = library.FPDF_GetSecurityHandlerRevision(document) > 0;
  const isXfa = xfaForms.has(library.FPDF_GetFormType(document));
  const formInfo = library.PDFiumExt_OpenFormFillInfo();
  const form = library.PDFiumExt_InitFormFillEnvironment(document, formInfo);
  if (form !== 0) library.FPDF_SetFormFieldHighlightAlpha(form, 0);
  try {
    if (!(pageCount > 0)) return refuse(broken);
    return await use({ pageCount, isProtected, isXfa, pdfium, document, form });
  } finally {
    if (form !== 0) library.PDFiumExt_ExitFormFillEnvironment(form);
    library.PDFiumExt_CloseFormFillInfo(formInfo);
    library.FPDF_CloseDocument(document);
  }
}

export async function drawPage(opened: OpenPdf, order: PageOrder): Promise<Outcome<PdfPage>> {
  const { pdfium, document, form } = opened;
  const { library } = pdfium;
  const page = library.FPDF_LoadPage(document, order.page - 1);
  if (page === 0) return refuse(brokenPage(order.page));
  try {
    if (form !== 0) library.FORM_OnAfterLoadPage(page, form);
    const original = {
      width: library.FPDF_GetPageWidthF(page),
      height: library.FPDF_GetPageHeightF(page),
    };
    if (!(original.width > 0 && original.height > 0)) return refuse(brokenPage(order.page));
    const { target, maxOutputPixels } = order;
    const whole = fillSize(original, target, maxOutputPixels);
    return await drawShown(order, original, whole, maxOutputPixels, async (shown, size) => {
      const { width, height } = shown;
      const aspect = Math.max(width / height, height / width);
      if (aspect <= order.maxAspect) return rasterise(opened, page, original, shown, size);
      const hint = 'Look at a part of the page by region.';
      return refuse(overLimit('maxAspect', order.maxAspect, Math.round(aspect), hint));
    });
  } finally {
    if (form !== 0) library.FORM_OnBeforeClosePage(page, form);
    library.FPDF_ClosePage(page);
  }
}

/** The letters that a page carries, in the order of the file; none where it is a scan. */
export function textOfPage(
  { pdfium, document }: OpenPdf,
  page: number,
  maxChars: number,
): Outcome<string> {
  const { library } = pdfium;
  const loaded = library.FPDF_LoadPage(document, page - 1);
  if (loaded === 0) return refuse(brokenPage(page));
  const layer = library.FPDFText_LoadPage(loaded);
  try {
    const count = layer === 0 ? 0 : Math.min(maxChars, library.FPDFText_CountChars(layer));
    return count > 0 ? letters(pdfium, layer, count) : accept('');
  } finally {
    if (layer !== 0) library.FPDFText_ClosePage(layer);
    library.FPDF_ClosePage(loaded);
  }
}

/** UTF-16 with a zero at the end; a letter may take two units. */
function letters(pdfium: Pdfium, layer: number, count: number): Outcome<string> {
  const size = (count * 2 + 1) * 2;
  const at = pdfium.allocate(size);
  if (at === 0) return refuse(noRoom(size));
  try {
    const units = pdfium.library.FPDFText_GetText(layer, 0, count, at);
    const bytes = pdfium.bytes().slice(at, at + Math.max(0, units - 1) * 2);
    return accept(new TextDecoder('utf-16le').decode(bytes));
  } finally {
    pdfium.release(at);
  }
}

/** The whole page is laid out at the scale of the part, and only the part has pixels: zooming shows real detail. */
function rasterise(
  { pdfium, form }: OpenPdf,
  page: number,
  original: Size,
  shown: Rect,
  { width, height }: Size,
): Outcome<Size & { readonly png: Uint8Array }> {
  const { library } = pdfium;
  const bitmap = library.FPDFBitmap_CreateEx(width, height, formatBgra, 0, 0);
  if (bitmap === 0) return refuse(noRoom(width * height * 4));
  try {
    library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
    const scaleX = width / shown.width;
    const scaleY = height / shown.height;
    const place = [
      Math.round(-shown.left * scaleX),
      Math.round(-shown.top * scaleY),
      Math.max(1, Math.round(original.width * scaleX)),
      Math.max(1, Math.round(original.height * scaleY)),
    ] as const;
    library.FPDF_RenderPageBitmap(bitmap, page, ...place, 0, drawFlags);
    if (form !== 0) library.FPDF_FFLDraw(form, bitmap, page, ...place, 0, drawFlags);
    const start = library.FPDFBitmap_GetBuffer(bitmap);
    const stride = library.FPDFBitmap_GetStride(bitmap);
    const rgba = packRows(pdfium.bytes().subarray(start), stride, width, height);
    return accept({ png: encodePng({ width, height, channels: 4, data: rgba }), width, height });
  } finally {
    library.FPDFBitmap_Destroy(bitmap);
  }
}

function packRows(from: Uint8Array, stride: number, width: number, height: number): Uint8Array {
  const row = width * 4;
  if (stride === row) return from.slice(0, row * height);
  const out = new Uint8Array(row * height);
  for (let y = 0; y < height; y++) out.set(from.subarray(y * stride, y * stride + row), y * row);
  return out;
}

const locked: Refusal = {
  refused: 'encrypted',
  message: 'The PDF asks for a password.',
  hint: 'Save a copy without a password and look at that.',
};

const broken: Refusal = {
  refused: 'corrupt',
  message: 'The PDF cannot be read: its structure is broken or it has no page.',
  hint: 'Open it in a PDF program, save it again, and look at that copy.',
};

function brokenPage(page: number): Refusal {
  return {
    refused: 'corrupt',
    message: `Page ${page} of the PDF cannot be read.`,
    hint: 'Look at another page, or save the PDF again with another program.',
  };
}

export function noRoom(bytes: number): Refusal {
  return {
    refused: 'too-large',
    message: `The PDF engine has no room for ${bytes} bytes.`,
    hint: 'Look at a smaller document or a smaller part of the page.',
  };
}
