// Files that are two things at once, or another thing than their name says, and sounds that lie.
import { gzipSync } from 'node:zlib';
import { be32, join, text } from './bytes.ts';
import { corrupt, either, refused, type HostileFile } from './hostile-file.ts';
import { gif } from './make-gif.ts';
import { jpeg, segment } from './make-jpeg.ts';
import { png } from './make-png.ts';
import { lossless, webp } from './make-webp.ts';
import { box, fileType, flac, id3, mp3Frame, movie, ogg, oggHeads, wav } from './make-sound.ts';

const zip = text('PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\0\0ax');
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

export function polyglots(): readonly HostileFile[] {
  const html = text('--><html><script>alert(1)</script>');
  return [
    either('PNG with a ZIP behind it', join(png({ width: 8, height: 8 }), zip)),
    either('GIF with a ZIP behind it', join(gif(8, 8), zip)),
    either('WebP with a ZIP behind it', join(webp(lossless(8, 8)), zip)),
    either(
      'JPEG with a second JPEG behind it',
      join(jpeg({ width: 8, height: 8 }), jpeg({ width: 8, height: 8 })),
    ),
    either(
      'JPEG with HTML in a comment',
      jpeg({ width: 8, height: 8, segments: [segment(0xfe, html)] }),
    ),
    either(
      'JPEG with a PDF in a comment',
      jpeg({ width: 8, height: 8, segments: [segment(0xfe, text('%PDF-1.4\n1 0 obj'))] }),
    ),
    refused(
      'GIF that is JavaScript',
      text('GIF89a/*\0\0\0\0*/=1;alert(1);//'),
      'corrupt',
      'too-large',
    ),
    refused(
      'PDF with a JPEG behind it',
      join('%PDF-1.4\n', jpeg({ width: 8, height: 8 })),
      'needs-render',
    ),
    refused('ZIP with a PNG behind it', join(zip, png({ width: 8, height: 8 })), 'unperceivable'),
    refused(
      'HTML with a PNG behind it',
      join('<!doctype html><p>hi</p>', png({ width: 8, height: 8 })),
      'unperceivable',
    ),
  ];
}

export function disguises(): readonly HostileFile[] {
  return [
    refused('SVG under a PNG name', text(svg), 'needs-render'),
    refused(
      'SVG that reads a file',
      text(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg}`),
      'needs-render',
    ),
    refused(
      'SVG of a thousand million laughs',
      text(`<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>${svg}`),
      'needs-render',
    ),
    refused('SVG compressed', gzipSync(svg), 'unperceivable'),
    refused('HTML under a PNG name', text('<!doctype html><title>404</title>'), 'needs-render'),
    refused('JSON error under a PNG name', text('{"error":"not found"}'), 'needs-render'),
    refused('nothing', new Uint8Array(), 'empty'),
    refused('a megabyte of zeros', new Uint8Array(1_000_000), 'unperceivable'),
    refused('an executable', join([0x7f], 'ELF', new Uint8Array(64)), 'unperceivable'),
    refused(
      'a HEIC',
      join(fileType('heic', 'mif1'), box('meta', new Uint8Array(20))),
      'unsupported-type',
    ),
    refused('a Photoshop document', text('8BPS\0\x01\0\0\0\0\0\0'), 'unperceivable'),
    refused('an MP4 video', join(fileType('isom'), movie(1000, 'vide', 'soun')), 'unperceivable'),
  ];
}

export function hostileSounds(): readonly HostileFile[] {
  let nested = box('hdlr', new Uint8Array(16));
  for (let depth = 0; depth < 500; depth++) nested = box('moov', nested);
  const cut = join(
    fileType('M4A '),
    movie(1000, 'soun'),
    be32(1_000_000),
    'mdat',
    new Uint8Array(9),
  );
  const pastEnd = ogg(oggHeads.vorbis, 44_100);
  return [
    corrupt('MP3 with an ID3 tag of 256 MB', join(id3(0x0fff_ffff, 100), mp3Frame(), mp3Frame())),
    corrupt('MP3 of nothing but its tag', id3(100)),
    corrupt('WAVE that names more data than it has', wav(1, { claim: 1_000_000 })),
    corrupt('WAVE of nothing but its header', wav(1).subarray(0, 20)),
    corrupt('WAVE of no channels', wav(1, { channels: 0 })),
    corrupt('FLAC of sixty thousand million samples', flac(44_100, 2, 60_000_000_000)),
    corrupt('FLAC without sound', flac(44_100, 2, 44_100).subarray(0, 42)),
    corrupt('Ogg that ends inside a page', pastEnd.subarray(0, pastEnd.length - 100)),
    corrupt('M4A that ends inside its data', cut),
    corrupt('M4A without a movie header', join(fileType('M4A '), box('mdat', new Uint8Array(64)))),
    either('Ogg with a granule of centuries', ogg(oggHeads.vorbis, 2 ** 52)),
    refused(
      'MP4 with boxes nested 500 deep',
      join(fileType('M4A '), nested),
      'unperceivable',
      'corrupt',
    ),
    refused(
      'MP4 with a box of length 2^63',
      join(fileType('M4A '), be32(1), 'moov', be32(0x7fff_ffff), be32(0)),
      'unperceivable',
      'corrupt',
    ),
    refused('MP4 with boxes of length 0', join(fileType('M4A '), new Uint8Array(1000)), 'corrupt'),
    refused(
      'WebM of nothing but its first element',
      text('\x1a\x45\xdf\xa3\x84webm'),
      'unperceivable',
      'corrupt',
    ),
    corrupt('PNG signature on a sound', join('\x89PNG\r\n\x1a\n', wav(1))),
  ];
}
