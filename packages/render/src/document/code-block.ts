// Code inside a document: one box per line, so that a page can end between any two.
import { highlight, knownLanguages } from '../code/highlight.ts';
import { plain } from '../code/language.ts';
import type { AnsiLine } from '../code/ansi.ts';
import { nameOf, nothingBefore, widthOf } from '../grid/cell-width.ts';
import type { StyleRun } from '../grid/segment.ts';
import type { Theme } from '../options.ts';
import type { SceneNode } from '../takumi/scene.ts';
import { element, words } from './node.ts';

const maxColouredChars = 20_000;
const maxLineChars = 2000;
const noLigatures = '"calt" 0, "liga" 0';

export async function codeBlock(text: string, language: string, theme: Theme): Promise<SceneNode> {
  const lines = text.replace(/\n$/, '').split('\n');
  const isKnown = knownLanguages.has(language) && text.length <= maxColouredChars;
  const runs = await highlight(lines, isKnown ? language : plain, theme, maxLineChars);
  const styled = lines.map((line, index) => ({ text: line, runs: runs[index] ?? [] }));
  return element('pre', styled.map(lineNode), { style: { fontFeatureSettings: noLigatures } });
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
  return words(visible(text), {
    ...(style.colour !== undefined && { color: style.colour }),
    ...(style.ground !== undefined && { backgroundColor: style.ground }),
    ...(style.bold === true && { fontWeight: 700 }),
    ...(style.italic === true && { fontStyle: 'italic' }),
    ...(style.underline === true && { textDecoration: 'underline' }),
  });
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
