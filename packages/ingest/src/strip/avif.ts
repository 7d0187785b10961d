// An AVIF for the decoder. A sequence that holds its first picture as a still beside it is given the names of a still, by which the
// decoder knows one, and what moves in it becomes room that nobody reads.
import { findBox, readBoxes } from '../probe/audio/boxes.ts';
import { fourCc, spells } from '../probe/bytes.ts';
import { partsOf } from './pieces.ts';

const nameBytes = 4;
/** In the header, after its length and its own name. */
const firstName = 8;
const sequenceNames: ReadonlySet<string> = new Set(['avis', 'msf1']);

export function stripAvif(bytes: Uint8Array): readonly Uint8Array[] {
  const [header] = readBoxes(bytes, 0, bytes.length);
  const movie = findBox(bytes, { data: 0, end: bytes.length }, 'moov');
  if (header?.type !== 'ftyp' || (!movie && spells(bytes, firstName, 'avif'))) return [bytes];
  const own = new Uint8Array(bytes.subarray(0, header.end));
  const still = nameOf('avif');
  for (let at = firstName; at + nameBytes <= own.length; at += nameBytes)
    if (at === firstName || sequenceNames.has(fourCc(own, at))) own.set(still, at);
  if (!movie) return partsOf(bytes, [own, { from: header.end, to: bytes.length }]);
  // The length of a long box stands between its name and its data.
  const nameAt = movie.data - (spells(bytes, movie.data - nameBytes, 'moov') ? 4 : 12);
  return partsOf(bytes, [
    own,
    { from: header.end, to: nameAt },
    nameOf('free'),
    { from: nameAt + nameBytes, to: bytes.length },
  ]);
}

function nameOf(letters: string): Uint8Array {
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}
