// Which types of pictures come in. The four that may leave always do; the others are decoded behind this setting.
import {
  accept,
  imageTypes,
  refuse,
  type Outcome,
  type Refusal,
  type SourceType,
} from '@percept/core';

const words: ReadonlyMap<string, SourceType> = new Map([
  ['avif', 'image/avif'],
  ['bmp', 'image/bmp'],
  ['ico', 'image/vnd.microsoft.icon'],
  ['tiff', 'image/tiff'],
]);

/**
 * Where nobody says otherwise: what is decoded in plain code, and AVIF, which every browser takes from strangers. TIFF is a
 * family of formats that no browser shows, and is for whoever asks for it.
 */
export const defaultAccept: readonly SourceType[] = [
  ...imageTypes,
  'image/avif',
  'image/bmp',
  'image/vnd.microsoft.icon',
];

const sets: ReadonlyMap<string, readonly SourceType[]> = new Map([
  ['default', defaultAccept],
  ['none', imageTypes],
  ['all', [...imageTypes, ...words.values()]],
]);

/**
 * `PERCEPT_ACCEPT`: `default`, `all`, `none`, or names with commas between.
 * @example parseAccept('bmp,tiff')
 */
export function parseAccept(text: string | undefined): Outcome<readonly SourceType[]> {
  const named = (text ?? 'default').split(',').flatMap((word) => word.trim().toLowerCase() || []);
  const [only = 'default', ...others] = named;
  const whole = others.length === 0 ? sets.get(only) : undefined;
  if (whole) return accept(whole);
  const wanted = named.flatMap((word) => words.get(word) ?? []);
  if (wanted.length === named.length) return accept([...imageTypes, ...wanted]);
  return refuse({
    refused: 'invalid-input',
    message: 'PERCEPT_ACCEPT names a type of picture that is not known.',
    hint: `Write default, all, none, or some of ${[...words.keys()].join(', ')} with commas between.`,
  });
}

export function notAccepted(mime: SourceType): Refusal {
  const word = [...words].find(([, type]) => type === mime)?.[0] ?? mime;
  return {
    refused: 'unsupported-type',
    message: `This is a ${word.toUpperCase()} picture, and pictures of that type are not taken here.`,
    hint: 'Convert it to PNG and send that, or set PERCEPT_ACCEPT=all (in a program: the option `accept` of the door).',
  };
}
