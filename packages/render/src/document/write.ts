// Documents of every format become blocks with a style sheet, in the scribe's thread.
import { accept, type Outcome } from '@percept/core';
import { decodeLossless, asUtf8 } from '../grid/utf8.ts';
import { parseHtml } from '../html/parse.ts';
import { renderLimits } from '../limits.ts';
import { readMarkdown } from '../markdown/markdown.ts';
import { readNotebook } from '../notebook/notebook.ts';
import type { DocumentOrder, Written } from '../scribe/order.ts';
import type { Block } from './block.ts';
import { element } from './node.ts';
import { Pictures } from './picture.ts';
import { Remarks } from './remarks.ts';
import { documentCss } from './style.ts';

export async function writeDocument(order: DocumentOrder): Promise<Outcome<Written>> {
  const remarks = new Remarks();
  const pictures = new Pictures(renderLimits, remarks, order.width);
  const { theme } = order;
  const done = (blocks: readonly Block[], css: readonly string[]): Outcome<Written> =>
    accept({ blocks, css, warnings: remarks.warnings() });
  const ours = documentCss(theme);
  switch (order.format) {
    case 'markdown': {
      const text = decodeLossless(asUtf8(order.bytes));
      return done(await readMarkdown(text, { pictures, remarks, theme }), [ours]);
    }
    case 'html': {
      const text = decodeLossless(asUtf8(order.bytes));
      const { nodes, css } = parseHtml(text, {
        pictures,
        remarks,
        looks: 'own',
      });
      const page = element('div', nodes, { style: { display: 'block' } });
      return done([{ node: page, keepWithNext: false }], css);
    }
    case 'notebook': {
      const blocks = await readNotebook(order.bytes, { pictures, remarks, theme });
      return blocks.ok ? done(blocks.value, [ours]) : blocks;
    }
    case 'docx': {
      const { readDocx } = await import('../office/docx.ts');
      const html = await readDocx(order.bytes);
      if (!html.ok) return html;
      const { nodes } = parseHtml(html.value, { pictures, remarks, looks: 'ours' });
      return done(
        nodes.map((node) => ({ node, keepWithNext: /^h\d$/.test(node.tagName ?? '') })),
        [ours],
      );
    }
  }
}
