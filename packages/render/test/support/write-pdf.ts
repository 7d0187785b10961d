// A small PDF writer for tests: objects in, a file with a right cross-reference table out. What a test wants broken it
// breaks afterwards, in the bytes.
import { deflateSync } from 'node:zlib';

export type PdfObject = string | { readonly dict: string; readonly stream: Uint8Array | string };

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Objects are numbered from 1 in order; the first is the catalogue. */
export function writePdf(objects: readonly PdfObject[], trailer = ''): Uint8Array {
  const parts: Buffer[] = [latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  const push = (bytes: Buffer): void => {
    parts.push(bytes);
    at += bytes.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(at);
    push(latin1(`${index + 1} 0 obj\n`));
    if (typeof object === 'string') push(latin1(object));
    else {
      const stream =
        typeof object.stream === 'string' ? latin1(object.stream) : Buffer.from(object.stream);
      push(latin1(`<< ${object.dict} /Length ${stream.length} >>\nstream\n`));
      push(stream);
      push(latin1('\nendstream'));
    }
    push(latin1('\nendobj\n'));
  }
  const start = at;
  const entries = offsets
    .map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
    .join('');
  push(latin1(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`));
  push(
    latin1(
      `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}

export interface PageContent {
  readonly content: string | Uint8Array;
  readonly box?: string;
  /** More entries of the page dictionary. */
  readonly entries?: string;
  readonly deflate?: boolean;
}

/** Pages with Helvetica as /F1; `extra` objects follow the pages, and are numbered from `firstExtra(pages)`. */
export function pagesPdf(
  pages: readonly PageContent[],
  extra: readonly PdfObject[] = [],
  { resources = '', fonts = '', catalogue = '', trailer = '' } = {},
): Uint8Array {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects: PdfObject[] = [
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  for (const [
    index,
    { content, box = '0 0 612 792', entries = '', deflate = false },
  ] of pages.entries()) {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents ${5 + index * 2} 0 R ` +
        `/Resources << /Font << /F1 3 0 R ${fonts} >> ${resources} >> ${entries} >>`,
    );
    const bytes = typeof content === 'string' ? latin1(content) : Buffer.from(content);
    objects.push(
      deflate
        ? { dict: '/Filter /FlateDecode', stream: deflateSync(bytes) }
        : { dict: '', stream: bytes },
    );
  }
  return writePdf([...objects, ...extra], trailer);
}

export function firstExtra(pages: number): number {
  return 4 + pages * 2;
}

export function line(text: string, x = 72, y = 700, size = 24): string {
  return `BT /F1 ${size} Tf ${x} ${y} Td (${text.replaceAll(/[()\\]/g, String.raw`\$&`)}) Tj ET\n`;
}
