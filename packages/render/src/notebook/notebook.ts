// A notebook as blocks: its cells in order, each with what it put out when it last ran. Nothing runs here; of an output
// that comes in several forms the one that looks most like what the author saw is drawn.
import { accept, refuse, type Outcome } from '@percept/core';
import { inside, isRecord, overLimit, parseJson, readList, readText } from '@percept/core/internal';
import { element, words, type Block } from '../document/node.ts';
import { codeBlock } from '../document/code-block.ts';
import { decodeLossless } from '../grid/utf8.ts';
import { readMarkdown, type MarkdownOptions } from '../markdown/markdown.ts';
import { joined, outputNodes } from './output.ts';
import { maxNotebookBytes, maxNotebookCells } from '../limits.ts';

export function readNotebook(
  bytes: Uint8Array,
  options: MarkdownOptions,
): Outcome<readonly Block[]> {
  if (bytes.length > maxNotebookBytes) {
    const hint = 'Clear the outputs of the notebook, or look at a part of it as text.';
    return refuse(overLimit('maxNotebookBytes', maxNotebookBytes, bytes.length, hint));
  }
  const notebook = parse(decodeLossless(bytes));
  if (!notebook) return refuse(noNotebook);
  const blocks: Block[] = [];
  for (const cell of notebook.cells.slice(0, maxNotebookCells)) {
    if (isRecord(cell)) blocks.push(...cellBlocks(cell, notebook.language, options));
  }
  if (notebook.cells.length > maxNotebookCells)
    options.remarks.say(
      'truncated',
      `The first ${maxNotebookCells} of ${notebook.cells.length} cells are shown.`,
    );
  if (blocks.length === 0) blocks.push(block(element('p', [words('This notebook has no cells.')])));
  return accept(blocks);
}

interface Notebook {
  readonly cells: readonly unknown[];
  readonly language: string;
}

function parse(text: string): Notebook | undefined {
  const value = parseJson(text);
  if (!isRecord(value)) return undefined;
  const cells = Array.isArray(value['cells']) ? value['cells'] : oldCells(value['worksheets']);
  return cells && { cells, language: languageOf(value['metadata']) };
}

/** Notebooks of format 3 have their cells in worksheets. */
function oldCells(worksheets: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(worksheets)) return undefined;
  return worksheets.flatMap((sheet: unknown) => readList(inside(sheet, 'cells')));
}

function languageOf(metadata: unknown): string {
  const name =
    readText(inside(metadata, 'language_info', 'name')) ??
    readText(inside(metadata, 'kernelspec', 'language'));
  return name?.toLowerCase() ?? 'python';
}

function cellBlocks(
  cell: Readonly<Record<string, unknown>>,
  language: string,
  options: MarkdownOptions,
): readonly Block[] {
  const source = joined(cell['source'] ?? cell['input']);
  switch (cell['cell_type']) {
    case 'markdown':
      return readMarkdown(source, { ...options, attachments: attachmentsOf(cell['attachments']) });
    case 'code': {
      const count = cell['execution_count'] ?? cell['prompt_number'];
      const number = typeof count === 'number' ? String(count) : ' ';
      const outputs = readList(cell['outputs']);
      const blocks = [
        block(element('div', [words(`In [${number}]:`)], { className: 'prompt' }), true),
        block(codeBlock(source, language)),
      ];
      for (const output of outputs.filter(isRecord)) {
        for (const node of outputNodes(output, options)) blocks.push(block(node));
      }
      return blocks;
    }
    default:
      return [block(codeBlock(source, 'plaintext'))];
  }
}

function block(node: Block['node'], keepWithNext = false): Block {
  return { node, keepWithNext };
}

/** Pictures that a cell brings along, by name: `attachment:name` in its text. */
function attachmentsOf(value: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (!isRecord(value)) return found;
  for (const [name, bundle] of Object.entries(value)) {
    if (!isRecord(bundle)) continue;
    const [type, data] = Object.entries(bundle)[0] ?? [];
    if (type !== undefined) found.set(`attachment:${name}`, `data:${type};base64,${joined(data)}`);
  }
  return found;
}

const noNotebook = {
  refused: 'corrupt',
  message: 'This is not a notebook: it has no cells, or is no JSON.',
  hint: 'Save the notebook again, or look at it as JSON.',
} as const;
