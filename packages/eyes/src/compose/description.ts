// Findings to a description: the same facts as data and as words.
import type { Description, ScreenElement } from '../description.ts';
import { stateIn } from '../layout/line-state.ts';
import type { Findings } from '../look/findings.ts';
import { catalogue, type PackName } from '../models/catalogue.ts';
import { packsOf } from '../ocr/pack.ts';
import { shownOnOneLine } from './shown.ts';
import { markdownOf, type Asked } from './markdown.ts';
import { shownDiagram } from './diagram-words.ts';

export const engine = 'embedded-ocr';
/**
 * Part of every cache key: it changes whenever the same pixels may give another text.
 *
 * @example const key = `${eyesVersion} ${hash}`;
 */
export const version = versionWith('ort-1.30.0', []);

/** Packs and another runtime may change what the same pixels say, so each is named with its version. */
function versionWith(runtime: string, packs: readonly PackName[]): string {
  const named = packs.map((name) => `${name}-${catalogue[name][0]?.version}`);
  return [
    'eyes-16 reader-2 controls-4 controls-second-2 pp-ocr-v4',
    runtime,
    'zxing-3.1.4',
    ...named,
  ].join(' ');
}

export function descriptionOf(findings: Findings, asked: Asked = {}): Description {
  const { palette = [], quadrants = [], areas = [], codes = [], charts = [], text } = findings;
  const blocks = text?.blocks ?? [];
  return {
    markdown: markdownOf(findings, asked),
    kind: findings.kind ?? 'unknown',
    lines: (text?.lines ?? []).map((line) => {
      const { words, ...state } = stateIn(findings.states, line);
      const readWith = packsOf(line.pieces);
      return {
        text: shownOnOneLine(words ?? line.text),
        box: [tenth(line.box[0]), tenth(line.box[1]), tenth(line.box[2]), tenth(line.box[3])],
        confidence: Math.round(line.confidence * 1000) / 1000,
        ...state,
        ...(readWith.length > 0 && { readWith }),
      };
    }),
    elements: shownElements(findings.elements ?? []),
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
    diagrams: (findings.diagrams ?? []).map((diagram) => shownDiagram(diagram)),
    size: findings.original ?? findings.size,
    engine,
    version:
      findings.runtime === undefined
        ? version
        : versionWith(findings.runtime, findings.packs ?? []),
    complete: findings.complete,
  };
}

/** Words that came out of the picture, as data. */
function shownElements(elements: readonly ScreenElement[]): readonly ScreenElement[] {
  return elements.map(({ name, value, placeholder, children, ...rest }) => ({
    ...rest,
    name: shownOnOneLine(name),
    ...(value !== undefined && {
      value: typeof value === 'string' ? shownOnOneLine(value) : value,
    }),
    ...(placeholder !== undefined && { placeholder: shownOnOneLine(placeholder) }),
    ...(children && { children: shownElements(children) }),
  }));
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
