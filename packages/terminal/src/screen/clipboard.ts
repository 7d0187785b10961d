// The clipboard through the terminal (OSC 5522): the only way to the machine in front of which the person sits when this
// one is at the other end of a line. Asked only when somebody pastes; every answer is bounded, and everything can be
// refused. https://sw.kovidgoyal.net/kitty/clipboard/
import { accept, refuse, type Outcome, type Refusal } from '@percept/core';
import { overLimit } from '@percept/core/internal';
import { maxTerminalClipboardListBytes, terminalLimits } from '../limits.ts';
import { fence } from '../probe/queries.ts';
import type { Reply } from '../probe/reply.ts';
import type { TerminalInput } from './input.ts';

export interface ClipboardRequest {
  /** Media types, best first. The first that is there is read. */
  readonly types: readonly string[];
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ClipboardItem {
  readonly type: string;
  readonly bytes: Uint8Array;
}

interface Parts {
  readonly input: Pick<TerminalInput, 'listen'>;
  readonly write: (text: string) => void;
}

const mode = 5522;

export class TerminalClipboard {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Undefined when this terminal does not share its clipboard. */
  async read(request: ClipboardRequest): Promise<Outcome<ClipboardItem> | undefined> {
    const offered = await this.#list(request.signal);
    if (!offered?.ok) return offered;
    const type = request.types.find((candidate) => offered.value.includes(candidate));
    if (type === undefined) return refuse(nothingCopied);
    const bytes = await this.#packets(type, request.maxBytes, request.signal);
    return bytes.ok ? accept({ type, bytes: bytes.value }) : bytes;
  }

  /** What there is; needs no permission. The fence behind it tells a terminal that cannot from one that is slow. */
  async #list(signal: AbortSignal | undefined): Promise<Outcome<readonly string[]> | undefined> {
    const { clipboardGraceMs, clipboardListTimeoutMs } = terminalLimits;
    using exchange = new Exchange(this.#parts, maxTerminalClipboardListBytes, signal);
    this.#parts.write(`\u001b[?${mode}$p${ask('.')}${fence}`);
    await exchange.until((is) => is.fenced || is.done, clipboardListTimeoutMs);
    if (!exchange.fenced && !exchange.begun) return undefined;
    const patience = exchange.knows ? clipboardListTimeoutMs : clipboardGraceMs;
    await exchange.until((is) => is.done, patience);
    if (!exchange.begun) return undefined;
    const bytes = exchange.result();
    if (!bytes.ok) return bytes;
    return accept(Buffer.from(bytes.value).toString('utf8').split(/\s+/));
  }

  async #packets(
    type: string,
    maxBytes: number,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<Uint8Array>> {
    using exchange = new Exchange(this.#parts, maxBytes, signal);
    this.#parts.write(ask(type));
    await exchange.until((is) => is.done, terminalLimits.clipboardReadTimeoutMs);
    return exchange.result();
  }
}

function ask(types: string): string {
  return `\u001b]${mode};type=read;${Buffer.from(types).toString('base64')}\u001b\\`;
}

/** One request and its packets. */
class Exchange {
  readonly #chunks: Buffer[] = [];
  readonly #maxBytes: number;
  readonly #stop: () => void;
  readonly #signal: AbortSignal | undefined;
  #bytes = 0;
  #refusal: Refusal | undefined;
  #wake: () => void = () => {};
  /** DA1 was answered. */
  fenced = false;
  /** The terminal said that it knows the mode. */
  knows = false;
  begun = false;
  done = false;

  constructor({ input }: Parts, maxBytes: number, signal: AbortSignal | undefined) {
    this.#maxBytes = maxBytes;
    this.#signal = signal;
    this.#stop = input.listen((reply) => this.#hear(reply));
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (signal?.aborted) this.#onAbort();
  }

  readonly #onAbort = (): void => this.#fail(cancelled);

  #hear(reply: Reply): void {
    if (reply.kind === 'attributes') this.fenced = true;
    if (reply.kind === 'mode' && reply.mode === mode) this.knows = reply.isKnown;
    if (reply.kind === 'clipboard') this.#take(reply);
    this.#wake();
  }

  #take({ status, payload }: Extract<Reply, { kind: 'clipboard' }>): void {
    this.begun = true;
    if (this.done) return;
    switch (status) {
      case 'OK':
        return;
      case 'DATA':
        return this.#add(payload);
      case 'DONE':
        this.done = true;
        return;
      case 'EPERM':
        return this.#fail(forbidden);
      default:
        return this.#fail(busy);
    }
  }

  #add(payload: string): void {
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(payload)) return this.#fail(broken);
    const chunk = Buffer.from(payload, 'base64');
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes)
      return this.#fail(
        overLimit('maxBytes', this.#maxBytes, this.#bytes, 'Copy a smaller picture.'),
      );
    this.#chunks.push(chunk);
  }

  #fail(refusal: Refusal): void {
    this.#refusal ??= refusal;
    this.done = true;
    this.#chunks.length = 0;
    this.#wake();
  }

  async until(is: (exchange: Exchange) => boolean, timeoutMs: number): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (!is(this)) {
      const left = deadline - Date.now();
      if (left <= 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  result(): Outcome<Uint8Array> {
    if (this.#refusal) return refuse(this.#refusal);
    return this.done ? accept(new Uint8Array(Buffer.concat(this.#chunks))) : refuse(silent);
  }

  [Symbol.dispose](): void {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#stop();
  }
}

const nothingCopied: Refusal = {
  refused: 'empty',
  message: 'The clipboard in front of the terminal holds no picture.',
  hint: 'Copy a picture, then paste again.',
};
const forbidden: Refusal = {
  refused: 'forbidden',
  message: 'The terminal was not allowed to hand over its clipboard.',
  hint: 'Allow it when the terminal asks (in kitty: clipboard_control read-clipboard).',
};
const busy: Refusal = {
  refused: 'unavailable',
  message: 'The terminal could not read its clipboard.',
  hint: 'Try again, or copy the file to this machine.',
};
const broken: Refusal = {
  refused: 'corrupt',
  message: 'The terminal sent a part of its clipboard that is not base64.',
  hint: 'Paste again, or copy the file to this machine.',
};
const silent: Refusal = {
  refused: 'timed-out',
  message: 'The terminal began to send its clipboard and did not finish.',
  hint: 'Paste again, or copy the file to this machine.',
};
const cancelled: Refusal = {
  refused: 'cancelled',
  message: 'Pasting was cancelled.',
  hint: 'Paste again if it is still wanted.',
};
