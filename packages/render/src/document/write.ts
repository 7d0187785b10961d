// Documents of every format become blocks with a style sheet, in the text renderer's thread. Each format loads its own reader, and
// no other: the first look of a process is the slowest.
import { accept, type Outcome } from '@percept/core';
import { decodeLossless } from '../grid/utf8.ts';
import type { DocumentOrder, Written } from '../text-renderer/order.ts';
import { element, type Block } from './node.ts';
import { Pictures } from './picture.ts';
import { Remarks } from '../remarks.ts';
import { documentCss } from './style.ts';

export async function writeDocument(order: DocumentOrder): Promise<Outcome<Written>> {
  const remarks = new Remarks();
  const pictures = new Pictures(remarks, order.width);
  const { theme } = order;
  const done = (blocks: readonly Block[], css: readonly string[]): Outcome<Written> =>
    accept({ blocks, css, warnings: remarks.warnings() });
  const ours = documentCss(theme);
  switch (order.format) {
    case 'markdown': {
      const { readMarkdown } = await import('../markdown/markdown.ts');
      const text = decodeLossless(order.bytes);
      return done(readMarkdown(text, { pictures, remarks, theme }), [ours]);
    }
    case 'html': {
      const { parseHtml } = await import('../html/parse.ts');
      const text = decodeLossless(order.bytes);
      const { nodes, css } = parseHtml(text, { pictures, remarks, looks: 'own' });
      const page = element('div', nodes, { style: { display: 'block' } });
      return done([{ node: page, keepWithNext: false }], css);
    }
    case 'notebook': {
      const { readNotebook } = await import('../notebook/notebook.ts');
      const blocks = readNotebook(order.bytes, { pictures, remarks, theme });
      return blocks.ok ? done(blocks.value, [ours]) : blocks;
    }
    case 'docx': {
      const { readDocx } = await import('../office/docx.ts');
      const html = await readDocx(order.bytes, remarks);
      if (!html.ok) return html;
      const { parseHtml } = await import('../html/parse.ts');
      const { nodes } = parseHtml(html.value, { pictures, remarks, looks: 'ours' });
      return done(
        nodes.map((node) => ({ node, keepWithNext: /^h\d$/.test(node.tagName ?? '') })),
        [ours],
      );
    }
  }
}
