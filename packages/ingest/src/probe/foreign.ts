// Pictures beyond the four types that may leave, sounds and moving pictures: a few of these pictures are decoded, all the rest is
// recognised so that it can be refused by name.
import { findMagic, fourCc, spells, u16le, u32be, u32le, u8, type Magic } from './bytes.ts';

/** What each is called in a refusal. */
export const foreignImages = {
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
} as const;
export type ForeignImageFormat = keyof typeof foreignImages;

const imageMagics: readonly (Magic & { readonly format: ForeignImageFormat })[] = [
  { format: 'tiff', text: 'II*\0' },
  { format: 'tiff', text: 'MM\0*' },
  { format: 'big-tiff', text: 'II+\0' },
  { format: 'big-tiff', text: 'MM\0+' },
  { format: 'jpeg-xr', text: 'II\xbc' },
  { format: 'jxl', text: '\xff\x0a' },
  { format: 'jxl', text: '\0\0\0\x0cJXL \r\n\x87\n' },
  { format: 'jpeg-2000', text: '\0\0\0\x0cjP  \r\n\x87\n' },
  { format: 'jpeg-2000', text: '\xff\x4f\xff\x51' },
  { format: 'psd', text: '8BPS' },
  { format: 'dds', text: 'DDS ' },
  { format: 'exr', text: '\x76\x2f\x31\x01' },
  { format: 'hdr', text: '#?RADIANCE' },
  { format: 'hdr', text: '#?RGBE' },
  { format: 'icns', text: 'icns' },
  { format: 'xcf', text: 'gimp xcf' },
  { format: 'wmf', text: '\xd7\xcd\xc6\x9a' },
  { format: 'emf', text: ' EMF', at: 40 },
  { format: 'bpg', text: 'BPG\xfb' },
  { format: 'flif', text: 'FLIF' },
  { format: 'dicom', text: 'DICM', at: 128 },
  { format: 'fits', text: 'SIMPLE  =' },
  { format: 'farbfeld', text: 'farbfeld' },
  { format: 'ktx', text: '\xabKTX ' },
  { format: 'camera-raw', text: 'FUJIFILMCCD-RAW' },
  { format: 'jng', text: '\x8bJNG\r\n\x1a\n' },
  { format: 'mng', text: '\x8aMNG\r\n\x1a\n' },
  { format: 'sun-raster', text: '\x59\xa6\x6a\x95' },
];

/** The sizes that a BMP information header has had; "BM" alone also starts words. */
const bmpHeaderSizes: ReadonlySet<number> = new Set([12, 16, 40, 52, 56, 64, 108, 124]);

export function sniffForeignImage(bytes: Uint8Array): ForeignImageFormat | undefined {
  const magic = findMagic(bytes, imageMagics);
  if (magic) return magic.format;
  if (spells(bytes, 0, 'BM') && bmpHeaderSizes.has(u32le(bytes, 14))) return 'bmp';
  if (spells(bytes, 0, 'qoif') && (u8(bytes, 12) === 3 || u8(bytes, 12) === 4)) return 'qoi';
  if (spells(bytes, 0, '\x0a\x05\x01') && u8(bytes, 3) <= 8) return 'pcx';
  if (spells(bytes, 0, '\x01\xda') && u8(bytes, 2) <= 1 && u8(bytes, 3) <= 2) return 'sgi';
  if (spells(bytes, 0, 'FORM') && (spells(bytes, 8, 'ILBM') || spells(bytes, 8, 'PBM ')))
    return 'ilbm';
  return sniffIcon(bytes) ?? sniffPnm(bytes) ?? sniffTga(bytes);
}

function sniffIcon(bytes: Uint8Array): ForeignImageFormat | undefined {
  const kind = u32be(bytes, 0);
  const count = u16le(bytes, 4);
  if (bytes.length < 22 || count < 1 || count > 1024 || u8(bytes, 9) !== 0) return undefined;
  if (kind === 0x0000_0100) return 'ico';
  return kind === 0x0000_0200 ? 'cur' : undefined;
}

/** `P1` to `P7`, `PF` or `Pf`, then white space, then a number or a comment. */
function sniffPnm(bytes: Uint8Array): ForeignImageFormat | undefined {
  const start = fourCc(bytes, 0);
  return /^P[1-7Ff][\t\n\r ][\d#W]/.test(start) ? 'pnm' : undefined;
}

/** A TGA has no magic at its start: its footer counts, or a header in which every field is plausible. */
function sniffTga(bytes: Uint8Array): ForeignImageFormat | undefined {
  if (spells(bytes, bytes.length - 18, 'TRUEVISION-XFILE.\0')) return 'tga';
  if (bytes.length < 18 || u16le(bytes, 0) !== 0 || ![2, 3, 10, 11].includes(u8(bytes, 2)))
    return undefined;
  const hasNoPalette = u32le(bytes, 3) === 0 && u8(bytes, 7) === 0;
  const hasSize = u16le(bytes, 12) > 0 && u16le(bytes, 14) > 0;
  const hasDepth = [8, 15, 16, 24, 32].includes(u8(bytes, 16));
  return hasNoPalette && hasSize && hasDepth ? 'tga' : undefined;
}

export const foreignSounds = [
  { format: 'aiff', text: 'AIFF', at: 8 },
  { format: 'aiff', text: 'AIFC', at: 8 },
  { format: 'amr', text: '#!AMR' },
  { format: 'ape', text: 'MAC ' },
  { format: 'au', text: '.snd' },
  { format: 'caf', text: 'caff' },
  { format: 'midi', text: 'MThd' },
  { format: 'wavpack', text: 'wvpk' },
  { format: 'wma', text: '\x30\x26\xb2\x75\x8e\x66\xcf\x11' },
] as const satisfies readonly (Magic & { readonly format: string })[];
export type ForeignAudioFormat = (typeof foreignSounds)[number]['format'];

export function sniffForeignAudio(bytes: Uint8Array): ForeignAudioFormat | undefined {
  return findMagic(bytes, foreignSounds)?.format;
}

/** AVI, FLV and MPEG streams; MP4, Matroska and Ogg are told apart from sound where their tracks are read. */
export function isForeignVideo(bytes: Uint8Array): boolean {
  return (
    (spells(bytes, 0, 'RIFF') && spells(bytes, 8, 'AVI ')) ||
    spells(bytes, 0, 'FLV\x01') ||
    spells(bytes, 0, '\0\0\x01\xba') ||
    spells(bytes, 0, '\0\0\x01\xb3')
  );
}
