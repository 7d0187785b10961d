// Text out of a picture: detect, cut, recognise; what our reader has no letters for is shown to the networks of other
// scripts. Deterministic: the same pixels give the same lines.
import type { PackName } from '../models/catalogue.ts';
import type { Box, Picture } from '../pixels/picture.ts';
import type { Runtime } from '../runtime/ort.ts';
import { settleAccents } from './accents.ts';
import { settleAlphabets } from './alphabets.ts';
import { settleBrackets } from './brackets.ts';
import { settleContext } from './context.ts';
import { cropRegion, turned } from './crop.ts';
import { openDetector, type Detector } from './detector.ts';
import { boxOf, type Region } from './geometry.ts';
import { settleNumbers } from './numbers.ts';
import { isMostlyPictures, isOtherScript, OtherScripts, type Unread } from './other-scripts.ts';
import { pictureChar, Recogniser, type Glyph } from './recogniser.ts';
import { inkOf, movedTo, type Ink } from './repeats.ts';
import { settleShapes } from './same-shape.ts';
import { weakestOf } from './sureness.ts';
import { confidenceOf, minLineHeightPx, type TextLine } from './text-line.ts';
import { addTo, meanOf, ranked, type Bin } from '../colour/bins.ts';
import { hexOf, type Rgb } from '../colour/oklab.ts';

/** A line that is less sure than this is noise, a texture or an icon. */
const minConfidence = 0.5;

interface Sight extends Unread {
  readonly ink: Ink;
}

export interface ReadOptions {
  /** What is known so far, so that a deadline loses only what was not read yet. */
  readonly onLines?: (linesNow: () => readonly TextLine[]) => void;
  readonly modelsFolder?: string;
  /** The packs to ask about lines in another script. */
  readonly packs?: readonly PackName[];
}

export interface ReadText {
  readonly lines: readonly TextLine[];
  /** The packs that were there to be asked. */
  readonly packs: readonly PackName[];
}

export class Reader {
  readonly #detect: Detector;
  readonly #recogniser: Recogniser;
  readonly #others: OtherScripts;

  private constructor(detect: Detector, recogniser: Recogniser, others: OtherScripts) {
    this.#others = others;
    this.#detect = detect;
    this.#recogniser = recogniser;
  }

  static async open(runtime: Runtime): Promise<Reader> {
    const recogniser = await Recogniser.open(runtime);
    return new Reader(await openDetector(runtime), recogniser, new OtherScripts(runtime));
  }

  async read(
    picture: Picture,
    { onLines = () => {}, modelsFolder = '', packs = [] }: ReadOptions = {},
  ): Promise<ReadText> {
    const regions = await this.#detect(picture);
    const sights = regions.map((region) => sightOf(picture, region, whole(region)));
    const alike = [...Map.groupBy(sights, ({ ink }) => ink.key).values()];
    const linesNow = (): readonly TextLine[] => sights.flatMap((sight) => textLine(sight));
    await this.#recogniser.read(
      alike.flatMap(([first]) => (first ? [first.crop] : [])),
      (index, glyphs) => {
        const [first, ...others] = alike[index] ?? [];
        if (first) first.glyphs = glyphs;
        for (const other of others) if (first) other.glyphs = movedTo(glyphs, first, other);
        onLines(linesNow);
      },
    );
    settleShapes(sights);
    settleAccents(sights);
    await this.#readUpended(sights);
    const others = sights.filter((sight) => isOtherScript(sight));
    const isText = others.some(({ region }) => region.width > region.height * loneAspect);
    const asked = await this.#others.read(isText ? others : [], {
      folder: modelsFolder,
      names: packs,
    });
    return { lines: linesNow(), packs: asked };
  }

  /** The words that stand at these places, where they are read surely; what else stands there is none. */
  async readAt(picture: Picture, boxes: readonly Box[]): Promise<readonly TextLine[]> {
    const sights = boxes.map((box) => sightOf(picture, regionOf(box)));
    await this.#recogniser.read(
      sights.map(({ crop }) => crop),
      (index, glyphs) => {
        const sight = sights[index];
        if (sight) sight.glyphs = glyphs;
      },
    );
    return sights
      .flatMap(textLine)
      .filter(({ text, weakest }) => text !== '' && weakest >= sureAlone);
  }

  /** Labels of axes are often turned by a quarter, one way or the other. */
  async #readUpended(sights: readonly Sight[]): Promise<void> {
    const upended = sights.filter(({ region }) => region.height > region.width * tall);
    const best = new Map<Sight, readonly Glyph[]>();
    for (const direction of ['right', 'left'] as const) {
      await this.#recogniser.read(
        upended.map(({ crop }) => turned(crop, direction)),
        (index, glyphs) => {
          const sight = upended[index];
          if (!sight) return;
          const rival = best.get(sight);
          if (!rival || confidenceOf(glyphs) > confidenceOf(rival)) best.set(sight, glyphs);
        },
      );
    }
    for (const [sight, glyphs] of best) {
      const gain = confidenceOf(glyphs) - confidenceOf(sight.glyphs);
      const more = glyphs.length > sight.glyphs.length;
      if (more && glyphs.length >= minTurnedGlyphs && gain > turnedGain) sight.glyphs = glyphs;
    }
  }
}

