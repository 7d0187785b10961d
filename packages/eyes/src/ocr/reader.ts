// Text out of a picture: detect, cut, recognise, put back what was dropped, settle look-alikes, and read again with the
// noise taken out what was read with doubt. Deterministic: the same pixels give the same lines.
import { emptyPicture, type Picture } from '../pixels/picture.ts';
import type { Runtime } from '../runtime/ort.ts';
import { calmings } from './calm.ts';
import { tellCapitals } from './capitals.ts';
import { settleConfusables } from './confusables.ts';
import { coloursOf } from './colours.ts';
import { cropRegion, lineHeightPx, toLineHeight, turned } from './crop.ts';
import { Detector } from './detector.ts';
import { boxOf, type Region } from './geometry.ts';
import { inkOf } from './ink.ts';
import { hasUnreadMarks } from './marks.ts';
import { Recogniser, type Reading } from './recogniser.ts';
import { tellPipes } from './pipes.ts';
import type { PackName } from '../models/catalogue.ts';
import { restoreGlyphs, restoreSpaces } from './restore.ts';
import { isUnread } from './script.ts';
import { SecondOpinion, type Doubted, type Standing } from './second-opinion.ts';
import { confidenceOf, type TextLine } from './text-line.ts';

const maxLineWidthPx = 2560;
const warmRounds = 5;
const warmWidthPx = 320;
/** Below this mean probability a line is read a second time. */
const doubtful = 0.95;
/** What the calmer reading may be short of: noise makes the network surer of what is not there. */
const calmBonus = 0.02;
/** A line that is less sure than this is noise, a texture or an icon. */
const minConfidence = 0.5;
const minLineHeightPx = 10;

interface Sight extends Doubted {
  readonly region: Region;
  readonly crop: Picture;
  line: Picture;
}

export interface ReadOptions {
  /** What is known so far, so that a deadline loses only what was not read yet. */
  readonly onLines?: (linesNow: () => readonly TextLine[]) => void;
  readonly modelsFolder?: string;
  /** The packs to ask about weak lines. */
  readonly packs?: readonly PackName[];
}

export interface ReadText {
  readonly lines: readonly TextLine[];
  /** The packs that were there to be asked. */
  readonly packs: readonly PackName[];
}

export class Reader {
  readonly #detector: Detector;
  readonly #recogniser: Recogniser;
  readonly #secondOpinion: SecondOpinion;

  private constructor(detector: Detector, recogniser: Recogniser, secondOpinion: SecondOpinion) {
    this.#secondOpinion = secondOpinion;
    this.#detector = detector;
    this.#recogniser = recogniser;
  }

  static async open(runtime: Runtime): Promise<Reader> {
    const recogniser = await Recogniser.open(runtime);
    // The optimising compiler needs some 200 MB for a moment when the recogniser becomes hot. Made hot here, that moment
    // comes before the detector fills the memory, and the peak is lower by as much.
    for (let round = 0; round < warmRounds; round += 1) {
      await recogniser.read([emptyPicture(warmWidthPx, lineHeightPx)], () => {});
    }
    return new Reader(await Detector.open(runtime), recogniser, new SecondOpinion(runtime));
  }

