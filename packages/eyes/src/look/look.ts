// The order of looking: cheap and certain things first, so that a deadline costs the least. After every stage the findings
// so far are told.
import { readCharts } from '../chart/read-charts.ts';
import { openCodeReader, type CodeReader } from '../codes/read-codes.ts';
import { areasOf } from '../colour/areas.ts';
import { rgbOf } from '../colour/oklab.ts';
import { paletteOf } from '../colour/palette.ts';
import { quadrantsOf } from '../colour/quadrants.ts';
import { blocksOf } from '../layout/blocks.ts';
import { statesOf } from '../layout/line-state.ts';
import { rowsOf } from '../layout/rows.ts';
import { visualLinesOf } from '../layout/visual-line.ts';
import { Reader } from '../ocr/reader.ts';
import { sortScripts } from '../ocr/script.ts';
import type { TextLine } from '../ocr/text-line.ts';
import type { Developed } from '../pixels/develop.ts';
import type { Findings, FoundText } from './findings.ts';
import { kindOf } from './kind.ts';

const maxColours = 6;

export class Looker {
  #reader: Promise<Reader> | undefined;
  #codes: Promise<CodeReader> | undefined;

  async look(
    { picture, format, original }: Developed,
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
    this.#reader ??= Reader.open();
    const reader = await this.#reader;
    const pieces = await reader.read(picture, (soFar) => {
      onFindings(() => ({ ...findings, text: arrange(soFar()) }));
    });
    const text = arrange(pieces);
    findings = { ...findings, text, states: statesOf(picture, text.lines) };
    tell();
    const charts = readCharts(picture, pieces);
    const kind = kindOf({ picture, palette, text, charts, codes });
    return { ...findings, charts, kind, complete: true };
  }
}

function arrange(pieces: readonly TextLine[]): FoundText {
  const { read, unread } = sortScripts(pieces);
  const rows = rowsOf(read);
  return { blocks: blocksOf(rows), lines: rows.flatMap((row) => visualLinesOf(row)), unread };
}
