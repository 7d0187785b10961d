// The DevTools protocol over two pipes, by hand because it is a dozen lines and the libraries for it bring a browser along.
// Every message is a JSON object that ends with a zero byte; one that is none ends the conversation.
import { isRecord, parseJson, readCount, readText } from '@percept/core/internal';
import type { Readable, Writable } from 'node:stream';
import { maxBrowserMessageBytes } from '../limits.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface BrowserEvent {
  readonly method: string;
  readonly params: Fields;
}

/** The browser is gone, or said something that is no answer. */
export class BrowserGone extends Error {
  readonly code = 'PERCEPT_BROWSER_GONE';
}

/** It understood, and would not. */
export class BrowserRefused extends Error {
  readonly code = 'PERCEPT_BROWSER_REFUSED';
}

export class BrowserPipe {
  readonly #out: Writable;
  readonly #waiting = new Map<number, PromiseWithResolvers<Fields>>();
  readonly #onEvent: (event: BrowserEvent) => void;
  #parts: Buffer[] = [];
  #size = 0;
  #next = 1;
  #gone: BrowserGone | undefined;

  constructor(out: Writable, input: Readable, onEvent: (event: BrowserEvent) => void) {
    this.#out = out;
    this.#onEvent = onEvent;
    out.on('error', () => this.end('it closed its pipe'));
    input.on('error', () => this.end('it closed its pipe'));
    input.on('end', () => this.end('it ended'));
    input.on('data', (chunk: Buffer) => this.#take(chunk));
  }

  async send(method: string, params: Fields = {}, sessionId?: string): Promise<Fields> {
    if (this.#gone) throw this.#gone;
    const id = this.#next++;
    const answer = Promise.withResolvers<Fields>();
    this.#waiting.set(id, answer);
    const message = { id, method, params, ...(sessionId !== undefined && { sessionId }) };
    this.#out.write(`${JSON.stringify(message)}\0`);
    return answer.promise;
  }

  end(why: string): void {
    this.#gone ??= new BrowserGone(`The browser is gone: ${why}.`);
    for (const { reject } of this.#waiting.values()) reject(this.#gone);
    this.#waiting.clear();
  }

  #take(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(0); at !== -1; at = chunk.indexOf(0, from)) {
      this.#parts.push(chunk.subarray(from, at));
      from = at + 1;
      const message = Buffer.concat(this.#parts).toString('utf8');
      this.#parts = [];
      this.#size = 0;
      this.#read(message);
    }
    this.#parts.push(chunk.subarray(from));
    this.#size += chunk.length - from;
    if (this.#size > maxBrowserMessageBytes) this.end('it said too much at once');
  }

  #read(text: string): void {
    const message = parsed(text);
    if (!message) return this.end('it said something that is no message');
    const method = readText(message['method']);
    const params = isRecord(message['params']) ? message['params'] : {};
    if (method !== undefined) return this.#onEvent({ method, params });
    const id = readCount(message['id']) ?? 0;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    const { error, result } = message;
    if (isRecord(error))
      waiting?.reject(new BrowserRefused(readText(error['message']) ?? 'no reason'));
    else waiting?.resolve(isRecord(result) ? result : {});
  }
}

function parsed(text: string): Fields | undefined {
  const value = parseJson(text);
  return isRecord(value) ? value : undefined;
}
