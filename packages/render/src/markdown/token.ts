// What Markdown's tokens are made of: they are read as data of any shape, because the text decides what is in them.
import { isRecord, readText } from '@percept/core/internal';
import { element } from '../document/node.ts';
import type { SceneNode } from '../takumi/scene.ts';

export type Token = Readonly<Record<string, unknown>>;

/** Shown as code, because a model may need it; not as a rule and a heading. */
export function withoutFrontMatter(source: string): string {
  const match = /^---\r?\n([^]{0,8000}?)\r?\n---\r?\n/.exec(source);
  if (!match) return source;
  return `\`\`\`yaml\n${match[1] ?? ''}\n\`\`\`\n${source.slice(match[0].length)}`;
}

/** The parser calls itself for every level of a quotation; nobody reads the twentieth. */
export function withoutDepth(source: string): string {
  return source.replaceAll(/^(?:[ \t]{0,3}>){20,}/gm, '>'.repeat(20));
}

export function tokensOf(value: unknown): readonly Token[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function textOf(value: unknown): string {
  return readText(value) ?? '';
}

export const rowsPerTable = 40;

/** Shares of the width in per cent, by the longest text of each column. */
export function columnShares(rows: readonly unknown[]): readonly number[] {
  const lengths: number[] = [];
  for (const cells of rows) {
    for (const [index, cell] of tokensOf(cells).entries()) {
      const length = Math.min(60, Math.max(4, textOf(cell['text']).length + 2));
      lengths[index] = Math.max(lengths[index] ?? 0, length);
    }
  }
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return lengths.map((length) => Math.round((length / total) * 1000) / 10);
}

/** Elements inside a line whose start and end are tokens of their own. */
const lineTag = /^<(b|strong|i|em|u|s|del|ins|sub|sup|kbd|code|mark|small|big|samp|cite)>$/i;

export function openTag(token: Token): string | undefined {
  if (token['type'] !== 'html') return undefined;
  return lineTag.exec(textOf(token['text']))?.[1]?.toLowerCase();
}

export function closeTag(tokens: readonly Token[], from: number, tag: string): number {
  return tokens.findIndex(
    (token, index) =>
      index > from &&
      token['type'] === 'html' &&
      textOf(token['text']).toLowerCase() === `</${tag}>`,
  );
}

/** A single end of line is a space. */
export function flow(text: string): string {
  return unescapeHtml(text.replaceAll(/\s*\n\s*/g, ' '));
}

const entities: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
  ['&nbsp;', '\u00a0'],
  ['&copy;', '©'],
  ['&mdash;', '—'],
  ['&ndash;', '–'],
  ['&hellip;', '…'],
]);

function unescapeHtml(text: string): string {
  return text.includes('&')
    ? text.replaceAll(/&(?:#39|[a-z]{2,6});/g, (entity) => entities.get(entity) ?? entity)
    : text;
}

export function span(tag: string, children: readonly SceneNode[]): SceneNode {
  return element(tag, children, { style: { display: 'inline' } });
}

export function inlineBox(children: readonly SceneNode[]): SceneNode {
  return { type: 'container', style: { display: 'block' }, children };
}

export function bullet(depth: number): string {
  return depth % 2 === 0 ? '•' : '▪';
}

export function taskMark(item: Token): string {
  return item['checked'] === true ? '[x]' : '[ ]';
}

/** The parser may put the box of a task among the words. */
export function withoutCheckbox(tokens: unknown): readonly Token[] {
  return tokensOf(tokens).filter(({ type }) => type !== 'checkbox');
}
