// What a model made without a word, put into words by local eyes or ears. They look while the turn goes on; only its end
// waits for them, for a bounded time, and what they did not see by then stays without words.
import { accept, type MadeWords, type Outcome, type StoredBlock } from '@percept/core';
import { madeLimits, waitFor } from '@percept/core/internal';
import type { TenantStore } from '@percept/store';
import type { SessionBridge } from '../bridge/session-bridge.ts';

export interface MadeDescription {
  readonly block: StoredBlock;
  readonly words: MadeWords;
}

const describers = { image: 'local eyes', audio: 'local ears', file: 'local eyes' } as const;

export class MadeDescriptions {
  readonly #bridge: SessionBridge | undefined;
  readonly #store: TenantStore;
  readonly #looking = new Set<Promise<unknown>>();
  #done: MadeDescription[] = [];

  constructor(bridge: SessionBridge | undefined, store: TenantStore) {
    this.#bridge = bridge;
    this.#store = store;
  }

  begin(block: StoredBlock, signal: AbortSignal): void {
    if (!this.#bridge || block.type === 'file') return;
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(madeLimits.describeTimeoutMs)]);
    const work = this.#look(this.#bridge, block, bounded);
    // Whoever looks may not hear that nobody waits any more; a look that fails costs nothing but its words.
    const looking = waitFor(work, { signal: bounded }).then((said) => {
      if (said.kind === 'done' && said.value.ok)
        this.#done.push({ block, words: said.value.value });
    });
    this.#looking.add(looking);
    void looking.finally(() => this.#looking.delete(looking));
  }

  /** What is known by now. */
  take(): readonly MadeDescription[] {
    const done = this.#done;
    this.#done = [];
    return done;
  }

  async settled(): Promise<readonly MadeDescription[]> {
    await Promise.all(this.#looking);
    return this.take();
  }

  async #look(
    bridge: SessionBridge,
    { sha256: blob, mime, type }: StoredBlock,
    signal: AbortSignal,
  ): Promise<Outcome<MadeWords>> {
    const held = await this.#store.get(blob);
    if (!held.ok) return held;
    const said = await bridge.brief({ bytes: held.value, mime, blob }, signal);
    return said.ok ? accept({ text: said.value, by: describers[type] }) : said;
  }
}
