// Whether a file is what our encoders write, and nothing else: no chunk, segment or byte beyond what the pixels need. The host
// asks this of every answer, so that a decoder that was taken over cannot smuggle anything out in a file.
import { isEndedJpeg, readJpegSegments } from '../probe/jpeg-segments.ts';
import { isEndedPng, readPngChunks } from '../probe/png-chunks.ts';
import { readWebpChunks } from '../probe/webp.ts';
import type { OutputType } from './picture.ts';
import { maxBareParts } from '../limits.ts';

const pngChunks: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);
const webpChunks: ReadonlySet<string> = new Set(['VP8 ', 'VP8L']);
/** JFIF and Adobe's marker have a fixed size; anything longer carries something. */
const applicationBytes: ReadonlyMap<number, number> = new Map([
  [0xe0, 14],
  [0xee, 12],
]);

export function isBare(bytes: Uint8Array, mime: OutputType): boolean {
  switch (mime) {
    case 'image/png': {
      const walked = readPngChunks(bytes, maxBareParts);
      if (!walked.ok || !isEndedPng(walked.value)) return false;
      if (walked.value.at(-1)?.end !== bytes.length) return false;
      return walked.value.every(({ type }) => pngChunks.has(type));
    }
    case 'image/jpeg': {
      const walked = readJpegSegments(bytes, maxBareParts);
      if (!walked.ok || !isEndedJpeg(walked.value)) return false;
      if (walked.value.at(-1)?.end !== bytes.length) return false;
      return walked.value.every(({ marker, data, dataEnd }) => {
        const isApplication = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
        return !isApplication || applicationBytes.get(marker) === dataEnd - data;
      });
    }
    case 'image/webp': {
      const read = readWebpChunks(bytes, maxBareParts);
      if (!read.ok || read.value.end !== bytes.length) return false;
      return read.value.chunks.every(({ type }) => webpChunks.has(type));
    }
  }
}
