// Which blocks of a document get their colours, and when: those of the pages that are asked for, and those of the first
// page while the rest is still being measured, because the first page is what is looked at first.
import type { Theme } from '../options.ts';
import type { RenderContext } from '../renderer.ts';
import type { Warning } from '../rendering.ts';
import type { TextRenderer } from '../text-renderer/text-renderer.ts';
import type { SceneNode } from '../takumi/scene.ts';
import type { Block } from './node.ts';
import { codeLanguage } from './code-block.ts';

/** About the lines of code that a page has room for. */
const linesAhead = 70;

/** The same source may get its colours another time. */
export const colourless: Warning = {
  kind: 'not-highlighted',
  message: 'Finding the colours of the code took too long, so it was drawn without them.',
};

const tooLong: Warning = {
  kind: 'not-highlighted',
  message: 'Very long pieces of code are drawn without colours.',
};

export class Colouring {
  readonly #textRenderer: TextRenderer;
  readonly #theme: Theme;
  readonly #blocks: Block[];
  /** Blocks with code that have no colours yet, with the lines that they are. */
  readonly #waiting = new Map<number, number>();
  readonly #tooLong = new Set<number>();
  /** Blocks that kept the text renderer busy: nobody waits for them twice. */
  readonly #hopeless = new Set<number>();

  constructor(textRenderer: TextRenderer, blocks: readonly Block[], theme: Theme) {
    this.#textRenderer = textRenderer;
    this.#theme = theme;
    this.#blocks = [...blocks];
    for (const [index, { node }] of blocks.entries()) {
      const lines = linesOfCode(node);
      if (lines > 0) this.#waiting.set(index, lines);
    }
  }

  /** As far as they are coloured by now. */
  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  /** The code at the beginning of the document. */
  async ahead(context: RenderContext): Promise<void> {
    const some: number[] = [];
    let room = linesAhead;
    for (const [index, lines] of this.#waiting) {
      if (lines > room) break;
      room -= lines;
      some.push(index);
    }
    await this.colour(some, context);
  }

  /** What is to be said of these blocks when this is done. */
  async colour(indices: readonly number[], context: RenderContext): Promise<readonly Warning[]> {
    const isFound = await this.#find(indices, context);
    const isTooLong = indices.some((index) => this.#tooLong.has(index));
    return [...(isFound ? [] : [colourless]), ...(isTooLong ? [tooLong] : [])];
  }

  /** False when the colours of a block could not be found. */
  async #find(indices: readonly number[], context: RenderContext): Promise<boolean> {
    const wanted = [...new Set(indices)].filter((index) => this.#waiting.has(index));
    if (wanted.some((index) => this.#hopeless.has(index))) return false;
    if (wanted.length === 0) return true;
    const nodes = wanted.flatMap((index) => this.#blocks[index]?.node ?? []);
    const order = { kind: 'colour', nodes, theme: this.#theme } as const;
    const outcome = await this.#textRenderer.colour(order, context);
    if (!outcome.ok || outcome.value.nodes.length !== wanted.length) {
      if (!context.signal.aborted) for (const index of wanted) this.#hopeless.add(index);
      return false;
    }
    for (const [at, index] of wanted.entries()) {
      const block = this.#blocks[index];
      const node = outcome.value.nodes[at];
      if (block && node) this.#blocks[index] = { ...block, node };
      this.#waiting.delete(index);
      if (outcome.value.tooLong.includes(at)) this.#tooLong.add(index);
    }
    return true;
  }
}

/** Without recursion: trees may be deep. */
function linesOfCode(root: SceneNode): number {
  let lines = 0;
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type !== 'container') continue;
    if (codeLanguage(node) === undefined) stack.push(...(node.children ?? []));
    else lines += node.children?.length ?? 0;
  }
  return lines;
}
