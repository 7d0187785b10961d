// Drops the application segments and comments of a JPEG: EXIF with its thumbnail and place, XMP, IPTC, second pictures
// after the end. JFIF and Adobe stay without their extras, and the profile stays, since they decide colour.
import { keepJpegSegments, type Keep } from '../probe/jpeg-kinds.ts';
import { isEndedJpeg, readJpegSegments } from '../probe/jpeg-segments.ts';
import { partsOf, type Piece } from './pieces.ts';
import { maxStrippedChunks } from '../limits.ts';

export function stripJpeg(bytes: Uint8Array): readonly Uint8Array[] {
  const walked = readJpegSegments(bytes, maxStrippedChunks);
  if (!walked.ok) return [bytes];
  const kept = keepJpegSegments(bytes, walked.value);
  return partsOf(bytes, [
    { from: 0, to: 2 },
    ...kept.flatMap((keep) => piecesOf(bytes, keep)),
    ...(isEndedJpeg(walked.value) ? [] : [endMark]),
  ]);
}

const endMark = Uint8Array.of(0xff, 0xd9);

/** Where in a JFIF segment the size of its thumbnail stands. */
const thumbnailSize = 12;

function piecesOf(bytes: Uint8Array, { segment, payloadBytes }: Keep): readonly Piece[] {
  const { marker, start, data, dataEnd, end } = segment;
  const hasThumbnail =
    marker === 0xe0 && (bytes[data + thumbnailSize] || bytes[data + thumbnailSize + 1]);
  if (dataEnd - data === payloadBytes && !hasThumbnail) return [{ from: start, to: end }];
  const shortened = new Uint8Array(bytes.subarray(start, data + payloadBytes));
  const length = data - 2 - start;
  shortened[length] = (payloadBytes + 2) >> 8;
  shortened[length + 1] = (payloadBytes + 2) & 0xff;
  if (marker === 0xe0) shortened.fill(0, data - start + thumbnailSize);
  return [shortened];
}
