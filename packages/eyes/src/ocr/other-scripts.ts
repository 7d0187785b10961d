// Lines that our reader has no letters for are shown to networks of other scripts: the Chinese one that is always here, and
// the packs that are installed. Each knows its own letters; only a sure reading that has some of them is taken.
import { catalogue, type PackName } from '../models/catalogue.ts';
import { readModelFile } from '../models/installed.ts';
import type { Picture } from '../pixels/picture.ts';
import type { Runtime } from '../runtime/ort.ts';
import { spacedHangul } from './hangul.ts';
import type { Region } from './geometry.ts';
import { settleKana } from './kana.ts';
import { packs } from './pack.ts';
import { pictureChar, Recogniser, type Glyph } from './recogniser.ts';
import { confidenceOf, minLineHeightPx } from './text-line.ts';

/** A network that is less sure than this has not read the line either. */
const minConfidence = 0.8;
/** A lone foreign letter is believed only from here: icons look like some kana. */
const loneConfidence = 0.95;
const ideographs = /\p{Script=Han}/u;

export interface Unread {
  readonly region: Region;
  /** What of the region is in the picture. */
  readonly crop: Picture;
  glyphs: readonly Glyph[];
  /** The pack that read it. */
  pack?: PackName;
}

/** Below this mean probability the reader has no letters for what it sees. */
const otherBelow = 0.85;
/** The edge of the picture has cut off the rest: no network can read that. */
const leastShown = 0.7;
/** What is not a letter of ours is often taken for pictures. */
const maxPictures = 0.5;

/** Whether a line is one for other networks. */
export function isOtherScript({ glyphs, region, crop }: Unread): boolean {
  if (region.width < region.height * 0.6 || region.height < minLineHeightPx) return false;
  if (crop.height < region.height * leastShown) return false;
  return (glyphs.length > 0 && confidenceOf(glyphs) < otherBelow) || isMostlyPictures(glyphs);
}

export function isMostlyPictures(glyphs: readonly Glyph[]): boolean {
  const pictures = glyphs.filter(({ char }) => char === pictureChar).length;
  return pictures > 1 && pictures > glyphs.length * maxPictures;
}

interface Source {
  readonly pack?: PackName;
  readonly own: RegExp;
}

export class OtherScripts {
  readonly #runtime: Runtime;
  readonly #recognisers = new Map<PackName | undefined, Promise<Recogniser | undefined>>();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Tells the packs that could be opened. */
  async read(
    lines: readonly Unread[],
    { folder, names }: { readonly folder: string; readonly names: readonly PackName[] },
  ): Promise<readonly PackName[]> {
    const opened: PackName[] = [];
    const sources: readonly Source[] = [
      { own: ideographs },
      ...names.map((pack) => ({ pack, ...packs[pack] })),
    ];
    const sure = new Map<Unread, number>();
    for (const source of sources) {
      if (lines.length === 0 && source.pack === undefined) continue;
      const recogniser = await this.#open(folder, source.pack);
      if (!recogniser) continue;
      if (source.pack) opened.push(source.pack);
      await recogniser.read(
        lines.map(({ crop }) => crop),
        (index, glyphs) => {
          const line = lines[index];
          const confidence = line && readBy(source, glyphs, line.crop);
          if (!line || confidence === undefined || confidence <= (sure.get(line) ?? 0)) return;
          sure.set(line, confidence);
          line.glyphs = source.pack === 'ocr-japanese' ? settleKana(glyphs) : glyphs;
          if (source.pack === 'ocr-korean') line.glyphs = spacedHangul(glyphs, line.crop);
          if (source.pack) line.pack = source.pack;
        },
      );
    }
    return opened;
  }

  #open(folder: string, name: PackName | undefined): Promise<Recogniser | undefined> {
    const known = this.#recognisers.get(name);
    if (known) return known;
    const opening = name
      ? openPack(folder, name, this.#runtime)
      : Recogniser.chinese(this.#runtime);
    this.#recognisers.set(name, opening);
    return opening;
  }
}

/** Ideographs stand in squares; where they are farther apart than this many heights, some were not read. */
const maxPitch = 1.5;

function readBy({ own }: Source, glyphs: readonly Glyph[], crop: Picture): number | undefined {
  const letters = glyphs.filter(({ char }) => own.test(char));
  const least = letters.length > 1 ? minConfidence : loneConfidence;
  const confidence = confidenceOf(glyphs);
  const pitch = crop.width / crop.height / glyphs.length;
  return letters.length > 0 && confidence >= least && pitch < maxPitch ? confidence : undefined;
}

/** Undefined when a file is missing or is not the pinned one: such a pack reads nothing. */
async function openPack(
  folder: string,
  name: PackName,
  runtime: Runtime,
): Promise<Recogniser | undefined> {
  const files = catalogue[name].flatMap((pack) => pack.files);
  const [weights, keys] = await Promise.all(files.map((file) => readModelFile(folder, file)));
  return weights && keys ? Recogniser.of({ weights, keys, heightPx: 48 }, runtime) : undefined;
}
