// One request body through the lens. What holds no media is not touched; what does is lowered for its model, and lowered
// once more, with less, when the provider refuses it over its media.
import { bridgedPort, chatOf, type Bridge, type BridgeEvent } from '@percept/agent';
import { isRecord, readText, type ModelProfile } from '@percept/core';
import {
  decodeBase64,
  freshState,
  LensSession,
  lowerRequest,
  readSlots,
  type LensReport,
  type LensWire,
  type Lowered,
  type MediaPort,
  type Slot,
} from '@percept/core/lens';
import { classifyRefusal, degrade, type Degraded, type FaultKind } from '@percept/core/recovery';
import { userTurns, type Conversations, type ConversationState } from './conversation.ts';
import type { GatewayLimits } from './limits.ts';
import { profileOf } from './model-profile.ts';
import { respell } from './respell.ts';
import { ConversationBridge } from './conversation-bridge.ts';
import type { Upstream } from './upstream.ts';

export interface HealingParts {
  readonly port: MediaPort;
  readonly bridge?: Bridge;
  readonly conversations: Conversations;
  readonly limits: GatewayLimits;
}

export interface RepairRequest {
  readonly upstream: Upstream;
  readonly wire: LensWire;
  /** Where the path names it. */
  readonly model?: string;
  readonly text: string;
  readonly credential: readonly string[];
  readonly signal: AbortSignal;
}

export interface Refusal {
  readonly status: number;
  readonly text: string;
}

/** Why a request is sent a second time; `damaged-history` where calls, results or empty parts were the matter. */
export type Cause = FaultKind | 'damaged-history';

/** A request as it will be sent. */
export interface Repair {
  readonly model: string;
  /** Undefined where there was no media to decide about. */
  readonly report?: LensReport;
  /** The body in the client's own letters where nothing changed; undefined where nothing did at all. */
  readonly text?: string;
  readonly events: readonly BridgeEvent[];
  /** The same request with less, or undefined when this refusal is not about its media. */
  again(refusal: Refusal): Promise<Retry | undefined>;
  /** The provider took it: what was decided holds for the rest of the conversation. */
  taken(): void;
}

interface Retry {
  readonly cause: Cause;
  readonly repair: Repair;
}

/** Undefined for what is not a body of this wire: the provider is the one to say so. */
export async function examine(
  parts: HealingParts,
  asked: RepairRequest,
): Promise<Repair | undefined> {
  const body = parsed(asked.text);
  if (!body) return undefined;
  const model = asked.model ?? readText(body['model']) ?? '';
  const slots = readSlots(asked.wire, body);
  const open = () => new Case(parts, asked, body, model, slots);
  return slots.length === 0 ? untouched(model, open) : open().treat();
}

