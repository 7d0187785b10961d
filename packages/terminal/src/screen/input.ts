// The way in from a terminal: replies go to whoever asked, for as long as the session lives, and everything else comes
// out as keys. So a reply that is late is swallowed, and never typed or printed.
import { PassThrough } from 'node:stream';
import { terminalLimits } from '../limits.ts';
import type { Reply } from '../probe/reply.ts';
import { ReplySplitter } from '../probe/reply-splitter.ts';

/** What is needed of standard input. */
export interface InputSource {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  off(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

export class TerminalInput {
  /** The keys, byte for byte. */
  readonly keys: PassThrough = new PassThrough();
  readonly #source: InputSource;
  readonly #onKeys: (keys: Uint8Array) => void;
  readonly #splitter = new ReplySplitter();
  readonly #listeners = new Set<(reply: Reply) => void>();
  #awaited = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `onKeys` sees the keys as they come, and takes nothing from the stream. */
  constructor(source: InputSource, onKeys: (keys: Uint8Array) => void = () => {}) {
    this.#source = source;
    this.#onKeys = onKeys;
    source.on('data', this.#take);
    source.resume();
  }

  /** Until the returned function is called, fragments are waited for longer. */
  listen(listener: (reply: Reply) => void): () => void {
    this.#listeners.add(listener);
    this.#awaited += 1;
    return () => {
      if (this.#listeners.delete(listener)) this.#awaited -= 1;
    };
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#source.off('data', this.#take);
    this.#source.pause();
    this.keys.end();
  }

  readonly #take = (chunk: Uint8Array): void => {
    clearTimeout(this.#timer);
    const { keys, replies } = this.#splitter.feed(chunk);
    this.#handOn(keys);
    for (const reply of replies) for (const listener of this.#listeners) listener(reply);
    if (!this.#splitter.isHolding) return;
    const { replyTimeoutMs, keyTimeoutMs } = terminalLimits;
    this.#timer = setTimeout(this.#release, this.#awaited > 0 ? replyTimeoutMs : keyTimeoutMs);
  };

  readonly #release = (): void => {
    this.#handOn(this.#splitter.release());
  };

  #handOn(keys: Uint8Array): void {
    if (keys.length === 0) return;
    this.keys.write(keys);
    this.#onKeys(keys);
  }
}
