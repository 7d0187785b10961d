// Documents and archives, recognised by their first bytes so that the refusal can say what to do with them.
import { findMagic, findText, spells, u16le, u8, type Magic } from './bytes.ts';

export const documentTypes = [
  'application/pdf',
  'application/postscript',
  'application/rtf',
  'application/epub+zip',
  'application/vnd.oasis.opendocument',
  'application/vnd.openxmlformats-officedocument',
  'application/x-ole-storage',
  'application/zip',
  'application/gzip',
  'application/x-7z-compressed',
  'application/x-bzip2',
  'application/x-rar',
  'application/x-tar',
  'application/x-xz',
  'application/zstd',
] as const;
export type DocumentType = (typeof documentTypes)[number];

const magics: readonly (Magic & { readonly mime: DocumentType })[] = [
  { mime: 'application/pdf', text: '%PDF-' },
  { mime: 'application/postscript', text: '%!PS' },
  { mime: 'application/rtf', text: '{\\rtf' },
  { mime: 'application/x-ole-storage', text: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
  { mime: 'application/gzip', text: '\x1f\x8b\x08' },
  { mime: 'application/x-7z-compressed', text: '7z\xbc\xaf\x27\x1c' },
  { mime: 'application/x-bzip2', text: 'BZh' },
  { mime: 'application/x-rar', text: 'Rar!\x1a\x07' },
  { mime: 'application/x-xz', text: '\xfd7zXZ\0' },
  { mime: 'application/zstd', text: '\x28\xb5\x2f\xfd' },
  { mime: 'application/x-tar', text: 'ustar', at: 257 },
];

/** Readers of PDF accept junk before the header, up to here. */
const pdfWindow = 1024;

export function sniffDocument(bytes: Uint8Array): DocumentType | undefined {
  const magic = findMagic(bytes, magics);
  if (magic) return magic.mime;
  if (spells(bytes, 0, 'PK\x03\x04') || spells(bytes, 0, 'PK\x05\x06')) return sniffZip(bytes);
  return undefined;
}

/** A PDF after leading junk. Asked last: the junk may be a format of its own. */
export function hasLatePdf(bytes: Uint8Array): boolean {
  return findText(bytes, '%PDF-', 0, pdfWindow) >= 0;
}

/** A first object begins near the start, whatever wrote the file. */
const firstObjectWindow = 1024 * 1024;

/** Whether anything but the first line says PDF: without a single object no reader opens it. */
export function hasPdfObject(bytes: Uint8Array): boolean {
  for (let at = 0; ; at += 1) {
    at = findText(bytes, ' obj', at, firstObjectWindow);
    if (at < 0) return false;
    const isNumber = (place: number): boolean =>
      u8(bytes, place) >= 0x30 && u8(bytes, place) <= 0x39;
    if (isNumber(at - 1) && (isNumber(at - 2) || isNumber(at - 3))) return true;
  }
}

function sniffZip(bytes: Uint8Array): DocumentType {
  const name = 30;
  const data = name + u16le(bytes, 26) + u16le(bytes, 28);
  if (spells(bytes, name, 'mimetype')) {
    if (spells(bytes, data, 'application/epub+zip')) return 'application/epub+zip';
    if (spells(bytes, data, 'application/vnd.oasis.')) return 'application/vnd.oasis.opendocument';
  }
  const isOffice = ['[Content_Types].xml', '_rels/', 'docProps/', 'word/', 'xl/', 'ppt/'].some(
    (part) => spells(bytes, name, part),
  );
  return isOffice ? 'application/vnd.openxmlformats-officedocument' : 'application/zip';
}
