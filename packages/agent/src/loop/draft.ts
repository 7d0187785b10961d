// What a model has written so far, in its order, as parts for the record: text, reasoning with its signature, calls, and
// media that was taken in. Bytes in a text never get further than this.
import { isJson, isJsonObject } from '@percept/core/internal';
import { type Json, type MessagePart, type StoredBlock, type ToolCallPart } from '@percept/core';
import { jsonWithoutPayloads, withoutPayloads } from './payload.ts';

/** The call as it is recorded, and the input as the model sent it, which may hold more than a record takes. */
export interface Called {
  readonly part: ToolCallPart;
  readonly input: unknown;
}

export interface StepParts {
  readonly parts: readonly MessagePart[];
  readonly calls: readonly Called[];
}

export class Draft {
  readonly #parts: { id: string; part: MessagePart; input?: unknown }[] = [];
  readonly #isTaken: (callId: string) => boolean;

  constructor(isTaken: (callId: string) => boolean) {
    this.#isTaken = isTaken;
  }

  write(id: string, type: 'text' | 'reasoning', text: string): void {
    const at = this.#parts.findIndex(({ id: other, part }) => other === id && part.type === type);
    const found = this.#parts[at]?.part;
    if (found && (found.type === 'text' || found.type === 'reasoning'))
      this.#parts[at] = { id, part: { ...found, text: found.text + text } };
    else this.#parts.push({ id, part: { type, text } });
  }

  hasWritten(words: string): boolean {
    return this.#parts.some(
      ({ part }) => part.type === 'text' && part.text.trim() === words.trim(),
    );
  }

  /** Replayed to the provider that made it, byte for byte. */
  sign(id: string, metadata: unknown): void {
    const at = this.#parts.findIndex(
      ({ id: other, part }) => other === id && part.type === 'reasoning',
    );
    const found = this.#parts[at]?.part;
    if (found?.type === 'reasoning' && isJsonObject(metadata))
      this.#parts[at] = { id, part: { ...found, provider: { options: metadata } } };
  }

  call(given: string, tool: string, input: unknown, metadata: unknown): void {
    const callId = this.#freeId(given);
    this.#keepSignature('callId', callId, metadata);
    const clean: Json = isJson(input) ? jsonWithoutPayloads(input) : {};
    const part = { type: 'tool-call', callId, tool, input: clean } as const;
    this.#parts.push({ id: callId, part, input });
  }

  #keepSignature(of: 'callId' | 'blob', id: string, metadata: unknown): void {
    if (!isJsonObject(metadata)) return;
    const provider = { [of]: id, options: metadata };
    this.#parts.push({ id, part: { type: 'reasoning', text: '', provider } });
  }

  /** A repeated id gets a number: what is asked, run and answered is one call. */
  #freeId(given: string): string {
    const isFree = (id: string): boolean =>
      id !== '' &&
      !this.#isTaken(id) &&
      !this.#parts.some(({ part }) => 'callId' in part && part.callId === id);
    let id = given;
    for (let count = 2; !isFree(id); count++) id = `${given.slice(0, 32) || 'call'}-${count}`;
    return id;
  }

  /** The provider's signature of what it drew is kept beside it, and replayed with it. */
  show(block: StoredBlock, metadata: unknown): void {
    this.#keepSignature('blob', block.sha256, metadata);
    this.#parts.push({ id: block.sha256, part: block });
  }

  /** Our own words, in the place of what they stand for. */
  note(text: string): void {
    this.#parts.push({ id: `note ${this.#parts.length}`, part: { type: 'text', text } });
  }

  /** Calls of an answer that was cut off are not run, and a signature goes with its call. */
  finish(isWhole: boolean): StepParts {
    const calls = isWhole ? this.#calls : [];
    if (calls.length === this.#calls.length) return { parts: this.#clean, calls };
    return {
      parts: this.#clean.filter(({ type }) => type !== 'tool-call' && type !== 'reasoning'),
      calls,
    };
  }

  get #clean(): readonly MessagePart[] {
    return this.#parts
      .map(({ part }) =>
        part.type === 'text' ? { ...part, text: withoutPayloads(part.text) } : part,
      )
      .filter((part) => part.type !== 'text' || part.text !== '');
  }

  get #calls(): readonly Called[] {
    return this.#parts.flatMap(({ part, input }) =>
      part.type === 'tool-call' ? [{ part, input }] : [],
    );
  }
}
