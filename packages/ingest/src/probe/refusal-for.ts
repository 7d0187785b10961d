// The words for what the door recognises and does not take: what it is, and how to get a picture out of it.
import type { Refusal } from '@percept/core';
import type { NotTaken } from '../sniff.ts';
import type { DocumentType } from './document.ts';
import type { ForeignImageFormat } from './foreign-image.ts';

const names: Readonly<Record<ForeignImageFormat, string>> = {
  avif: 'an AVIF picture',
  'big-tiff': 'a BigTIFF picture',
  bmp: 'a BMP picture',
  bpg: 'a BPG picture',
  'camera-raw': 'a camera raw file',
  cur: 'a Windows cursor',
  dds: 'a DDS texture',
  dicom: 'a DICOM picture',
  emf: 'an EMF drawing',
  exr: 'an OpenEXR picture',
  farbfeld: 'a farbfeld picture',
  fits: 'a FITS picture',
  flif: 'a FLIF picture',
  hdr: 'a Radiance HDR picture',
  heic: 'a HEIC picture',
  icns: 'a macOS icon',
  ico: 'a Windows icon',
  ilbm: 'an ILBM picture',
  jng: 'a JNG picture',
  'jpeg-2000': 'a JPEG 2000 picture',
  'jpeg-ls': 'a JPEG-LS picture',
  'jpeg-xr': 'a JPEG XR picture',
  jxl: 'a JPEG XL picture',
  ktx: 'a KTX texture',
  mng: 'an MNG animation',
  pcx: 'a PCX picture',
  pnm: 'a PNM picture',
  psd: 'a Photoshop document',
  qoi: 'a QOI picture',
  sgi: 'an SGI picture',
  'sun-raster': 'a Sun raster picture',
  tga: 'a TGA picture',
  tiff: 'a TIFF picture',
  wmf: 'a WMF drawing',
  xcf: 'a GIMP document',
};

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

export function refusalFor(sniffed: NotTaken): Refusal {
  switch (sniffed.kind) {
    case 'empty':
      return say(
        'empty',
        'The source has zero bytes.',
        'Check that it was saved or sent completely.',
      );
    case 'refused-image':
      return say(
        unperceivable.has(sniffed.format) ? 'unperceivable' : 'unsupported-type',
        `This is ${names[sniffed.format]}; PNG, JPEG, GIF, WebP, AVIF, BMP and ICO are taken.`,
        hints[sniffed.format] ?? `${toPng}.`,
      );
    case 'refused-audio':
      return say(
        'unsupported-type',
        `This is a sound in the format ${sniffed.format}; WAV, MP3, Ogg, FLAC, M4A, WebM and AAC are taken.`,
        'Convert it to WAV or MP3, for example with `ffmpeg -i in out.wav`.',
      );
    case 'video':
      return say(
        'unperceivable',
        'This is a video, and only stills and sound are taken.',
        'Send a frame of it as PNG, or its sound as WAV.',
      );
    case 'vector':
      return say(
        'needs-render',
        'This is an SVG drawing: it has no pixels until it is rendered.',
        'Look at it with `view`, which renders it in the darkroom, or read it as text.',
      );
    case 'document':
      return forDocument(sniffed.mime);
    case 'text':
      return say(
        'needs-render',
        'This is text: it has no pixels until it is rendered.',
        'Read it as text, or look at it with `view`.',
      );
    case 'unknown':
      return say(
        'unperceivable',
        'These bytes are no picture, sound, document or text that is known here.',
        'Send a PNG, JPEG, GIF or WebP picture.',
      );
  }
}

function forDocument(mime: DocumentType): Refusal {
  switch (mime) {
    case 'application/pdf':
      return say(
        'needs-render',
        'This is a PDF: it has no pixels until a page is rendered.',
        'Look at one of its pages with `view`.',
      );
    case 'application/gzip':
      return say(
        'unperceivable',
        'This is a gzip file, and compressed files are not opened.',
        'Decompress it and send what is inside; an `.svgz` becomes an `.svg`.',
      );
    case 'application/postscript':
    case 'application/rtf':
    case 'application/epub+zip':
    case 'application/vnd.oasis.opendocument':
    case 'application/vnd.openxmlformats-officedocument':
    case 'application/x-ole-storage':
      return say(
        'unperceivable',
        `This is a document of type ${mime}.`,
        'Export it as PDF and look at that.',
      );
    case 'application/zip':
    case 'application/x-7z-compressed':
    case 'application/x-bzip2':
    case 'application/x-rar':
    case 'application/x-tar':
    case 'application/x-xz':
    case 'application/zstd':
      return say(
        'unperceivable',
        `This is an archive of type ${mime}, and archives are not opened.`,
        'Unpack it and send the pictures that are inside.',
      );
  }
}

function say(refused: Refusal['refused'], message: string, hint: string): Refusal {
  return { refused, message, hint };
}
