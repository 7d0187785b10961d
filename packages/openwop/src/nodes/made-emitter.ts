// What a model made in a run, as `media.*` events. An event is written once, so what came without words waits for those of
// local eyes, or for the end of the turn; what cannot be emitted is said in the log.
import { madeAlt, nameOf } from '@percept/core/internal';
import { type BlobId, type MadeWords, type StoredBlock } from '@percept/core';
import { logged, type NodeContext } from '../node-kind.ts';

export class MadeEmitter {
  readonly #context: NodeContext;
  readonly #unworded = new Map<BlobId, StoredBlock>();

  constructor(context: NodeContext) {
    this.#context = context;
  }

  async made(block: StoredBlock, words: MadeWords | undefined): Promise<void> {
    if (words) await this.#emit(block, words);
    else this.#unworded.set(block.sha256, block);
  }

  async described(block: StoredBlock, words: MadeWords): Promise<void> {
    if (this.#unworded.delete(block.sha256)) await this.#emit(block, words);
  }

  async end(): Promise<void> {
    for (const block of this.#unworded.values()) await this.#emit(block, undefined);
    this.#unworded.clear();
  }

  async #emit(block: StoredBlock, words: MadeWords | undefined): Promise<void> {
    const { emitMedia, emit, nodeId } = this.#context;
    const title = nameOf(block);
    const made = await emitMedia({
      block,
      alt: madeAlt(block, words),
      ...(title !== undefined && { title }),
      form: 'inline',
      contentTrust: 'untrusted',
    });
    if (!made.ok) await emit(logged('warn', made.refusal.message, nodeId));
  }
}