/** No media: it goes on as it came. Only a refusal is a reason to look for damage of another kind. */
function untouched(model: string, open: () => Case): Repair {
  return {
    model,
    events: [],
    taken: () => undefined,
    again: async (refusal) => {
      if (refusal.status !== 400 && refusal.status !== 422) return undefined;
      const repair = await open().treat();
      return repair.text === undefined
        ? repair.again(refusal)
        : { cause: 'damaged-history', repair };
    },
  };
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** One request and everything that is decided about it. */
class Case {
  readonly #parts: HealingParts;
  readonly #asked: RepairRequest;
  readonly #body: Readonly<Record<string, unknown>>;
  readonly #model: string;
  readonly #slots: readonly Slot[];
  readonly #trail: ConversationState;
  readonly #session: LensSession;
  readonly #profile: ModelProfile;
  readonly #turns: number;
  #words: ConversationBridge | undefined;
  readonly #events: BridgeEvent[] = [];

  constructor(
    parts: HealingParts,
    asked: RepairRequest,
    body: Readonly<Record<string, unknown>>,
    model: string,
    slots: readonly Slot[],
  ) {
    const { upstream, wire, credential } = asked;
    const { conversations } = parts;
    const scope = conversations.scope(credential, `${upstream.family} ${upstream.host}`, model);
    this.#parts = parts;
    this.#asked = asked;
    this.#body = body;
    this.#model = model;
    this.#slots = slots;
    this.#trail = conversations.trail(scope, wire, body);
    const learned = conversations.learned(scope);
    const before = conversations.find(this.#trail);
    this.#profile = learned?.profile ?? profileOf(upstream, wire, model);
    this.#turns = userTurns(wire, body);
    this.#words =
      before && before.userTurns < this.#turns ? before.words?.nextTurn() : before?.words;
    this.#session = new LensSession({
      frontier: before?.frontier ?? freshState.frontier,
      quarantine: learned?.quarantine ?? freshState.quarantine,
    });
  }

  async treat(degraded: Partial<Degraded> = {}): Promise<Repair> {
    const { wire, text, signal } = this.#asked;
    const profile = degraded.profile ?? this.#profile;
    for (const suspect of degraded.suspects ?? []) this.#session.quarantine(suspect);
    const lowered = await lowerRequest({
      wire,
      body: this.#body,
      profile,
      session: this.#session,
      media: await this.#media(profile),
      mediaTimeoutMs: this.#parts.limits.mediaTimeoutMs,
      signal,
      ...(degraded.thinking && { thinking: degraded.thinking }),
    });
    const changed = lowered.body !== this.#body;
    return {
      model: this.#model,
      report: lowered.report,
      ...(changed && { text: respell(text, this.#body, lowered.body) }),
      events: this.#events,
      again: (refusal) => this.#again(refusal, lowered, profile),
      taken: () => this.#taken(degraded),
    };
  }

  async #again(
    { status, text }: Refusal,
    sent: Lowered,
    profile: ModelProfile,
  ): Promise<Retry | undefined> {
    const hadMedia = sent.edits.some((edit) => edit.place !== 'words');
    const fault = classifyRefusal({ status, text, hadMedia });
    if (!fault) return undefined;
    const degraded = degrade(fault, sent, profile, this.#session.memo);
    const changes = degraded.profile ?? degraded.thinking ?? degraded.suspects[0];
    if (changes === undefined) return undefined;
    return { cause: fault.kind, repair: await this.treat(degraded) };
  }

  #taken({ profile, holds, suspects = [] }: Partial<Degraded>): void {
    const { conversations } = this.#parts;
    const learnt = holds === 'this-model' ? profile : undefined;
    if (learnt || suspects.length > 0) conversations.learn(this.#trail.scope, learnt, suspects);
    conversations.keep(this.#trail, {
      frontier: this.#session.state.frontier,
      userTurns: this.#turns,
      ...(this.#words && { words: this.#words }),
    });
  }

  /** With a bridge, what this model does not take is put into words first, the newest before the older. */
  async #media(profile: ModelProfile): Promise<MediaPort> {
    const { port, bridge } = this.#parts;
    if (!bridge) return port;
    const chat = chatOf(this.#asked.upstream.host, profile);
    const unseen = this.#slots.filter(({ media }) => media && !chat.takes[media.kind]);
    if (unseen.length === 0) return port;
    const words = (this.#words ??= ConversationBridge.of(bridge, chat));
    words.hear((event) => this.#events.push(event));
    const newest = Math.max(...unseen.map((slot) => slot.turn));
    const ordered = [
      ...unseen.filter((slot) => slot.turn === newest),
      ...unseen.filter((slot) => slot.turn !== newest),
    ];
    await Promise.all(ordered.map((slot) => this.#describe(words, slot)));
    this.#asked.signal.throwIfAborted();
    return bridgedPort(port, () => words.turn);
  }

  /** An address is not followed: whoever may look at it is the provider, and this one does not look. */
  async #describe({ turn }: ConversationBridge, { media }: Slot): Promise<void> {
    if (media?.data.kind !== 'base64') return;
    const bytes = decodeBase64(media.data.base64);
    if (!bytes) return;
    const { mime, name } = media;
    await turn.describe(
      { bytes, ...(mime !== undefined && { mime }), ...(name !== undefined && { name }) },
      this.#asked.signal,
    );
  }
}
