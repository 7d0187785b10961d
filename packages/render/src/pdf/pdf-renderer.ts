// PDF pages to pixels, each under its own deadline, as large as the target takes.
import { accept, refuse, type Outcome } from '@percept/core';
import { keeping, overLimit } from '@percept/core/internal';
import { hash } from 'node:crypto';
import { standardFonts, type FontSet } from '../fonts/font-set.ts';
import { pngEncoder } from '@percept/ingest/internal/png';
import { maxNamedPdfFonts, type RenderLimits } from '../limits.ts';
import { resolvePages } from '../options.ts';
import type { Renderer, ReadPages, RenderContext } from '../renderer.ts';
import { pageRules, type RenderedPage, type Warning } from '../rendering.ts';
import type { TakumiSetup } from '../takumi/takumi.ts';
import {
  bytes,
  flag,
  isShape,
  listOf,
  maybe,
  oneOf,
  positive,
  shape,
  text,
} from '@percept/core/internal/options';
import { createRequire } from 'node:module';
import { Engine, entryBeside, type Handed } from '../engine/engine.ts';
import { compileWasm } from '../engine/wasm.ts';
import { toSfnt } from '../fonts/sfnt.ts';
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

const revision = 1;

/** The last resort of the fonts is what a document in a script without fonts is drawn with. */
export function createPdfRenderer({
  fonts = standardFonts(),
  limits: bounds,
}: TakumiSetup = {}): Renderer & Required<Pick<Renderer, 'read'>> {
  const engine = new PdfEngine(fonts, bounds);
  return {
    id: 'pdf',
    version: `${revision}-pdfium${pdfiumVersion}-${pngEncoder}`,
    fonts: fonts.id,
    accepts: ({ mime }) => mime === 'application/pdf',
    async render({ bytes }, options, context) {
      const { limits } = context;
      if (bytes.length > limits.maxPdfBytes) {
        const hint = 'Split the document, and look at a part of it.';
        return refuse(overLimit('maxPdfBytes', limits.maxPdfBytes, bytes.length, hint));
      }
      const key = keyOf(bytes);
      const pages: RenderedPage[] = [];
      const drawn: DrawnPdfPage[] = [];
      let { last } = options.pages;
      for (let page = options.pages.first; page <= last; page++) {
        const { region, target } = options;
        const outcome = await engine.draw(bytes, { key, page, region, target }, context);
        if (!outcome.ok) return outcome;
        const { png, width, height, original, shown, pageCount } = outcome.value;
        const range = resolvePages(options.pages, pageCount);
        if (!range.ok) return range;
        last = range.value.last;
        pages.push({ png, width, height, page, original, shown });
        drawn.push(outcome.value);
      }
      const pageCount = drawn[0]?.pageCount ?? 0;
      return accept({ pages, pageCount, warnings: warningsOf(drawn), reproducible: true });
    },
    read({ bytes }, { pages, maxChars }, context) {
      return engine.read(bytes, { key: keyOf(bytes), ...pages, maxChars }, context);
    },
    warm: () => engine.warm(),
    close: () => engine.close(),
  };
}

function keyOf(bytes: Uint8Array): string {
  return hash('sha256', bytes);
}

/** The fourteen that every reader has, under the names that documents use for them. */
const builtIn = /^(Helvetica|Arial|Times|Courier|Symbol|ZapfDingbats)/i;

function warningsOf(drawn: readonly DrawnPdfPage[]): readonly Warning[] {
  const warnings: Warning[] = [];
  const faces = new Set(
    drawn
      .flatMap(({ asked }) => asked)
      .filter(({ face, fontClass }) => fontClass !== undefined || !builtIn.test(face))
      .map(({ face }) => printable(face)),
  );
  if (faces.size > 0) {
    const named = [...faces].slice(0, maxNamedPdfFonts).join(', ');
    const more = faces.size > maxNamedPdfFonts ? ` and ${faces.size - maxNamedPdfFonts} more` : '';
    const message = `The document does not bring these fonts, and others were used: ${named}${more}.`;
    warnings.push({ kind: 'fonts-substituted', message });
  }
  if (drawn.some(({ isXfa }) => isXfa)) {
    const message = 'The document holds an XFA form, of which only the static part is drawn.';
    warnings.push({ kind: 'part-not-drawn', message });
  }
  if (drawn.some(({ isProtected }) => isProtected)) {
    const message = 'The document is encrypted, and opened with an empty password.';
    warnings.push({ kind: 'password', message });
  }
  return warnings;
}

