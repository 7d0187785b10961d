// From bytes to a block. What the bytes are decides what happens to them; what has no way in is refused by its name.
import { accept, overLimit, refuse, type Outcome } from '@percept/core';
import { refusalFor, sniff, type Sniffed } from '../sniff.ts';
import type { SourceBytes } from '../sources/index.ts';
import { notAPicture } from './bitmap.ts';
import { admitImage } from './image.ts';
import { admitAudio, admitFile } from './kept.ts';
import {
  takenBack,
  type AdmissionParts,
  type AdmissionRequest,
  type Admitted,
  type Expectation,
} from './request.ts';

export { developBitmap, type BitmapRequest } from './bitmap.ts';
export {
  takenBack,
  type AdmissionParts,
  type AdmissionRequest,
  type AdmissionStep,
  type Admitted,
  type Expectation,
} from './request.ts';

export async function admit(
  parts: AdmissionParts,
  source: SourceBytes,
  request: AdmissionRequest,
): Promise<Outcome<Admitted>> {
  if (request.signal?.aborted) return refuse(takenBack);
  const { bytes } = source;
  const { maxSourceBytes } = parts.limits;
  if (bytes.length > maxSourceBytes) {
    return refuse(
      overLimit(
        'maxSourceBytes',
        maxSourceBytes,
        bytes.length,
        'Make it smaller before sending it.',
      ),
    );
  }
  if ((await parts.room?.(bytes.length)) === false) return refuse(takenBack);
  const expect = request.expect ?? (claimsPicture(source) ? 'image' : 'media');
  const sniffed = sniff(bytes);
  if (sniffed.kind === 'empty') return refuse(refusalFor(sniffed));
  if (expect === 'file') return admitFile(parts, source, request, mimeOf(sniffed));
  switch (sniffed.kind) {
    case 'image':
      return admitImage(parts, source, request, sniffed.mime);
    case 'audio':
      if (expect === 'image') return refuse(notAPicture);
      return admitAudio(parts, source, request, sniffed.mime);
    case 'document':
    case 'text': {
      const refusal = refusalFor(sniffed);
      // What cannot even be rendered has no reader on the other side either.
      if (expect === 'image' || refusal.refused !== 'needs-render') return refuse(refusal);
      return admitFile(parts, source, request, mimeOf(sniffed));
    }
    case 'vector':
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
      return expect === 'image' ? refuse(refusalFor(sniffed)) : accept(undefined);
    case 'empty':
    case 'image':
    case 'audio':
    case 'unknown':
      return accept(undefined);
  }
}

/** Whoever sends `shot.png` means a picture: an error page in its place is no document to keep. */
function claimsPicture({ name, declaredType }: SourceBytes): boolean {
  return /^image\//i.test(declaredType ?? '') || /\.(png|jpe?g|gif|webp)$/i.test(name ?? '');
}

function mimeOf(sniffed: Sniffed): string {
  if ('mime' in sniffed) return sniffed.mime;
  return sniffed.kind === 'text' ? 'text/plain' : 'application/octet-stream';
}
