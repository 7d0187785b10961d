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

interface PageRequest extends Pick<PageOrder, 'key' | 'page' | 'region' | 'target'> {
  readonly bytes: Uint8Array;
}

interface TextRequest extends Pick<PageRequest, 'key' | 'bytes'> {
  readonly pages: PageRange;
  readonly maxChars: number;
}

const require = createRequire(import.meta.url);

interface PdfEngine {
  draw(request: PageRequest, context: RenderContext): Promise<Outcome<DrawnPdfPage>>;
  read(request: TextRequest, context: RenderContext): Promise<Outcome<ReadPages>>;
  warm(): void;
  close(): Promise<void>;
}

export function createPdfEngine(fonts: FontSet, limits: Partial<RenderLimits> = {}): PdfEngine {
  let compiled: Promise<CompiledWasm> | undefined;
  /** What the thread of this number has. */
  let given = { generation: -1, key: '', fonts: new Set<FontClass>() };
  const engine = new Engine({
    name: 'pdfium',
    entry: entryBeside(import.meta.url, 'worker'),
    limits: withLimits(renderLimits, limits),
    load: async (): Promise<PdfInit> => ({ module: await (compiled ??= compile()) }),
  });

  async function fontFor(fontClass: FontClass): Promise<Uint8Array | undefined> {
    const font = fontClass === 'european' ? fonts.always[0] : fonts.lastResort;
    return font && toSfnt(await font.load());
  }

  /** The order, behind whatever the thread lacks for it. */
  async function run(
    order: PageOrder | TextOrder,
    bytes: Uint8Array,
    lacking: readonly FontClass[],
    { limits: { pdfPageTimeoutMs: timeoutMs }, signal }: RenderContext,
  ): Promise<Outcome<unknown>> {
    const { key } = order;
    const outcome = await engine.run(async (generation) => {
      if (given.generation !== generation) given = { generation, key: '', fonts: new Set() };
      const orders: PdfOrder[] = [];
      for (const fontClass of lacking) {
        const data = await fontFor(fontClass);
        if (data) orders.push({ kind: 'font', fontClass, data });
        given.fonts.add(fontClass);
      }
      if (given.key !== key) orders.push({ kind: 'hold', key, bytes });
      given.key = key;
      return [...orders, order].map((each) => ({ order: each, timeoutMs, signal }));
    }, signal);
    // Whether the document got there is not known now.
    if (!outcome.ok) given.key = '';
    return outcome;
  }

  async function attempt(
    { bytes, ...asked }: PageRequest,
    lacking: readonly FontClass[],
    context: RenderContext,
  ): Promise<Outcome<DrawnPdfPage>> {
    const { maxOutputPixels, maxAspect } = context.limits;
    const order: PageOrder = { kind: 'page', ...asked, maxOutputPixels, maxAspect };
    const outcome = await run(order, bytes, lacking, context);
    if (!outcome.ok) return outcome;
    return isPage(outcome.value) ? accept(outcome.value) : refuse(stray);
  }

  return {
    async draw(request, context) {
      const first = await attempt(request, [], context);
      if (!first.ok) return first;
      const wanted = fontClasses.filter((fontClass) =>
        first.value.asked.some((asked) => asked.fontClass === fontClass),
      );
      const lacking = wanted.filter((fontClass) => !given.fonts.has(fontClass));
      return lacking.length === 0 ? first : attempt(request, lacking, context);
    },
    async read({ key, bytes, pages, maxChars }, context) {
      const outcome = await run({ kind: 'text', key, ...pages, maxChars }, bytes, [], context);
      if (!outcome.ok) return outcome;
      return isText(outcome.value) ? accept({ ...outcome.value, kind: 'pages' }) : refuse(stray);
    },
    warm: () => engine.warm(),
    close: () => engine.close(),
  };
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
