// Office files as they look, by the LibreOffice of the host: a process behind walls with a profile and a folder of its own
// and a deadline. What it draws depends on its version and fonts, so the pixels are kept
// and never promised again.
import { accept, type Outcome } from '@percept/core';
import type { RenderContext, Renderer, RenderSource } from '../renderer.ts';
import type { Program } from '../program/programs.ts';

const revision = 1;

const mimes: ReadonlySet<string> = new Set([
  'application/vnd.openxmlformats-officedocument',
  'application/vnd.oasis.opendocument',
  'application/x-ole-storage',
  'application/rtf',
]);

/** `pdf` draws what LibreOffice writes. Register it before the renderers that only read the structure. */
export function createLibreOfficeRenderer(
  pdf: Renderer & Required<Pick<Renderer, 'read'>>,
  program: Program,
): Renderer {
  return {
    id: 'libreoffice',
    version: `${revision}-${pdf.version}`,
    fonts: pdf.fonts,
    accepts: ({ mime }) => mimes.has(mime),
    async render({ bytes }, options, context) {
      const source = await asPdf(program, bytes, context);
      if (!source.ok) return source;
      const rendered = await pdf.render(source.value, options, context);
      return rendered.ok ? accept({ ...rendered.value, reproducible: false }) : rendered;
    },
    async read({ bytes }, options, context) {
      const source = await asPdf(program, bytes, context);
      return source.ok ? pdf.read(source.value, options, context) : source;
    },
    close: async () => pdf.close?.(),
  };
}

async function asPdf(
  program: Program,
  bytes: Uint8Array,
  context: RenderContext,
): Promise<Outcome<RenderSource>> {
  const { convert } = await import('./convert.ts');
  const converted = await convert(program, bytes, context);
  return converted.ok ? accept({ bytes: converted.value, mime: 'application/pdf' }) : converted;
}
