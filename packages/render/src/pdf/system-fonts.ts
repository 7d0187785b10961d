// The fonts that PDFium asks the system for, answered from memory. What a document names and does not bring is written
// down: scripts that PDFium has no glyphs for would otherwise be white space that nobody notices.
import { tableOf } from '../fonts/sfnt.ts';
import type { FontClass } from './order.ts';
import type { Pdfium } from './pdfium.ts';

/** FPDF_SYSFONTINFO, version 1: a number and eight function pointers. */
const structBytes = 36;
const maxFaceBytes = 128;

/** Windows character sets, as fpdf_sysfontinfo.h lists them. */
const european: ReadonlySet<number> = new Set([161, 204, 238]);
const worldwide: ReadonlySet<number> = new Set([128, 129, 134, 136, 162, 163, 177, 178, 222]);

export interface Asked {
  readonly face: string;
  readonly fontClass: FontClass | undefined;
}

export class SystemFonts {
  readonly #pdfium: Pdfium;
  readonly #fonts = new Map<FontClass, Uint8Array>();
  readonly #asked = new Map<string, Asked>();

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
  }

  /** Stands for as long as the library does; its memory is never given back. */
  install(): void {
    const { library, callback } = this.#pdfium;
    const info = this.#pdfium.allocate(structBytes);
    const view = this.#pdfium.view();
    const functions = [
      callback('vi', () => {}),
      callback('vii', () => {}),
      callback('iiiiiiii', (_self, _weight, _italic, charset = 0, _pitch, face = 0) =>
        this.#map(charset, face),
      ),
      callback('iii', () => 0),
      callback('iiiiii', (_self, handle = 0, table = 0, buffer = 0, size = 0) =>
        this.#data(handle, table, buffer, size),
      ),
      callback('iiiii', () => 0),
      callback('iii', () => 1),
      callback('vii', () => {}),
    ];
    view.setInt32(info, 1, true);
    for (const [index, pointer] of functions.entries())
      view.setUint32(info + 4 + index * 4, pointer, true);
    library.FPDF_SetSystemFontInfo(info);
  }

  give(fontClass: FontClass, data: Uint8Array): void {
    this.#fonts.set(fontClass, data);
  }

  /** What was asked for since the last time. */
  takeAsked(): readonly Asked[] {
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    return asked;
  }

  has(fontClass: FontClass): boolean {
    return this.#fonts.has(fontClass);
  }

  #map(charset: number, facePointer: number): number {
    const face = facePointer === 0 ? '' : this.#pdfium.text(facePointer, maxFaceBytes);
    const fontClass = classOf(charset);
    this.#asked.set(`${face} ${fontClass ?? ''}`, { face, fontClass });
    if (!fontClass || !this.#fonts.has(fontClass)) return 0;
    return fontClass === 'european' ? 1 : 2;
  }

  #data(handle: number, table: number, buffer: number, size: number): number {
    const data = this.#fonts.get(handle === 1 ? 'european' : 'worldwide');
    if (!data) return 0;
    const part = table === 0 ? data : tableOf(data, table >>> 0);
    if (!part) return 0;
    if (buffer !== 0 && size >= part.length) this.#pdfium.bytes().set(part, buffer);
    return part.length;
  }
}

function classOf(charset: number): FontClass | undefined {
  if (european.has(charset)) return 'european';
  return worldwide.has(charset) ? 'worldwide' : undefined;
}