function sightOf(picture: Picture, region: Region, cut = region): Sight {
  const crop = cropRegion(picture, cut);
  return { region, crop, ink: inkOf(crop), glyphs: [] };
}

/** The detector cuts very large letters at their head and foot. */
function whole(region: Region): Region {
  return region.height < largePx ? region : { ...region, height: region.height * largeGrowth };
}
const largePx = 60;
const largeGrowth = 1.16;

/** Alone, without a line around it, a sign is believed from here on. */
const sureAlone = 0.8;

function regionOf([left, top, right, bottom]: Box): Region {
  const centre = { x: (left + right) / 2, y: (top + bottom) / 2 };
  return { centre, width: right - left, height: bottom - top, angle: 0 };
}

/** A region this much taller than wide may be a line of text that stands on its end. */
const tall = 1.4;
/** A lone letter on its end looks like others. */
const minTurnedGlyphs = 2;
/** How much surer the turned reading must be. */
const turnedGain = 0.04;

/** A lone sign is an icon more often than a word: where nothing is wider, no network is loaded for it. */
const loneAspect = 1.5;

/** Something that has the shape of a line of text, and says nothing: told by its place. */
function illegible(region: Region): readonly TextLine[] {
  const { width, height } = region;
  if (width < height * 3 || height < minLineHeightPx) return [];
  const box = boxOf(region);
  const nothing = { text: '', characters: [], confidence: 0, weakest: 0 };
  return [{ ...nothing, region, box, ink: '#000000', paper: '#ffffff' }];
}

function textLine({ region, crop, glyphs: seen, pack }: Sight): readonly TextLine[] {
  if (confidenceOf(seen) < minConfidence || isMostlyPictures(seen)) return illegible(region);
  const letters = seen.filter(({ char }) => char !== pictureChar);
  const glyphs = settleNumbers(settleContext(settleBrackets(settleAlphabets(letters))));
  const text = glyphs
    .map(({ char }) => char)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
  // A lone picture is no text.
  if (text === '') return seen.length > 0 ? [] : illegible(region);
  return [
    {
      text,
      characters: glyphs.map((glyph) => ({ ...glyph, x: glyph.x * region.width })),
      region,
      box: boxOf(region),
      confidence: confidenceOf(glyphs),
      weakest: weakestOf(glyphs),
      ...coloursOf(crop),
      ...(pack && { pack }),
    },
  ];
}

/** What a line stands on is the commonest colour of its crop, and its ink the one that departs from that the most and is no mere edge. */
function coloursOf({ data }: Picture): Pick<TextLine, 'ink' | 'paper'> {
  const bins = new Map<number, Bin>();
  for (let at = 0; at + 2 < data.length; at += 3) {
    const rgb = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0] as const;
    const [red, green, blue] = rgb;
    addTo(bins, ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4), rgb);
  }
  const [first, ...others] = ranked(bins);
  if (!first) return { ink: '#000000', paper: '#ffffff' };
  const paper = meanOf(first);
  const least = Math.max(2, (data.length / 3) * 0.004);
  const inks = others.filter(({ count }) => count >= least).map((bin) => meanOf(bin));
  const [ink = paper] = inks.toSorted((a, b) => distance(b, paper) - distance(a, paper));
  return { ink: hexOf(ink), paper: hexOf(paper) };
}

/** In a picture, not in an eye: the farthest is the ink. */
function distance([ar, ag, ab]: Rgb, [br, bg, bb]: Rgb): number {
  return (ar - br) ** 2 + (ag - bg) ** 2 + (ab - bb) ** 2;
}