  async read(
    picture: Picture,
    { onLines = () => {}, modelsFolder = '', packs = [] }: ReadOptions = {},
  ): Promise<ReadText> {
    const regions = await this.#detector.find(picture);
    const sights = regions.map((region): Sight => {
      const crop = cropRegion(picture, region);
      const line = toLineHeight(crop, maxLineWidthPx);
      return { region, crop, line, reading: { glyphs: [], slices: [] } };
    });
    const linesNow = (): readonly TextLine[] => sights.flatMap((sight) => textLine(sight));
    await this.#recogniser.read(
      sights.map(({ line }) => line),
      (index, reading) => {
        const sight = sights[index];
        if (sight) sight.reading = reading;
        onLines(linesNow);
      },
    );
    await this.#readUpended(sights);
    for (const calmed of calmings) {
      const unsure = sights.filter(({ reading }) => isDoubtful(reading));
      await this.#recogniser.read(
        unsure.map(({ line }) => calmed(line)),
        (index, reading) => {
          const sight = unsure[index];
          if (!sight) return;
          const gain = confidenceOf(reading.glyphs) - confidenceOf(sight.reading.glyphs);
          if (gain > -calmBonus) sight.reading = reading;
        },
      );
    }
    const asked = await this.#secondOpinion.seek(sights, (index) => standingOf(sights[index]), {
      folder: modelsFolder,
      names: packs,
    });
    return { lines: linesNow(), packs: asked };
  }

  /** Labels of axes are often turned by a quarter, one way or the other. */
  async #readUpended(sights: readonly Sight[]): Promise<void> {
    const upended = sights.filter(({ region }) => region.height > region.width * tall);
    const best = new Map<Sight, { readonly line: Picture; readonly reading: Reading }>();
    for (const direction of ['right', 'left'] as const) {
      const lines = upended.map(({ crop }) =>
        toLineHeight(turned(crop, direction), maxLineWidthPx),
      );
      await this.#recogniser.read(lines, (index, reading) => {
        const sight = upended[index];
        const line = lines[index];
        if (!sight || !line) return;
        const rival = best.get(sight);
        const gain = confidenceOf(reading.glyphs) - confidenceOf(rival?.reading.glyphs ?? []);
        if (!rival || gain > 0) best.set(sight, { line, reading });
      });
    }
    for (const [sight, { line, reading }] of best) {
      const gain = confidenceOf(reading.glyphs) - confidenceOf(sight.reading.glyphs);
      const more = reading.glyphs.length > sight.reading.glyphs.length;
      const isWord = reading.glyphs.length >= minTurnedGlyphs;
      if (more && isWord && gain > turnedGain) Object.assign(sight, { reading, line });
    }
  }
}

/** A region this much taller than wide may be a line of text that stands on its end. */
const tall = 1.4;
/** A lone letter on its end looks like others. */
const minTurnedGlyphs = 2;
/** How much surer the turned reading must be. */
const turnedGain = 0.04;

function isDoubtful({ glyphs }: Reading): boolean {
  return glyphs.length > 0 && confidenceOf(glyphs) < doubtful;
}

function standingOf(sight: Sight | undefined): Standing {
  if (!sight) return 'sure';
  if (textLine(sight).every((line) => isUnread(line))) return 'unread';
  return confidenceOf(sight.reading.glyphs) < doubtful ? 'unsure' : 'sure';
}

/** Something that has the shape of a line of text, and says nothing: told by its place. */
function illegible(region: Region): readonly TextLine[] {
  const { width, height } = region;
  if (width < height * 3 || height < minLineHeightPx) return [];
  const box = boxOf(region);
  return [
    { text: '', characters: [], region, box, confidence: 0, ink: '#000000', paper: '#ffffff' },
  ];
}

function textLine({ region, crop, line, reading, pack }: Sight): readonly TextLine[] {
  if (confidenceOf(reading.glyphs) < minConfidence) return illegible(region);
  const ink = inkOf(line);
  const whole = restoreSpaces(restoreGlyphs(reading, ink), ink);
  const glyphs = settleConfusables(tellCapitals(tellPipes(whole, ink), ink));
  const text = glyphs
    .map(({ char }) => char)
    .join('')
    .trim();
  const confidence = confidenceOf(reading.glyphs);
  if (text === '') return illegible(region);
  const scale = region.width / line.width;
  const characters = glyphs.map(({ char, probability, x }) => ({
    char,
    probability,
    x: x * scale,
  }));
  return [
    {
      text,
      characters,
      region,
      box: boxOf(region),
      confidence,
      ...coloursOf(crop),
      ...(pack && { pack }),
      ...(hasUnreadMarks(glyphs, ink) && { unreadMarks: true }),
    },
  ];
}
