// The order of looking: cheap and certain things first, so that a deadline costs the least. After every stage the findings
// so far are told.
import { readCharts } from '../chart/read-charts.ts';
import { openCodeReader, type CodeReader } from '../codes/read-codes.ts';
import { areasOf } from '../colour/areas.ts';
import { rgbOf } from '../colour/oklab.ts';
import { paletteOf } from '../colour/palette.ts';
import { quadrantsOf } from '../colour/quadrants.ts';
import { readDiagrams } from '../diagram/read-diagrams.ts';
import { statesOf } from '../layout/line-state.ts';
import { pageOf } from '../layout/page.ts';
import { gridsOf } from '../layout/rulings.ts';
import { elementsOf } from '../controls/elements.ts';
import { ControlFinder } from '../controls/finder.ts';
import { loneWords } from '../controls/lone-words.ts';
import { plausibleElements } from '../controls/plausible.ts';
import { Reader } from '../ocr/reader.ts';
import { passesSelfTest } from '../ocr/self-test.ts';
import type { PackName } from '../models/catalogue.ts';
import type { Developed } from '../pixels/develop.ts';
import { openNative } from '../runtime/native.ts';
import { wasmRuntime, type Runtime } from '../runtime/ort.ts';
import type { Findings } from './findings.ts';
import { kindOf } from './kind.ts';

const maxColours = 6;

export interface LookSettings {
  readonly modelsFolder: string;
  /** The packs for other languages that are installed there. */
  readonly packs: readonly PackName[];
  /** The entry of a native runtime to try before the wasm one. */
  readonly native?: string;
}

interface OpenReader {
  readonly reader: Reader;
  readonly runtime: Runtime;
}

export class PictureReader {
  #reader: Promise<OpenReader> | undefined;
  #controls: Promise<ControlFinder> | undefined;
  #codes: Promise<CodeReader> | undefined;

  async look(
    { picture, format, original }: Developed,
    settings: LookSettings,
    onFindings: (findings: () => Findings) => void = () => {},
  ): Promise<Findings> {
    const { width, height } = picture;
    const palette = paletteOf(picture, [0, 0, width, height], maxColours);
    const [ground] = palette;
    let findings: Findings = {
      format,
      size: { width, height },
      ...(original && { original }),
      palette,
      quadrants: quadrantsOf(picture),
      areas: areasOf(picture, ground && rgbOf(ground.hex)),
      complete: false,
    };
    const tell = (): void => onFindings(() => findings);
    tell();
    this.#codes ??= openCodeReader();
    const codes = await (await this.#codes)(picture);
    findings = { ...findings, codes };
    tell();
    const grids = gridsOf(picture);
    this.#reader ??= openReader(settings.native);
    const { reader, runtime } = await this.#reader;
    const { lines: pieces, packs } = await reader.read(picture, {
      ...settings,
      onLines: (soFar) => onFindings(() => ({ ...findings, text: pageOf(soFar(), grids) })),
    });
    const page = pageOf(pieces, grids);
    findings = { ...findings, text: page, runtime: runtime.name, packs };
    const charts = readCharts(picture, pieces);
    const diagrams = charts.length > 0 ? [] : readDiagrams(picture, pieces);
    const text = diagrams.length > 0 ? pageOf(pieces, grids, diagrams) : page;
    const kind = kindOf({ picture, palette, text, charts, codes });
    findings = { ...findings, text, charts, diagrams, kind };
    tell();
    // A picture without a word is no screen that somebody could use.
    if (text.lines.length > 0) {
      this.#controls ??= ControlFinder.open(runtime);
      const sightings = await (await this.#controls).find(picture, pieces);
      const lone = await reader.readAt(picture, loneWords(picture, sightings, pieces));
      const elements = plausibleElements(elementsOf(sightings, [...pieces, ...lone]), kind);
      findings = { ...findings, elements, states: statesOf(text.lines, elements) };
    }
    return { ...findings, complete: true };
  }
}

/** The native runtime only when it loads and reads the self-test; the wasm one in every other case. */
async function openReader(native: string | undefined): Promise<OpenReader> {
  const runtime = native === undefined ? undefined : openNative(native);
  if (runtime) {
    const reader = await Reader.open(runtime).catch(() => undefined);
    const passes = reader && (await passesSelfTest(reader).catch(() => false));
    if (reader && passes) return { reader, runtime };
  }
  return { reader: await Reader.open(wasmRuntime), runtime: wasmRuntime };
}
