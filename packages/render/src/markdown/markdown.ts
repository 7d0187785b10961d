// Markdown as blocks: the parser finds the structure, and every kind of token becomes boxes of ours. No HTML is written on
// the way; HTML in the source is read by the reader that leaves out everything but looks.
import { readList } from '@percept/core/internal';
import { lexer } from 'marked';
import { element, lineBreak, words, type Block } from '../document/node.ts';
import { codeBlock, visible } from '../document/code-block.ts';
import type { Pictures } from '../document/picture.ts';
import type { Remarks } from '../remarks.ts';
import { parseHtml } from '../html/parse.ts';
import type { Theme } from '../options.ts';
import type { SceneNode } from '../takumi/scene.ts';
import {
  bullet,
  closeTag,
  columnShares,
  flow,
  inlineBox,
  openTag,
  rowsPerTable,
  span,
  taskMark,
  textOf,
  tokensOf,
  withoutCheckbox,
  withoutDepth,
  withoutFrontMatter,
  type Token,
} from './token.ts';
import { maxMarkdownChars, maxMarkdownDepth } from '../limits.ts';

export interface MarkdownOptions {
  readonly pictures: Pictures;
  readonly remarks: Remarks;
  readonly theme: Theme;
  /** Pictures that come with the text, by the address that it gives them. */
  readonly attachments?: ReadonlyMap<string, string>;
}

export function readMarkdown(source: string, options: MarkdownOptions): readonly Block[] {
  const end = source.lastIndexOf('\n', maxMarkdownChars);
  const cut =
    source.length > maxMarkdownChars ? source.slice(0, end > 0 ? end : maxMarkdownChars) : source;
  if (cut.length < source.length)
    options.remarks.say('truncated', 'The document is very long: only its beginning was laid out.');
  const reader = new MarkdownReader(options);
  const blocks: Block[] = [];
  for (const token of tokensOf(lexer(withoutDepth(withoutFrontMatter(cut)), { gfm: true }))) {
    for (const node of reader.block(token, 0))
      blocks.push({ node, keepWithNext: token['type'] === 'heading' });
  }
  return blocks;
}

const spanTags: ReadonlyMap<unknown, string> = new Map([
  ['strong', 'strong'],
  ['em', 'em'],
  ['del', 'del'],
  ['link', 'a'],
]);

const row = { display: 'flex', flexDirection: 'row', columnGap: '0.6em', marginBottom: '0.2em' };

class MarkdownReader {
  readonly #options: MarkdownOptions;

  constructor(options: MarkdownOptions) {
    this.#options = options;
  }