/** A name from inside a document is untrusted text. */
function printable(face: string): string {
  return face.replaceAll(/[^\x20-\x7e]+/g, '?').slice(0, 60) || 'a font without a name';
}

/** As `package.json` pins it; a test holds the two together. */
export const pdfiumVersion = '2.15.1';

interface DrawnPdfPage extends PdfPage {
  readonly pageCount: number;
  readonly isProtected: boolean;
  readonly isXfa: boolean;
  /** Fonts that the document names and does not bring. */
  readonly asked: readonly Asked[];
}

const require = createRequire(import.meta.url);

/** PDFium from the host's side: a document is handed to the thread once, fonts only when a page turns out to need them. */
class PdfEngine {
  readonly #engine: Engine;
  readonly #fonts: FontSet;
  /** What the thread has that ran last. */
  #handed: Handed = new Map();

  constructor(fonts: FontSet, limits: Partial<RenderLimits> | undefined) {
    const compiled = keeping(() => compileWasm(require.resolve('@embedpdf/pdfium/pdfium.wasm')));
    this.#fonts = fonts;
    this.#engine = new Engine({
      name: 'pdfium',
      entry: entryBeside(import.meta.url, 'worker'),
      limits,
      load: async (): Promise<PdfInit> => ({ module: await compiled() }),
    });
  }

  /** Once more when the page turns out to need fonts that the thread has not. */
  async draw(
    bytes: Uint8Array,
    asked: Pick<PageOrder, 'key' | 'page' | 'region' | 'target'>,
    context: RenderContext,
  ): Promise<Outcome<DrawnPdfPage>> {
    const { maxOutputPixels, maxAspect } = context.limits;
    const order: PageOrder = { kind: 'page', ...asked, maxOutputPixels, maxAspect };
    const first = await this.#run(order, bytes, [], isPage, context);
    if (!first.ok) return first;
    const lacking = fontClasses.filter(
      (one) =>
        !this.#handed.has(one) && first.value.asked.some(({ fontClass }) => fontClass === one),
    );
    return lacking.length === 0 ? first : this.#run(order, bytes, lacking, isPage, context);
  }

  async read(
    bytes: Uint8Array,
    asked: Omit<TextOrder, 'kind'>,
    context: RenderContext,
  ): Promise<Outcome<ReadPages>> {
    const read = await this.#run({ kind: 'text', ...asked }, bytes, [], isText, context);
    return read.ok ? accept({ ...read.value, kind: 'pages' }) : read;
  }

  warm(): void {
    this.#engine.warm();
  }

  close(): Promise<void> {
    return this.#engine.close();
  }

  /** The order, behind whatever the thread lacks for it. */
  async #run<T>(
    order: PageOrder | TextOrder,
    bytes: Uint8Array,
    lacking: readonly FontClass[],
    isAnswer: (value: unknown) => value is T,
    { limits: { pdfPageTimeoutMs: timeoutMs }, signal }: RenderContext,
  ): Promise<Outcome<T>> {
    const { key } = order;
    const outcome = await this.#engine.run({
      isAnswer,
      signal,
      jobs: async (handed) => {
        this.#handed = handed;
        const orders: PdfOrder[] = [];
        for (const fontClass of lacking) {
          const data = await this.#fontFor(fontClass);
          if (data) orders.push({ kind: 'font', fontClass, data });
          handed.set(fontClass, 'font');
        }
        if (handed.get('document') !== key) orders.push({ kind: 'hold', key, bytes });
        handed.set('document', key);
        return [...orders, order].map((each) => ({ order: each, timeoutMs }));
      },
    });
    // Whether the document got there is not known now.
    if (!outcome.ok) this.#handed.delete('document');
    return outcome;
  }

  async #fontFor(fontClass: FontClass): Promise<Uint8Array | undefined> {
    const { always, lastResort } = this.#fonts;
    const font = fontClass === 'european' ? always[0] : lastResort;
    return font && toSfnt(await font.load());
  }
}

const isPage = isShape<DrawnPdfPage>({
  png: bytes,
  ...pageRules,
  pageCount: positive,
  isProtected: flag,
  isXfa: flag,
  asked: listOf(shape<Asked>({ face: text, fontClass: maybe(oneOf(fontClasses)) })),
});

const isText = isShape<Omit<ReadPages, 'kind'>>({
  pageCount: positive,
  pages: listOf(shape({ page: positive, text })),
});
