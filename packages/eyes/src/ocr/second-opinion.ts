// Lines that the default recogniser is unsure of, or whose script it does not know, are shown to the packs that are
// installed. The most confident reading wins; without packs nothing is read and nothing changes.
import { catalogue, type PackName } from '../models/catalogue.ts';
import { readModelFile } from '../models/installed.ts';
import type { Picture } from '../pixels/picture.ts';
import { isSureAccent, withAccents } from './accents.ts';
import { settleKana } from './kana.ts';
import { packs } from './pack.ts';
import { Recogniser, type Reading } from './recogniser.ts';
import type { Runtime } from '../runtime/ort.ts';
import { confidenceOf } from './text-line.ts';

/** A pack that is less sure than this has not read the line either. */
const minConfidence = 0.8;
/** A lone foreign letter is believed only from here: icons look like some kana. */
const loneConfidence = 0.95;
/** A reading that leaves out more than this share of the characters is surer of less. */
const minShare = 0.8;

export interface Doubted {
  readonly line: Picture;
  reading: Reading;
  /** Who read it, when it was not the default recogniser alone. */
  pack?: PackName;
}

/** What the default recogniser made of a line; `unread` when its reading would not be shown. */
export type Standing = 'sure' | 'unsure' | 'unread';

interface Doubt {
  readonly sight: Doubted;
  readonly isWeak: boolean;
  readonly text: string;
  /** The confidence of the best reading until now; one that would not be shown counts nothing. */
  toBeat: number;
}

export class SecondOpinion {
  readonly #runtime: Runtime;
  readonly #recognisers = new Map<PackName, Promise<Recogniser | undefined>>();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Tells the packs that could be opened. `standing` is asked before any of them has read. */
  async seek(
    sights: readonly Doubted[],
    standing: (index: number) => Standing,
    { folder, names }: { readonly folder: string; readonly names: readonly PackName[] },
  ): Promise<readonly PackName[]> {
    const doubts = sights.map((sight, index): Doubt => {
      const stands = standing(index);
      const toBeat = stands === 'unread' ? 0 : confidenceOf(sight.reading.glyphs);
      return { sight, isWeak: stands !== 'sure', text: textOf(sight.reading), toBeat };
    });
    const opened: PackName[] = [];
    for (const name of names) {
      const recogniser = await this.#open(folder, name);
      if (!recogniser) continue;
      opened.push(name);
      const { always } = packs[name];
      const asked = doubts.filter(({ isWeak, text }) => isWeak || always?.test(text) === true);
      await recogniser.read(
        asked.map(({ sight }) => sight.line),
        (index, reading) => {
          const doubt = asked[index];
          if (doubt) decide(doubt, reading, name);
        },
      );
    }
    return opened;
  }

  #open(folder: string, name: PackName): Promise<Recogniser | undefined> {
    const known = this.#recognisers.get(name);
    if (known) return known;
    const opening = openPack(folder, name, this.#runtime);
    this.#recognisers.set(name, opening);
    return opening;
  }
}

function decide(doubt: Doubt, reading: Reading, name: PackName): void {
  const { sight } = doubt;
  if (isBetter(reading, doubt, name)) {
    const glyphs = name === 'ocr-japanese' ? settleKana(reading.glyphs) : reading.glyphs;
    sight.reading = { ...reading, glyphs };
    sight.pack = name;
    doubt.toBeat = confidenceOf(glyphs);
    return;
  }
  if (name !== 'ocr-latin') return;
  const accented = withAccents(sight.reading, reading);
  if (accented === sight.reading) return;
  const changed = textOf(accented) !== textOf(sight.reading);
  sight.reading = accented;
  if (changed) sight.pack = name;
}

function isBetter(reading: Reading, { sight, toBeat }: Doubt, name: PackName): boolean {
  const own = reading.glyphs.filter(({ char }) => packs[name].own.test(char));
  if (own.length === 0 || reading.glyphs.length < sight.reading.glyphs.length * minShare)
    return false;
  if (name === 'ocr-latin' && !own.every((glyph) => isSureAccent(glyph))) return false;
  const confidence = confidenceOf(reading.glyphs);
  const least = own.length > 1 ? minConfidence : loneConfidence;
  return confidence >= least && confidence > toBeat;
}

function textOf(reading: Reading | undefined): string {
  return reading?.glyphs.map(({ char }) => char).join('') ?? '';
}

/** Undefined when a file is missing or is not the pinned one: such a pack reads nothing. */
async function openPack(
  folder: string,
  name: PackName,
  runtime: Runtime,
): Promise<Recogniser | undefined> {
  const files = catalogue[name].flatMap((pack) => pack.files);
  const [weights, keys] = await Promise.all(files.map((file) => readModelFile(folder, file)));
  return weights && keys ? Recogniser.of(weights, keys, runtime) : undefined;
}
