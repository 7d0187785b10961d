// Length-prefixed frames over a pipe: a fixed prefix, a small JSON head, and a binary body that is never turned into
// text. A reader believes no length: what is over its limits, or does not start with the mark, is garbage for ever.
import { exactText, parseJson } from '@percept/core/internal';
import { maxFrameHeadBytes } from '../limits.ts';

/** "PcF1" */
const mark = 0x50634631;
const prefixBytes = 12;
const noBytes = new Uint8Array(0);
const encoder = new TextEncoder();

/** Prefix and head as one piece; the body follows as it is. */
export function frameHead(head: object, bodyBytes: number): Uint8Array {
  const text = encoder.encode(JSON.stringify(head));
  const out = new Uint8Array(prefixBytes + text.length);
  const view = new DataView(out.buffer);
  view.setUint32(0, mark);
  view.setUint32(4, text.length);
  view.setUint32(8, bodyBytes);
  out.set(text, prefixBytes);
  return out;
}

export interface Frame {
  readonly head: unknown;
  readonly body: Uint8Array;
}

/** Collects exactly `wanted` bytes into a buffer that was sized once. */
class Gather {
  readonly bytes: Uint8Array;
  #filled = 0;

  constructor(wanted: number) {
    this.bytes = wanted === 0 ? noBytes : new Uint8Array(wanted);
  }

  get full(): boolean {
    return this.#filled === this.bytes.length;
  }

  /** Takes what it can, and says how much that was. */
  take(chunk: Uint8Array): number {
    const count = Math.min(chunk.length, this.bytes.length - this.#filled);
    this.bytes.set(count === chunk.length ? chunk : chunk.subarray(0, count), this.#filled);
    this.#filled += count;
    return count;
  }
}

type Part =
  | { readonly name: 'prefix'; readonly gather: Gather }
  | { readonly name: 'head'; readonly gather: Gather; readonly bodyBytes: number }
  | { readonly name: 'body'; readonly gather: Gather; readonly head: unknown };

export class FrameReader {
  #part: Part = { name: 'prefix', gather: new Gather(prefixBytes) };
  #broken = false;
  readonly #maxBodyBytes: () => number;
  readonly #onFrame: (frame: Frame) => void;

  constructor(maxBodyBytes: () => number, onFrame: (frame: Frame) => void) {
    this.#maxBodyBytes = maxBodyBytes;
    this.#onFrame = onFrame;
  }

  /** False once the bytes are not frames; nothing after that is looked at. */
  push(chunk: Uint8Array): boolean {
    let rest = chunk;
    while (!this.#broken) {
      rest = rest.subarray(this.#part.gather.take(rest));
      if (!this.#part.gather.full) return true;
      this.#advance(this.#part);
    }
    return false;
  }

  #advance(part: Part): void {
    switch (part.name) {
      case 'prefix': {
        const view = new DataView(part.gather.bytes.buffer);
        const headBytes = view.getUint32(4);
        const bodyBytes = view.getUint32(8);
        this.#broken =
          view.getUint32(0) !== mark ||
          headBytes > maxFrameHeadBytes ||
          bodyBytes > this.#maxBodyBytes();
        if (!this.#broken) this.#part = { name: 'head', gather: new Gather(headBytes), bodyBytes };
        return;
      }
      case 'head': {
        const text = exactText(part.gather.bytes);
        const head = text === undefined ? undefined : parseJson(text);
        this.#broken = head === undefined;
        this.#part = { name: 'body', gather: new Gather(part.bodyBytes), head };
        return;
      }
      case 'body':
        this.#part = { name: 'prefix', gather: new Gather(prefixBytes) };
        this.#onFrame({ head: part.head, body: part.gather.bytes });
        return;
    }
  }
}
