// What the bytes are decides which way they go in; what the caller expects and what the source calls itself can only
// narrow that. The one place that decides, for taking in, for keeping, and for the first bytes of a download.
import { accept, refuse, type AudioType, type Outcome, type SourceType } from '@percept/core';
import { hasPdfObject } from '../probe/document.ts';
import { refusalFor, sniff, type Sniffed } from '../sniff.ts';
import type { SourceBytes } from '../sources/index.ts';
import type { Expectation } from './request.ts';

export type WayIn =
  | { readonly kind: 'image'; readonly mime: SourceType }
  | { readonly kind: 'audio'; readonly mime: AudioType }
  | { readonly kind: 'file'; readonly mime: string };

export function wayIn(source: SourceBytes, expected: Expectation | undefined): Outcome<WayIn> {
  const expect = expected ?? (claimsPicture(source) ? 'image' : 'media');
  const sniffed = sniff(source.bytes);
  if (sniffed.kind === 'empty') return refuse(refusalFor(sniffed));
  if (expect === 'file') return accept({ kind: 'file', mime: mimeOf(sniffed) });
  switch (sniffed.kind) {
    case 'image':
      return expect === 'audio' ? refuse(notASound) : accept({ kind: 'image', mime: sniffed.mime });
    case 'audio':
      return expect === 'image'
        ? refuse(notAPicture)
        : accept({ kind: 'audio', mime: sniffed.mime });
    case 'document':
    case 'text': {
      if (expect === 'audio') return refuse(notASound);
      const refusal = refusalFor(sniffed);
      // What cannot even be rendered has no reader on the other side either.
      if (expect === 'image' || refusal.refused !== 'needs-render') return refuse(refusal);
      if (!isWhatItSays(source, sniffed)) return refuse(noPdf);
      return accept({ kind: 'file', mime: mimeOf(sniffed) });
    }
    case 'vector':
      return refuse(expect === 'audio' ? notASound : refusalFor(sniffed));
    case 'video':
    case 'refused-image':
    case 'refused-audio':
    case 'unknown':
      return refuse(refusalFor(sniffed));
  }
}

/** What the first bytes alone can say: no way in, whatever follows. */
export function glance(head: Uint8Array, expect: Expectation | undefined): Outcome<undefined> {
  const sniffed = sniff(head);
  switch (sniffed.kind) {
    case 'refused-image':
    case 'refused-audio':
    case 'video':
    case 'vector':
      return expect === 'file' ? accept(undefined) : refuse(refusalFor(sniffed));
    case 'text':
    case 'document':
      if (expect === 'audio') return refuse(notASound);
      return expect === 'image' ? refuse(refusalFor(sniffed)) : accept(undefined);
    case 'empty':
    case 'image':
    case 'audio':
    case 'unknown':
      return accept(undefined);
  }
}

export const notAPicture = {
  refused: 'unperceivable',
  message: 'This is a sound, and a picture was asked for.',
  hint: 'Send a PNG, JPEG, GIF or WebP picture.',
} as const;

const notASound = {
  refused: 'unperceivable',
  message: 'This is no sound, and a sound was asked for.',
  hint: 'Send WAV, MP3, FLAC, Ogg or M4A.',
} as const;

/** Whoever sends `shot.png` means a picture: an error page in its place is no document to keep. */
function claimsPicture({ name, declaredType }: SourceBytes): boolean {
  return (
    /^image\//i.test(declaredType ?? '') || /\.(png|jpe?g|gif|webp|avif|bmp|ico)$/i.test(name ?? '')
  );
}

const pdf = 'application/pdf';

/** A name, a label or a first line makes no PDF. */
function isWhatItSays({ bytes, name, declaredType }: SourceBytes, sniffed: Sniffed): boolean {
  if (sniffed.kind === 'document' && sniffed.mime === pdf) return hasPdfObject(bytes);
  return !/\.pdf$/i.test(name ?? '') && declaredType !== pdf;
}

const noPdf = {
  refused: 'corrupt',
  message: 'This says that it is a PDF, and its bytes are none.',
  hint: 'Check that it was saved or sent completely, or give it the name of what it is.',
} as const;

function mimeOf(sniffed: Sniffed): string {
  if ('mime' in sniffed) return sniffed.mime;
  return sniffed.kind === 'text' ? 'text/plain' : 'application/octet-stream';
}
