// Finds the colours of code inside a document, in the text renderer's thread. What comes in is what will be seen: every line with
// its hidden characters named already, so that a colour can never stand for something that is not there.
import { accept, type Outcome } from '@percept/core';
import { highlight, knownLanguages } from '../code/highlight.ts';
import type { Coloured, ColourOrder } from '../text-renderer/order.ts';
import type { Theme } from '../options.ts';
import type { SceneNode } from '../takumi/scene.ts';
import { codeLanguage, lineNode } from './code-block.ts';
import { textOf } from './node.ts';
import { maxColouredChars, maxColouredLineChars } from '../limits.ts';

export async function colourCode({ nodes, theme }: ColourOrder): Promise<Outcome<Coloured>> {
  const coloured: SceneNode[] = [];
  const tooLong: number[] = [];
  for (const [index, node] of nodes.entries()) {
    const found = { isTooLong: false };
    coloured.push(await colourNode(node, theme, found));
    if (found.isTooLong) tooLong.push(index);
  }
  return accept({ nodes: coloured, tooLong });
}

interface Found {
  isTooLong: boolean;
}

async function colourNode(node: SceneNode, theme: Theme, found: Found): Promise<SceneNode> {
  if (node.type !== 'container' || !node.children) return node;
  const language = codeLanguage(node);
  if (language !== undefined)
    return knownLanguages.has(language)
      ? colourBlock(node, node.children, language, theme, found)
      : node;
  const children: SceneNode[] = [];
  for (const child of node.children) children.push(await colourNode(child, theme, found));
  return { ...node, children };
}

async function colourBlock(
  node: SceneNode,
  lines: readonly SceneNode[],
  language: string,
  theme: Theme,
  found: Found,
): Promise<SceneNode> {
  const texts = lines.map((line) => textOf([line]));
  const length = texts.reduce((sum, text) => sum + text.length + 1, 0);
  found.isTooLong ||=
    length > maxColouredChars || texts.some((text) => text.length > maxColouredLineChars);
  if (length > maxColouredChars) return node;
  const runs = await highlight(texts, language, theme, maxColouredLineChars);
  const children = texts.map((text, index) => lineNode({ text, runs: runs[index] ?? [] }));
  return { ...node, type: 'container', children };
}
