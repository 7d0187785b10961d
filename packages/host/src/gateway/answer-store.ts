// Keeps what answers carry where an upstream's settings ask for it: a copy of what passed, through the door into the store, with
// its model as maker and a record of its own. The client's answer is neither held nor changed for it, and what cannot be kept is
// told in the record and in the log, never to the client.
import { AnswerMedia, MadeMedia } from '@percept/agent/internal';
import type { MessagePart, SessionId, TenantId } from '@percept/core';
import { inside, printable, readText } from '@percept/core/internal';
import type { Door } from '@percept/ingest';
import type { Memory } from '@percept/store';
import type { IncomingMessage } from 'node:http';
import { HeldBytes, Share } from '../http/held-bytes.ts';
import { contentOf } from './answer-events.ts';
import { unpack } from './held-body.ts';
import type { GatewayLimits } from './limits.ts';

export interface AnswerStoreParts {
  readonly sessions: Memory['sessions'];
  /** Its store is where the media goes. */
  readonly door: Door;
  /** Whose it is; undefined: nobody's, and nothing is kept. */
  readonly ownerOf: (request: IncomingMessage) => TenantId | undefined;
}

export interface Kept {
  readonly stored: number;
  readonly notStored: number;
  readonly record?: SessionId;
}

/** One answer on its way to its client. */
export interface WatchedAnswer {
  add(chunk: Buffer): void;
  /** Asked when all of it has passed. */
  keep(): Promise<Kept>;
  /** It broke off. */
  drop(): void;
}

interface Passing {
  readonly request: IncomingMessage;
  readonly upstream: string;
  /** As the request names it; the answer's own word counts first. */
  readonly model: string;
  readonly signal: AbortSignal;
}

export class AnswerStore {
  readonly #parts: AnswerStoreParts;
  readonly #limits: GatewayLimits;
  /** Apart from what requests hold: a copy is given up where there is no room, and no request waits for one. */
  readonly #held: HeldBytes;

  constructor(parts: AnswerStoreParts, limits: GatewayLimits) {
    this.#parts = parts;
    this.#limits = limits;
    this.#held = new HeldBytes(limits.maxHeldBytes);
  }

  /** Undefined where nothing of this answer is kept: it is somebody's no, or nobody's. */
  watch(answer: IncomingMessage, passing: Passing): WatchedAnswer | undefined {
    const tenant = this.#parts.ownerOf(passing.request);
    if (tenant === undefined || answer.statusCode !== 200) return undefined;
    const copy = new AnswerCopy(new Share(this.#held), this.#limits.maxStoredAnswerBytes);
    return {
      add: (chunk) => copy.add(chunk),
      drop: () => copy.drop(),
      keep: () => this.#keep(answer, copy, tenant, passing).finally(() => copy.drop()),
    };
  }

  async #keep(
    { headers }: IncomingMessage,
    copy: AnswerCopy,
    tenant: TenantId,
    { upstream, model, signal }: Passing,
  ): Promise<Kept> {
    const { maxStoredAnswerBytes: max } = this.#limits;
    const whole = copy.bytes;
    if (!whole) return { stored: 0, notStored: 1 };
    const unpacked = await unpack(whole, headers['content-encoding'], max);
    if (unpacked.kind !== 'held') return { stored: 0, notStored: 1 };
    const content = contentOf(unpacked.bytes, headers['content-type'] ?? '');
    const media = new AnswerMedia();
    let maker = model;
    if (content.kind === 'values')
      for (const value of content.values) {
        media.read(value);
        maker = modelIn(value) ?? maker;
      }
    const files =
      content.kind === 'media'
        ? [{ bytes: unpacked.bytes, mediaType: content.mediaType }]
        : media.files;
    if (files.length === 0) return nothing;
    // Asked first: bytes without a record would lie in the store until they are swept.
    if (await this.#isFull(tenant)) return { stored: 0, notStored: files.length };
    const name = `gateway/${upstream}/${printable(maker, 100) || 'unknown'}`;
    const made = new MadeMedia({
      door: this.#parts.door,
      model: name,
      isTaken: () => false,
      signal,
    });
    const parts: MessagePart[] = [];
    for (const file of files) {
      const taken = await made.take(file);
      parts.push(taken.kind === 'kept' ? taken.block : { type: 'text', text: `[${taken.text}]` });
    }
    if (media.leftOut !== undefined) parts.push({ type: 'text', text: `[${media.leftOut}]` });
    return this.#record(tenant, name, parts);
  }

  async #isFull(tenant: TenantId): Promise<boolean> {
    const { maxStoredAnswers: limit } = this.#limits;
    const kept = await this.#parts.sessions.count({ tenant, kind: 'answer', limit });
    return !kept.ok || kept.value >= limit;
  }

  async #record(tenant: TenantId, title: string, parts: readonly MessagePart[]): Promise<Kept> {
    const { sessions } = this.#parts;
    const stored = parts.filter(({ type }) => type !== 'text').length;
    const lost: Kept = { stored: 0, notStored: parts.length };
    const opened = await sessions.open({ tenant, kind: 'answer', title });
    if (!opened.ok) return lost;
    const { id } = opened.value;
    const said = await sessions.append(id, { type: 'message', role: 'assistant', parts });
    return said.ok ? { stored, notStored: parts.length - stored, record: id } : lost;
  }
}

const nothing: Kept = { stored: 0, notStored: 0 };

/** The bytes that pass, as long as they fit into what one answer and all of them together may hold. */
class AnswerCopy {
  readonly #share: Share;
  readonly #max: number;
  #chunks: Buffer[] | undefined = [];
  #bytes = 0;

  constructor(share: Share, max: number) {
    this.#share = share;
    this.#max = max;
  }

  add(chunk: Buffer): void {
    if (!this.#chunks) return;
    this.#bytes += chunk.length;
    if (this.#bytes <= this.#max && this.#share.take(chunk.length)) this.#chunks.push(chunk);
    else this.drop();
  }

  drop(): void {
    this.#chunks = undefined;
    this.#share.giveBack();
  }

  get bytes(): Buffer | undefined {
    return this.#chunks && Buffer.concat(this.#chunks);
  }
}

/** Where each wire names who answered. */
function modelIn(value: unknown): string | undefined {
  for (const fields of [value, inside(value, 'response'), inside(value, 'message')]) {
    const name = readText(inside(fields, 'model')) ?? readText(inside(fields, 'modelVersion'));
    if (name) return name;
  }
  return undefined;
}
