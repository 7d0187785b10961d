// The words for what the door recognises and does not take: what it is, and how to get a picture out of it.
import type { Refusal } from '@percept/core';
import type { NotTaken } from '../sniff.ts';
import type { DocumentType } from './document.ts';
import { foreignImages, type ForeignImageFormat } from './foreign.ts';

const toPng = 'Convert it to PNG and send that';

/** Formats with a better way than "convert it". */
const hints: Partial<Readonly<Record<ForeignImageFormat, string>>> = {
  heic: 'Export it as JPEG from the photo application (on iPhone: Settings, Camera, Formats, Most Compatible), or `magick in.heic out.jpg`.',
  avif: 'Save it as PNG, JPEG or WebP, for example with `magick in.avif out.png`.',
  bmp: `${toPng}, for example with \`magick in.bmp out.png\`; it will also be far smaller.`,
  tiff: `${toPng}, for example with \`magick 'in.tiff[0]' out.png\`; send several pages one by one.`,
  'camera-raw': 'Develop it to JPEG in the photo application, and send that.',
  psd: 'Flatten its layers and export it as PNG.',
  xcf: 'Flatten its layers and export it as PNG.',
};

/** Layered documents and drawings: there is no single raster in them to decode. */
const unperceivable: ReadonlySet<ForeignImageFormat> = new Set(['psd', 'xcf', 'wmf', 'emf']);

const refusals: Readonly<Record<'empty' | 'video' | 'vector' | 'text' | 'unknown', Refusal>> = {
  empty: {
    refused: 'empty',
    message: 'The source has zero bytes.',
    hint: 'Check that it was saved or sent completely.',
  },
  video: {
    refused: 'unperceivable',
    message: 'This is a video, and only stills and sound are taken.',
    hint: 'Send a frame of it as PNG, or its sound as WAV.',
  },
  vector: {
    refused: 'needs-render',
    message: 'This is an SVG drawing: it has no pixels until it is rendered.',
    hint: 'Look at it with `view`, which renders it in the darkroom, or read it as text.',
  },
  text: {
    refused: 'needs-render',
    message: 'This is text: it has no pixels until it is rendered.',
    hint: 'Read it as text, or look at it with `view`.',
  },
  unknown: {
    refused: 'unperceivable',
    message: 'These bytes are no picture, sound, document or text that is known here.',
    hint: 'Send a PNG, JPEG, GIF or WebP picture.',
  },
};

export function refusalFor(sniffed: NotTaken): Refusal {
  switch (sniffed.kind) {
    case 'refused-image':
      return {
        refused: unperceivable.has(sniffed.format) ? 'unperceivable' : 'unsupported-type',
        message: `This is ${foreignImages[sniffed.format]}; PNG, JPEG, GIF, WebP, AVIF, BMP and ICO are taken.`,
        hint: hints[sniffed.format] ?? `${toPng}.`,
      };
    case 'refused-audio':
      return {
        refused: 'unsupported-type',
        message: `This is a sound in the format ${sniffed.format}; WAV, MP3, Ogg, FLAC, M4A, WebM and AAC are taken.`,
        hint: 'Convert it to WAV or MP3, for example with `ffmpeg -i in out.wav`.',
      };
    case 'document':
      return forDocument(sniffed.mime);
    case 'empty':
    case 'video':
    case 'vector':
    case 'text':
    case 'unknown':
      return refusals[sniffed.kind];
  }
}

/** Besides gzip, which is the form of one kind of drawing. */
const archives: ReadonlySet<DocumentType> = new Set([
  'application/zip',
  'application/x-7z-compressed',
  'application/x-bzip2',
  'application/x-rar',
  'application/x-tar',
  'application/x-xz',
  'application/zstd',
]);

function forDocument(mime: DocumentType): Refusal {
  if (mime === 'application/pdf')
    return {
      refused: 'needs-render',
      message: 'This is a PDF: it has no pixels until a page is rendered.',
      hint: 'Look at one of its pages with `view`.',
    };
  if (mime === 'application/gzip')
    return {
      refused: 'unperceivable',
      message: 'This is a gzip file, and compressed files are not opened.',
      hint: 'Decompress it and send what is inside; an `.svgz` becomes an `.svg`.',
    };
  const [message, hint] = archives.has(mime)
    ? [
        `This is an archive of type ${mime}, and archives are not opened.`,
        'Unpack it and send the pictures that are inside.',
      ]
    : [`This is a document of type ${mime}.`, 'Export it as PDF and look at that.'];
  return { refused: 'unperceivable', message, hint };
}
