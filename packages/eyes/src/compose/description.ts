// Findings to a description: the same facts as data and as words.
import type { Description } from '../description.ts';
import { stateIn } from '../layout/line-state.ts';
import type { Findings } from '../look/findings.ts';
import { shownOnOneLine } from './fence.ts';
import { markdownOf } from './markdown.ts';

export const engine = 'embedded-ocr';
/** Part of every cache key: it changes whenever the same pixels may give another text. */
export const version = 'eyes-2 pp-ocr-v4 ort-1.30.0 zxing-3.1.4';

export function descriptionOf(findings: Findings): Description {
  const { palette = [], quadrants = [], areas = [], codes = [], charts = [], text } = findings;
  const blocks = text?.blocks ?? [];
  return {
    markdown: markdownOf(findings),
    kind: findings.kind ?? 'unknown',
    lines: (text?.lines ?? []).map((line) => {
      const { words, ...state } = stateIn(findings.states, line);
      return {
        text: shownOnOneLine(words ?? line.text),
        box: [tenth(line.box[0]), tenth(line.box[1]), tenth(line.box[2]), tenth(line.box[3])],
        confidence: Math.round(line.confidence * 1000) / 1000,
        ...state,
      };
    }),
    unread: text?.unread ?? [],
    palette,
    quadrants,
    areas,
    codes,
    tables: blocks.flatMap((block) =>
      block.type === 'table' ? [{ rows: block.table.rows, box: block.table.box }] : [],
    ),
    blocks: blocks.flatMap((block) =>
      block.type === 'code' ? [{ text: block.text.join('\n'), box: block.box }] : [],
    ),
    charts,
    size: findings.original ?? findings.size,
    engine,
    version,
    complete: findings.complete,
  };
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
