// PDF pages to pixels, each under its own deadline, as large as the target takes.
import { accept, refuse } from '@percept/core';
import { overLimit } from '@percept/core/internal';
import { hash } from 'node:crypto';
import { standardFonts } from '../fonts/font-set.ts';
import { pngEncoder } from '@percept/ingest/internal/png';
import { maxNamedPdfFonts } from '../limits.ts';
import { resolvePages } from '../options.ts';
import type { Renderer } from '../renderer.ts';
import type { RenderedPage, Warning } from '../rendering.ts';
import type { TakumiSetup } from '../takumi/takumi.ts';
import { PdfEngine, pdfiumVersion, type DrawnPdfPage } from './pdf-engine.ts';

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
