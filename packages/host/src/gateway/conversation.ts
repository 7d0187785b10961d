// What is remembered about conversations, without any of their content: under a keyed hash of the credential and of every
// message so far stands where the frontier was. A request that continues one finds it; a fork finds where it forked; nobody
// without the same credential and the same messages finds anything. The key lives as long as the process.
import { createHmac, randomBytes } from 'node:crypto';
import { BoundedMap, inside, readList, type Fields } from '@percept/core/internal';
import { type BlobId, type ModelProfile } from '@percept/core';
import type { Frontier, LensWire } from '@percept/core/lens';
import { maxQuarantined, type GatewayLimits } from './limits.ts';
import type { ConversationBridge } from './conversation-bridge.ts';

export interface Conversation {
  readonly frontier: Frontier;
  /** What was told in place of pictures, so that it is told again in the same words. */
  readonly words?: ConversationBridge;
  readonly userTurns: number;
}

/** What a model taught by refusing, for whoever showed the same credential. */
export interface LearnedLimit {
  readonly profile?: ModelProfile;
  readonly quarantine: ReadonlySet<BlobId>;
  readonly untilMs: number;
}

/** The hashes of a history: one for each message, over everything up to it. */
export interface ConversationState {
  readonly scope: string;
  readonly hashes: readonly string[];
}

export class Conversations {
  readonly #key = randomBytes(32);
  readonly #known: BoundedMap<Conversation>;
  readonly #lessons: BoundedMap<LearnedLimit>;
  readonly #lessonMs: number;
  readonly #clock: () => number;

  constructor({ maxConversations, lessonMs }: GatewayLimits, clock: () => number) {
    this.#known = new BoundedMap(maxConversations);
    this.#lessons = new BoundedMap(maxConversations);
    this.#lessonMs = lessonMs;
    this.#clock = clock;
  }

  /** Who asks whom. The credential goes into the hash and nowhere else. */
  scope(credential: readonly string[], upstream: string, model: string): string {
    return this.#hash(
      [upstream, model, ...credential].map((part) => `${part.length}:${part}`).join(),
    );
  }

  stateOf(scope: string, wire: LensWire, body: Fields): ConversationState {
    const beside = ['system', 'instructions', 'systemInstruction', 'system_instruction'];
    let last = this.#hash(`${scope}${wire}${spelled(beside.map((key) => body[key]))}`);
    const hashes = messagesOf(wire, body).map((message) => {
      last = this.#hash(`${last}${spelled(message)}`);
      return last;
    });
    return { scope, hashes };
  }

  /** The state after the longest part of this history that was seen before. */
  find({ hashes }: ConversationState): Conversation | undefined {
    if (this.#known.size === 0) return undefined;
    for (const hash of hashes.toReversed()) {
      const found = this.#known.get(hash);
      if (found) return found;
    }
    return undefined;
  }

  keep({ hashes }: ConversationState, conversation: Conversation): void {
    const last = hashes.at(-1);
    if (last !== undefined) this.#known.set(last, conversation);
  }

  learned(scope: string): LearnedLimit | undefined {
    const found = this.#lessons.get(scope);
    if (found && found.untilMs > this.#clock()) return found;
    this.#lessons.delete(scope);
    return undefined;
  }

  learn(scope: string, profile: ModelProfile | undefined, suspects: readonly BlobId[]): void {
    const before = this.learned(scope);
    const learnt = profile ?? before?.profile;
    const quarantine = [...(before?.quarantine ?? []), ...suspects].slice(-maxQuarantined);
    this.#lessons.set(scope, {
      ...(learnt && { profile: learnt }),
      quarantine: new Set(quarantine),
      untilMs: this.#clock() + this.#lessonMs,
    });
  }

  #hash(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64');
  }
}

function messagesOf(wire: LensWire, body: Fields): readonly unknown[] {
  const list =
    wire === 'responses' ? body['input'] : wire === 'gemini' ? body['contents'] : body['messages'];
  return readList(list);
}

/** Clients move their cache marks from message to message, and write one text as a string or as a list of one. */
function spelled(value: unknown): string {
  return (
    JSON.stringify(value, (key, inner: unknown) => {
      if (key === 'cache_control') return undefined;
      if (typeof inner !== 'string') return inner;
      const text = inner.length > longest ? sampled(inner) : inner;
      return key === 'content' ? [{ type: 'text', text }] : text;
    }) ?? ''
  );
}

const longest = 16_384;
const samples = 64;
const sampleChars = 64;

/** Of a payload, its length and letters from all over: hashing all of it would cost more than all the rest. */
function sampled(text: string): string {
  const step = Math.floor((text.length - sampleChars) / (samples - 1));
  const pieces = Array.from({ length: samples }, (_, index) =>
    text.slice(index * step, index * step + sampleChars),
  );
  return `${text.length} ${pieces.join('')}`;
}

/** How many times the user has spoken: each time there is a fresh budget for looking. */
export function userTurns(wire: LensWire, body: Fields): number {
  return messagesOf(wire, body).filter((message) => inside(message, 'role') === 'user').length;
}