  block(token: Token, depth: number): readonly SceneNode[] {
    if (depth > maxMarkdownDepth) return [element('p', [words(visible(textOf(token['raw'])))])];
    switch (token['type']) {
      case 'space':
      case 'def':
        return [];
      case 'heading': {
        const level = typeof token['depth'] === 'number' ? token['depth'] : 1;
        return [element(`h${level}`, this.#inline(token['tokens'], depth))];
      }
      case 'hr':
        return [element('hr', [])];
      case 'code': {
        const [language = ''] = textOf(token['lang'])
          .trim()
          .split(/[\s,{]/);
        return [codeBlock(textOf(token['text']), language.toLowerCase())];
      }
      case 'blockquote':
        return [element('blockquote', this.#blocks(token['tokens'], depth + 1))];
      case 'list':
        return this.#list(token, depth);
      case 'table':
        return this.#table(token, depth);
      case 'html':
        return parseHtml(textOf(token['text']), { ...this.#options, looks: 'ours' }).nodes;
      case 'text':
        return [inlineBox(this.#inline(token['tokens'] ?? [token], depth))];
      default:
        return [element('p', this.#inline(token['tokens'] ?? [token], depth))];
    }
  }

  #blocks(tokens: unknown, depth: number): readonly SceneNode[] {
    const nodes: SceneNode[] = [];
    for (const token of tokensOf(tokens)) nodes.push(...this.block(token, depth));
    return nodes;
  }

  /** Each item is a box of two: a mark and what belongs to it. */
  #list(token: Token, depth: number): readonly SceneNode[] {
    const isOrdered = token['ordered'] === true;
    const start = typeof token['start'] === 'number' ? token['start'] : 1;
    const nodes: SceneNode[] = [];
    for (const [index, item] of tokensOf(token['items']).entries()) {
      const mark =
        item['task'] === true ? taskMark(item) : isOrdered ? `${start + index}.` : bullet(depth);
      const content = this.#blocks(withoutCheckbox(item['tokens']), depth + 1);
      nodes.push(
        element(
          'div',
          [
            words(mark, { display: 'block', width: '2.2em', flexShrink: 0, textAlign: 'right' }),
            element('div', content, { style: { flexGrow: 1, flexBasis: 0, minWidth: 0 } }),
          ],
          { style: row },
        ),
      );
    }
    // An outer list is cut between its items; an inner one belongs to its item.
    if (depth > 0) return nodes;
    const last = nodes.pop();
    if (!last) return nodes;
    return [...nodes, { ...last, style: { ...last.style, marginBottom: '0.75em' } }];
  }

  /** A long table is several under each other, with columns of the same width. */
  #table(token: Token, depth: number): readonly SceneNode[] {
    const aligns = readList(token['align']);
    const rows = readList(token['rows']);
    const isLong = rows.length > rowsPerTable;
    const widths = isLong ? columnShares([token['header'], ...rows.slice(0, 200)]) : [];
    const row = (cells: unknown, tag: 'td' | 'th'): SceneNode =>
      element(
        'tr',
        tokensOf(cells).map((cell, index) => {
          const align = textOf(aligns[index]);
          const share = widths[index];
          const style = {
            ...(align !== '' && { textAlign: align }),
            ...(share !== undefined && { width: `${share}%` }),
          };
          return element(tag, this.#inline(cell['tokens'], depth), { style });
        }),
      );
    const head = row(token['header'], 'th');
    if (!isLong) return [element('table', [head, ...rows.map((cells) => row(cells, 'td'))])];
    const tables: SceneNode[] = [];
    for (let start = 0; start < rows.length; start += rowsPerTable) {
      const some = rows.slice(start, start + rowsPerTable).map((cells) => row(cells, 'td'));
      const style = { width: '100%', tableLayout: 'fixed', margin: '0' };
      tables.push(element('table', start === 0 ? [head, ...some] : some, { style }));
    }
    return tables;
  }

  #picture(address: string, alt: string): SceneNode {
    return this.#options.pictures.at(this.#options.attachments?.get(address) ?? address, alt);
  }

  #inline(tokens: unknown, depth: number): readonly SceneNode[] {
    const all = tokensOf(tokens);
    const nodes: SceneNode[] = [];
    for (let at = 0; at < all.length; at++) {
      const token = all[at];
      if (!token) continue;
      const tag = openTag(token);
      const end = tag === undefined ? -1 : closeTag(all, at, tag);
      if (tag !== undefined && end > at) {
        nodes.push(span(tag, this.#inline(all.slice(at + 1, end), depth + 1)));
        at = end;
      } else nodes.push(...this.#run(token, depth + 1));
    }
    return nodes;
  }

  #run(token: Token, depth: number): readonly SceneNode[] {
    const text = textOf(token['text']);
    if (depth > maxMarkdownDepth) return [words(visible(textOf(token['raw'])))];
    const inside = (): readonly SceneNode[] => this.#inline(token['tokens'], depth);
    const tag = spanTags.get(token['type']);
    if (tag !== undefined) return [span(tag, inside())];
    switch (token['type']) {
      case 'codespan':
        return [span('code', [words(visible(text))])];
      case 'image':
        return [this.#picture(textOf(token['href']), text)];
      case 'br':
        return [lineBreak];
      case 'html':
        return /^<br\b/i.test(text)
          ? [lineBreak]
          : parseHtml(text, { ...this.#options, looks: 'ours' }).nodes;
      case 'text':
        return token['tokens'] === undefined ? [words(visible(flow(text)))] : inside();
      default:
        return [words(visible(flow(text)))];
    }
  }
}
