// What a cell put out: words with their colours, pictures, tables and failures. Scripts and widgets are named, not run.
import { isRecord, readText } from '@percept/core/internal';
import { AnsiReader } from '../code/ansi.ts';
import { element, type Block } from '../document/node.ts';
import { codeBlock, lineNode } from '../document/code-block.ts';
import { parseHtml } from '../html/parse.ts';
import { readMarkdown, type MarkdownOptions } from '../markdown/markdown.ts';
import type { SceneNode } from '../takumi/scene.ts';
import { maxCellHtmlChars, maxCellOutputChars } from '../limits.ts';

type Fields = Readonly<Record<string, unknown>>;

export function outputNodes(output: Fields, options: MarkdownOptions): readonly SceneNode[] {
  switch (output['output_type']) {
    case 'stream':
      return [terminal(joined(output['text']), options)];
    case 'error':
    case 'pyerr': {
      const trace = joined(output['traceback'], '\n');
      const short = `${readText(output['ename']) ?? 'Error'}: ${readText(output['evalue']) ?? ''}`;
      return [terminal(trace === '' ? short : trace, options, 'output failure')];
    }
    default: {
      const data = isRecord(output['data']) ? output['data'] : output;
      const count = output['execution_count'];
      const nodes = bundleNodes(data, options);
      if (typeof count !== 'number' || nodes.length === 0) return nodes;
      const prompt = element('div', [{ type: 'text', text: `Out[${count}]:` }], {
        className: 'prompt',
      });
      return [prompt, ...nodes];
    }
  }
}

/** The forms of one output, best first. */
function bundleNodes(data: Fields, options: MarkdownOptions): readonly SceneNode[] {
  for (const type of ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'png', 'jpeg']) {
    if (data[type] === undefined) continue;
    const bytes = Buffer.from(joined(data[type]), 'base64');
    return [element('div', [options.pictures.of(bytes, 'output')])];
  }
  const svg = data['image/svg+xml'] ?? data['svg'];
  if (svg !== undefined)
    return [element('div', [options.pictures.of(Buffer.from(joined(svg), 'utf8'), 'drawing')])];
  if (data['text/html'] !== undefined) {
    const html = within(joined(data['text/html']), maxCellHtmlChars, options);
    const { nodes } = parseHtml(html, { ...options, looks: 'ours' });
    return nodes.filter(isSeen).map((node) => element('div', [node]));
  }
  const markdown = data['text/markdown'];
  if (markdown !== undefined) {
    const blocks: readonly Block[] = readMarkdown(joined(markdown), options);
    return blocks.map(({ node }) => node);
  }
  if (data['application/javascript'] !== undefined) options.remarks.count('script-not-run');
  if (data['application/json'] !== undefined && data['text/plain'] === undefined) {
    const text = JSON.stringify(data['application/json'], undefined, 2) ?? '';
    return [codeBlock(within(text, maxCellOutputChars, options), 'json')];
  }
  const plain = data['text/plain'] ?? data['text/latex'] ?? data['text'];
  return plain === undefined ? [] : [terminal(joined(plain), options)];
}

function isSeen(node: SceneNode): boolean {
  return node.type !== 'text' || node.text.trim() !== '';
}

function within(text: string, maxChars: number, { remarks }: MarkdownOptions): string {
  if (text.length <= maxChars) return text;
  remarks.say('truncated', 'A long output is shown in part: the rest is in the notebook.');
  return text.slice(0, maxChars);
}

function terminal(text: string, options: MarkdownOptions, className = 'output'): SceneNode {
  const reader = new AnsiReader(options.theme);
  const lines = within(text, maxCellOutputChars, options).replace(/\n$/, '').split('\n');
  const nodes = lines.map((line) => lineNode(reader.read(line)));
  return element('div', nodes, { className, style: { marginBottom: '0.9em' } });
}

/** Notebooks write text as one string or as a list of lines. */
export function joined(value: unknown, between = ''): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value.filter((part) => typeof part === 'string').join(between);
}
