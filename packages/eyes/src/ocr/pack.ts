// Recognisers for other languages, which are pulled when somebody wants them. Each knows which letters are its own: only a
// reading that has some of them can be better than what the default recogniser saw.
import { packNames, type PackName } from '../models/catalogue.ts';
import { isInstalled } from '../models/installed.ts';

interface Pack {
  readonly own: RegExp;
  readonly adds: string;
}

export const packs: Readonly<Record<PackName, Pack>> = {
  'ocr-japanese': { own: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, adds: 'Japanese' },
  'ocr-korean': { own: /\p{Script=Hangul}/u, adds: 'Korean' },
  'ocr-chinese-traditional': { own: /\p{Script=Han}/u, adds: 'traditional Chinese' },
};

/** Who read these, each once. */
export function packsOf(lines: readonly { readonly pack?: PackName }[]): readonly PackName[] {
  return [...new Set(lines.flatMap(({ pack }) => (pack ? [pack] : [])))];
}

export async function installedPacks(folder: string): Promise<readonly PackName[]> {
  const found = await Promise.all(packNames.map((name) => isInstalled(folder, name)));
  return packNames.filter((_, index) => found[index]);
}
