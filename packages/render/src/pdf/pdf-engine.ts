// PDFium from the host's side: a document is handed to the thread once, fonts only when a page turns out to need them.
import { accept, refuse, type Outcome, type Refusal, type Size } from '@percept/core';
import { withLimits } from '@percept/core/internal';
import {
  bytes,
  finite,
  flag,
  isShape,
  listOf,
  maybe,
  oneOf,
  positive,
  shape,
  text,
} from '@percept/core/internal/options';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Engine, entryBeside } from '../engine/engine.ts';
import { deadEngine } from '../engine/refusals.ts';
import { compileWasm, type CompiledWasm } from '../engine/wasm.ts';
import type { FontSet } from '../fonts/font-set.ts';
import { toSfnt } from '../fonts/sfnt.ts';
import { renderLimits, type RenderLimits } from '../limits.ts';
import type { PageRange } from '../options.ts';
import type { ReadPages, RenderContext } from '../renderer.ts';
import type { Rect } from '../rendering.ts';
import type { PdfPage } from './document.ts';
import {
  fontClasses,
  type FontClass,
  type PageOrder,
  type PdfInit,
  type PdfOrder,
  type TextOrder,
} from './order.ts';
import type { Asked } from './system-fonts.ts';

/** As `package.json` pins it; a test holds the two together. */
export const pdfiumVersion = '2.15.1';

export interface DrawnPdfPage extends PdfPage {
  readonly pageCount: number;
  readonly isProtected: boolean;
  readonly isXfa: boolean;
  /** Fonts that the document names and does not bring. */
  readonly asked: readonly Asked[];
}

export interface PageRequest extends Pick<PageOrder, 'key' | 'page' | 'region' | 'target'> {
  readonly bytes: Uint8Array;
}

export interface TextRequest extends Pick<PageRequest, 'key' | 'bytes'> {
  readonly pages: PageRange;
  readonly maxChars: number;
}

const require = createRequire(import.meta.url);

export class PdfEngine {
  readonly #engine: Engine;
  readonly #fonts: FontSet;
  #compiled: Promise<CompiledWasm> | undefined;
  /** What the thread of this number has. */
  #given: { generation: number; key: string; fonts: Set<FontClass> } = {
    generation: -1,
    key: '',
    fonts: new Set(),
  };

  constructor(fonts: FontSet, limits: Partial<RenderLimits> = {}) {
    this.#fonts = fonts;
    this.#engine = new Engine({
      name: 'pdfium',
      entry: entryBeside(import.meta.url, 'worker'),
      limits: withLimits(renderLimits, limits),
      load: async (): Promise<PdfInit> => ({ module: await (this.#compiled ??= compile()) }),
    });
  }

  async draw(request: PageRequest, context: RenderContext): Promise<Outcome<DrawnPdfPage>> {
    const first = await this.#attempt(request, [], context);
    if (!first.ok) return first;
    const wanted = fontClasses.filter((fontClass) =>
      first.value.asked.some((asked) => asked.fontClass === fontClass),
    );
    const lacking = wanted.filter((fontClass) => !this.#given.fonts.has(fontClass));
    return lacking.length === 0 ? first : this.#attempt(request, lacking, context);
  }

  async read(request: TextRequest, { limits, signal }: RenderContext): Promise<Outcome<ReadPages>> {
    const { key, bytes, pages, maxChars } = request;
    const order: TextOrder = { kind: 'text', key, ...pages, maxChars };
    const outcome = await this.#run(order, bytes, [], limits.pdfPageTimeoutMs, signal);
    if (!outcome.ok) return outcome;
    return isText(outcome.value) ? accept({ ...outcome.value, kind: 'pages' }) : refuse(stray);
  }

  warm(): void {
    this.#engine.warm();
  }

  close(): Promise<void> {
    return this.#engine.close();
  }

  async #attempt(
    { bytes, ...asked }: PageRequest,
    lacking: readonly FontClass[],
    { limits, signal }: RenderContext,
  ): Promise<Outcome<DrawnPdfPage>> {
    const { maxOutputPixels, maxAspect, pdfPageTimeoutMs } = limits;
    const order: PageOrder = { kind: 'page', ...asked, maxOutputPixels, maxAspect };
    const outcome = await this.#run(order, bytes, lacking, pdfPageTimeoutMs, signal);
    if (!outcome.ok) return outcome;
    return isPage(outcome.value) ? accept(outcome.value) : refuse(stray);
  }

  /** The order, behind whatever the thread lacks for it. */
  async #run(
    order: PageOrder | TextOrder,
    bytes: Uint8Array,
    lacking: readonly FontClass[],
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<Outcome<unknown>> {
    const { key } = order;
    const outcome = await this.#engine.run(async (generation) => {
      if (this.#given.generation !== generation) {
        this.#given = { generation, key: '', fonts: new Set() };
      }
      const orders: PdfOrder[] = [];
      for (const fontClass of lacking) {
        const data = await this.#fontFor(fontClass);
        if (data) orders.push({ kind: 'font', fontClass, data });
        this.#given.fonts.add(fontClass);
      }
      if (this.#given.key !== key) orders.push({ kind: 'hold', key, bytes });
      this.#given.key = key;
      return [...orders, order].map((each) => ({ order: each, timeoutMs, signal }));
    }, signal);
    // Whether the document got there is not known now.
    if (!outcome.ok) this.#given.key = '';
    return outcome;
  }

  async #fontFor(fontClass: FontClass): Promise<Uint8Array | undefined> {
    const font = fontClass === 'european' ? this.#fonts.always[0] : this.#fonts.lastResort;
    return font && toSfnt(await font.load());
  }
}

async function compile(): Promise<CompiledWasm> {
  return compileWasm(await readFile(require.resolve('@embedpdf/pdfium/pdfium.wasm')));
}

const stray: Refusal = deadEngine('pdfium', 'its page is no page');

const isPage = isShape<DrawnPdfPage>({
  png: bytes,
  width: positive,
  height: positive,
  pageCount: positive,
  original: shape<Size>({ width: finite, height: finite }),
  shown: shape<Rect>({ left: finite, top: finite, width: finite, height: finite }),
  isProtected: flag,
  isXfa: flag,
  asked: listOf(shape<Asked>({ face: text, fontClass: maybe(oneOf(fontClasses)) })),
});

const isText = isShape<Omit<ReadPages, 'kind'>>({
  pageCount: positive,
  pages: listOf(shape({ page: positive, text })),
});
