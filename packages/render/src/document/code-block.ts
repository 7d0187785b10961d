// Code inside a document: one box per line, so that a page can end between any two. It is written without colours, which
// change no size: a document is measured whole, and only the code on the pages that are asked for is coloured.
import type { AnsiLine } from '../code/ansi.ts';
import { nameOf, nothingBefore, widthOf } from '../grid/cell-width.ts';
import { lookOf, type StyleRun } from '../grid/segment.ts';
import type { SceneNode } from '../takumi/scene.ts';
import { element, words } from './node.ts';

const noLigatures = '"calt" 0, "liga" 0';
const languageName = 'data-language';

export function codeBlock(text: string, language: string): SceneNode {
  const lines = text.replace(/\n$/, '').split('\n');
  return element(
    'pre',
    lines.map((line) => lineNode({ text: line, runs: [] })),
    { style: { fontFeatureSettings: noLigatures }, attributes: { [languageName]: language } },
  );
}

/** The language of a block of code; undefined for every other node. */
export function codeLanguage(node: SceneNode): string | undefined {
  return node.attributes?.[languageName];
}

/** Lines with styles, as boxes under each other. */
export function lineNode({ text, runs }: AnsiLine): SceneNode {
  const children: SceneNode[] = [];
  let at = 0;
  for (const { length, ...style } of runs) {
    children.push(styled(text.slice(at, at + length), style));
    at += length;
  }
  if (at < text.length) children.push(styled(text.slice(at), {}));
  // An empty line is as high as any other.
  if (text === '') children.push(words(' '));
  return { type: 'container', style: { display: 'block' }, children };
}

function styled(text: string, style: Omit<StyleRun, 'length'>): SceneNode {
  const ground = style.ground === undefined ? {} : { backgroundColor: style.ground };
  return words(visible(text), { ...lookOf(style), ...ground });
}

/** The same text with everything that would not be seen written by its number. */
export function visible(text: string): string {
  // oxlint-disable-next-line no-control-regex
  if (/^[\t\n\x20-\x7e\u00a0-\u00ac\u00ae-\u02ff]*$/.test(text))
    return text.replaceAll('\t', '    ');
  const before = nothingBefore();
  let seen = '';
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (char === '\t') seen += '    ';
    else if (char === '\n') seen += char;
    else {
      seen += nameOf(code, before) ?? char;
      widthOf(code, before);
    }
  }
  return seen;
}
