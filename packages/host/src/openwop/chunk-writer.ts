// Text that a model writes, as events: gathered into pieces so that the log stays readable, and durable piece by piece so
// that a reader who comes late, or comes back, has all of it.
import type { NodeContext } from './node-kind.ts';

const maxPieceChars = 1024;
const maxWaitMs = 200;

export class ChunkWriter {
  readonly #context: NodeContext;
  #text = '';
  #waiting = '';
  #since = 0;

  constructor(context: NodeContext) {
    this.#context = context;
  }

  /** Everything that was written. */
  get text(): string {
    return this.#text;
  }

  async write(text: string): Promise<void> {
    if (this.#waiting === '') this.#since = performance.now();
    this.#text += text;
    this.#waiting += text;
    while (this.#waiting.length >= maxPieceChars) await this.#flush(maxPieceChars, false);
    if (performance.now() - this.#since >= maxWaitMs) await this.#flush(maxPieceChars, false);
  }

  async end(): Promise<void> {
    if (this.#text !== '') await this.#flush(maxPieceChars, true);
  }

  async #flush(chars: number, isLast: boolean): Promise<void> {
    // A pair of surrogates is one character, and half of it is none.
    const cut = /[\uD800-\uDBFF]$/.test(this.#waiting.slice(0, chars)) ? chars - 1 : chars;
    const chunk = this.#waiting.slice(0, isLast ? undefined : cut);
    this.#waiting = this.#waiting.slice(chunk.length);
    this.#since = performance.now();
    if (chunk === '' && !isLast) return;
    const { nodeId, run } = this.#context;
    await this.#context.emit({
      type: 'output.chunk',
      payload: { nodeId, runId: run, chunk, isLast },
      contentTrust: 'untrusted',
    });
  }
}
