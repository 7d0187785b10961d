// Text that a model writes, as events: gathered into pieces so that the log stays readable, and durable piece by piece so
// that a reader who comes late, or comes back, has all of it. Encoded bytes in one run are told in words, in whatever pieces
// they come: no log holds media. Short lines of encoded letters stay: they are hashes more often than bytes.
import {
  encodedLetters,
  endOfRun,
  minEncodedRun,
  runLeftOut,
  withoutLongRuns,
} from '@percept/core/internal';
import type { NodeContext } from './node-kind.ts';
import { maxChunkChars, maxChunkWaitMs } from './limits.ts';

type WritingContext = Pick<NodeContext, 'nodeId' | 'run' | 'emit'>;

export class ChunkWriter {
  readonly #context: WritingContext;
  #text = '';
  #waiting = '';
  #held = '';
  #leftOut = 0;
  #since = 0;

  constructor(context: WritingContext) {
    this.#context = context;
  }

  /** Everything that was written. */
  get text(): string {
    return this.#text;
  }

  async write(text: string): Promise<void> {
    if (this.#waiting === '') this.#since = performance.now();
    this.#text += text;
    this.#waiting += this.#clean(text);
    while (this.#waiting.length >= maxChunkChars) await this.#flush(maxChunkChars, false);
    if (performance.now() - this.#since >= maxChunkWaitMs) await this.#flush(maxChunkChars, false);
  }

  async end(): Promise<void> {
    this.#waiting += this.#leftOut > 0 ? runLeftOut(this.#leftOut) : this.#held;
    [this.#held, this.#leftOut] = ['', 0];
    if (this.#text !== '') await this.#flush(maxChunkChars, true);
  }

  /** What may be written of the text so far. Its last word is held back: bytes begin as one, however small their pieces. */
  #clean(text: string): string {
    let next = this.#held + text;
    let told = '';
    this.#held = '';
    if (this.#leftOut > 0) {
      const run = endOfRun(next, 0, encodedLetters);
      this.#leftOut += run;
      next = next.slice(run);
      if (next === '') return '';
      told = runLeftOut(this.#leftOut);
      this.#leftOut = 0;
    }
    let start = next.length;
    while (encodedLetters.has(next.charCodeAt(start - 1))) start -= 1;
    if (next.length - start >= minEncodedRun) this.#leftOut = next.length - start;
    else this.#held = next.slice(start);
    next = next.slice(0, start);
    return told + withoutLongRuns(next);
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
