// Which types of pictures come in. The four that may leave always do; the others are decoded behind this setting.
import {
  accept,
  imageTypes,
  refuse,
  type Outcome,
  type Refusal,
  type SourceType,
} from '@percept/core';

type Word = 'avif' | 'bmp' | 'ico' | 'tiff';

const words: Readonly<Record<Word, SourceType>> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/vnd.microsoft.icon',
  tiff: 'image/tiff',
};
const known: readonly Word[] = ['avif', 'bmp', 'ico', 'tiff'];

/**
 * Where nobody says otherwise: what is decoded in plain code, and AVIF, which every browser takes from strangers. TIFF is a
 * family of formats that no browser shows, and is for whoever asks for it.
 */
export const defaultAccept: readonly SourceType[] = [
  ...imageTypes,
  words.avif,
  words.bmp,
  words.ico,
];

/**
 * `PERCEPT_ACCEPT`: `default`, `all`, `none`, or names with commas between.
 * @example parseAccept('bmp,tiff')
 */
export function parseAccept(text: string | undefined): Outcome<readonly SourceType[]> {
  const named = (text ?? 'default').split(',').flatMap((word) => word.trim().toLowerCase() || []);
  const [only] = named;
  if (named.length === 0 || (named.length === 1 && only === 'default'))
    return accept(defaultAccept);
  if (named.length === 1 && only === 'none') return accept(imageTypes);
  if (named.length === 1 && only === 'all') return accept([...imageTypes, ...Object.values(words)]);
  const wanted = named.flatMap((word) => known.find((one) => one === word) ?? []);
  if (wanted.length === named.length)
    return accept([...imageTypes, ...wanted.map((word) => words[word])]);
  return refuse({
    refused: 'invalid-input',
    message: 'PERCEPT_ACCEPT names a type of picture that is not known.',
    hint: `Write default, all, none, or some of ${known.join(', ')} with commas between.`,
  });
}

export function notAccepted(mime: SourceType): Refusal {
  const word = known.find((one) => words[one] === mime) ?? mime;
  return {
    refused: 'unsupported-type',
    message: `This is a ${word.toUpperCase()} picture, and pictures of that type are not taken here.`,
    hint: 'Convert it to PNG and send that, or set PERCEPT_ACCEPT=all (in a program: the option `accept` of the door).',
  };
}
