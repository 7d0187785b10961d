// The words for a source that could be seen if the host had registered the renderer for it.
import type { Refusal } from '@percept/core';

const office =
  'Office files need LibreOffice on the host, behind bubblewrap (Debian: `apt-get install libreoffice-nogui bubblewrap`); or export the file as PDF and look at that.';

const hints: ReadonlyMap<string, string> = new Map([
  ['image/svg+xml', 'Register the svg renderer of @percept/render, or read the drawing as text.'],
  ['application/pdf', 'Register the pdf renderer of @percept/render.'],
  ['application/vnd.openxmlformats-officedocument', office],
  ['application/vnd.oasis.opendocument', office],
  ['application/x-ole-storage', office],
  ['application/rtf', office],
  ['application/epub+zip', 'Convert the book to PDF and look at that.'],
  ['application/postscript', 'Convert it to PDF, for example with `ps2pdf`, and look at that.'],
]);

/** Undefined where no renderer could help, so that the refusal is that of the door. */
export function rendererMissing(mime: string): Refusal | undefined {
  const isText = mime.startsWith('text/') || mime.endsWith('json');
  const hint =
    hints.get(mime) ??
    (isText ? 'Register the text renderers of @percept/render, or read it as text.' : undefined);
  return hint === undefined
    ? undefined
    : {
        refused: 'renderer-missing',
        message: `No renderer for ${mime} is registered with this host.`,
        hint,
      };
}
