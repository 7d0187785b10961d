// One request body through the lens. What holds no media is not even parsed, and what its provider takes is not touched; the
// rest is lowered for its model, and once more, with less, when the provider refuses it over its media. Requests, messages of a
// WebSocket and dry runs all come through here.
import { isAscii } from 'node:buffer';
import { bridgedPort, chatOf } from '@percept/agent/internal';
import { type Bridge, type BridgeEvent } from '@percept/agent';
import { exactText, isRecord, parseJson, readText, definedOf } from '@percept/core/internal';
import { type ModelProfile } from '@percept/core';
import {
  changesOf,
  decodeBase64,
  fillBlindResults,
  findMarkedResults,
  freshState,
  mayHoldMedia,
  mayNameMedia,
  readSlots,
} from '@percept/core/internal/lens';
import {
  LensSession,
  lowerRequest,
  type BlindResult,
  type Change,
  type LensReport,
  type LensWire,
  type Look,
  type Lowered,
  type MediaPort,
  type Slot,
} from '@percept/core/lens';
import {
  classifyRefusal,
  degrade,
  type Degraded,
  type FaultKind,
} from '@percept/core/internal/recovery';
import { ConversationBridge } from './conversation-bridge.ts';
import { userTurns, type Conversations, type ConversationState } from './conversation.ts';
import type { GatewayLimits } from './limits.ts';
import { hasOwnId, type Looks } from './look.ts';
import { profileOf } from './model-profile.ts';
import { respell } from './respell.ts';
import type { Upstream } from './upstream.ts';

export interface RepairParts {
  readonly port: MediaPort;
  readonly bridge?: Bridge;
  readonly conversations: Conversations;
  readonly looks: Looks;
  readonly limits: GatewayLimits;
  /** Pictures that tools of this process named in what they said. */
  readonly named?: NamedPictures | undefined;
}

export interface NamedPictures {
  /** Stands in every text that names one. */
  readonly mark: string;
  /** Undefined where it names nothing that this process showed. */
  find(text: string): Promise<Look | undefined>;
}

export interface RequestBody {
  readonly upstream: Upstream;
  readonly wire: LensWire;
  /** Where the path names it. */
  readonly model?: string;
  readonly bytes: Buffer;
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
  /** The body in pieces, in the client's own bytes where nothing changed; undefined where nothing did at all. */
  readonly pieces?: readonly Buffer[];
  readonly events: readonly BridgeEvent[];
  /** Results that got pixels, or words about why not, from where their calls pointed. */
  readonly looked: number;
  /** What the body that leaves has otherwise than the one that came. */
  changes(): readonly Change[];
  /** The same request with less, or undefined when this refusal is not about its media. */
  again(refusal: Refusal): Promise<Retry | undefined>;
  /** The provider took it: what was decided holds for the rest of the conversation. */
  taken(): void;
}

interface Retry {
  readonly cause: Cause;
  readonly repair: Repair;
}

type Body = Readonly<Record<string, unknown>>;

/** Undefined for what is not a body of this wire: the provider is the one to say so. */
export async function repairOf(
  parts: RepairParts,
  request: RequestBody,
): Promise<Repair | undefined> {
  try {
    return await repaired(parts, request);
  } catch (error) {
    request.signal.throwIfAborted();
    // Nested beyond any stack: no model reads that, and the provider says so in its own words.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

async function repaired(parts: RepairParts, request: RequestBody): Promise<Repair | undefined> {
  const { bytes, wire, upstream } = request;
  // One byte, one letter: enough for a search, and never wrong about what it is searched for.
  const letters = bytes.toString('latin1');
  const looks =
    (upstream.lookIn !== undefined && mayNameMedia(letters)) ||
    (parts.named !== undefined && letters.includes(parts.named.mark));
  if (!looks && !mayHoldMedia(letters)) {
    const model = request.model ?? modelIn(bytes);
    return asItCame(model, () => open(parts, request, letters)?.history);
  }
  const opened = open(parts, request, letters);
  if (!opened) return undefined;
  const { history, body, model } = opened;
  const looked = looks && (await history.look());
  return !looked && readSlots(wire, body).length === 0
    ? asItCame(model, () => history)
    : history.lower();
}

/** The name of the model, for the log. Quotes inside texts are escaped, so that only a field is found. */
function modelIn(bytes: Buffer): string {
  return /"model"\s*:\s*"([^"\\]{1,200})"/.exec(bytes.toString('latin1', 0, 65_536))?.[1] ?? '';
}

function open(
  parts: RepairParts,
  request: RequestBody,
  letters: string,
): { readonly history: History; readonly body: Body; readonly model: string } | undefined {
  // What is not UTF-8 is left alone: rewriting would change what it means.
  const text = isAscii(request.bytes) ? letters : exactText(request.bytes);
  const body = text === undefined ? undefined : parseJson(text);
  if (!isRecord(body)) return undefined;
  const model = request.model ?? readText(body['model']) ?? '';
  return { history: new History(parts, request, { letters, body, model }), body, model };
}

/** No media: it goes on as it came. Only a refusal is a reason to look for damage of another kind. */
function asItCame(model: string, history: () => History | undefined): Repair {
  return unchanged(model, async (refusal) => {
    if (refusal.status !== 400 && refusal.status !== 422) return undefined;
    const repair = await history()?.lower({}, 'all');
    if (!repair) return undefined;
    return repair.pieces === undefined
      ? repair.again(refusal)
      : { cause: 'damaged-history', repair };
  });
}

function unchanged(model: string, again: Repair['again']): Repair {
  return { model, events: [], looked: 0, changes: () => [], taken: () => undefined, again };
}

interface Opened {
  readonly letters: string;
  readonly body: Body;
  readonly model: string;
}

/** What the provider refused. */
interface Sent {
  readonly lowered: Lowered;
  readonly profile: ModelProfile;
  readonly repairs: 'all' | 'certain';
  readonly pieces: readonly Buffer[] | undefined;
}

/** One request with its history, and everything that is decided about it. */
class History {
  readonly #parts: RepairParts;
  readonly #request: RequestBody;
  readonly #opened: Opened;
  readonly #state: ConversationState;
  readonly #session: LensSession;
  readonly #profile: ModelProfile;
  readonly #turns: number;
  #words: ConversationBridge | undefined;
  /** With what was looked up; the body itself where nothing was. */
  #body: Body;
  #looked = 0;
  readonly #events: BridgeEvent[] = [];

  constructor(parts: RepairParts, request: RequestBody, opened: Opened) {
    const { upstream, wire, credential } = request;
    const { conversations } = parts;
    const { body, model } = opened;
    const scope = conversations.scope(credential, `${upstream.name} ${upstream.host}`, model);
    this.#parts = parts;
    this.#request = request;
    this.#opened = opened;
    this.#body = body;
    this.#state = conversations.stateOf(scope, wire, body);
    const learned = conversations.learned(scope);
    const before = conversations.find(this.#state);
    this.#profile = learned?.profile ?? profileOf(upstream, wire, model);
    this.#turns = userTurns(wire, body);
    this.#words =
      before && before.userTurns < this.#turns ? before.words?.nextTurn() : before?.words;
    this.#session = new LensSession({
      frontier: before?.frontier ?? freshState.frontier,
      quarantine: learned?.quarantine ?? freshState.quarantine,
    });
  }

  /** Whether something was seen where the results or the calls of this history pointed. */
  async look(): Promise<boolean> {
    await this.#fillNamed();
    await this.#lookUp();
    return this.#looked > 0;
  }

  async #fillNamed(): Promise<void> {
    const { named } = this.#parts;
    const { wire, signal } = this.#request;
    if (!named) return;
    const found = new Map<BlindResult, Look>();
    for (const result of findMarkedResults(wire, this.#body, named.mark)) {
      const look = await named.find(result.text);
      signal.throwIfAborted();
      if (look) found.set(result, look);
    }
    this.#body = fillBlindResults(wire, this.#body, found);
    this.#looked = found.size;
  }

  async #lookUp(): Promise<void> {
    const { looks, limits } = this.#parts;
    const { wire, upstream, signal } = this.#request;
    const { scope, hashes } = this.#state;
    if (upstream.lookIn === undefined) return;
    const filled = await looks.lookUp({
      root: upstream.lookIn,
      wire,
      body: this.#body,
      profile: this.#profile,
      keyOf: (result) => {
        const { tool, source, text } = result;
        const which = hasOwnId(result) ? result.id : `${hashes[result.message]} ${result.part}`;
        return JSON.stringify([scope, upstream.lookIn, which, tool, source, text]);
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(limits.mediaTimeoutMs)]),
    });
    signal.throwIfAborted();
    this.#body = filled.body;
    this.#looked += filled.looked;
  }

  async lower(
    degraded: Partial<Degraded> = {},
    repairs: 'all' | 'certain' = 'certain',
  ): Promise<Repair> {
    const { wire, signal, upstream, bytes } = this.#request;
    const { letters, body, model } = this.#opened;
    const { mediaOnly, retention, resize } = upstream.heal;
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
      resize: resize ? 'useful' : 'needed',
      repairs: mediaOnly ? 'none' : repairs,
      ...(!retention && { retention: { mode: 'append-only' }, dedupe: false, shed: 'exact' }),
      ...definedOf({ thinking: degraded.thinking }),
    });
    const pieces =
      lowered.body === body ? undefined : respell({ bytes, letters }, body, lowered.body);
    // A body in which a name comes twice means different things to different readers: nobody's is changed.
    if (lowered.body !== body && !pieces) return unchanged(model, async () => undefined);
    return {
      model,
      report: lowered.report,
      ...definedOf({ pieces }),
      events: this.#events,
      looked: this.#looked,
      changes: () => changesOf(body, lowered.body),
      again: (refusal) => this.#again(refusal, { lowered, profile, repairs, pieces }),
      taken: () => this.#taken(degraded),
    };
  }

  async #again({ status, text }: Refusal, sent: Sent): Promise<Retry | undefined> {
    const { lowered, profile } = sent;
    const hadMedia = lowered.edits.some((edit) => edit.place !== 'words');
    const fault = classifyRefusal({ status, text, hadMedia });
    if (!fault) return undefined;
    if (fault.kind === 'unclear' && sent.repairs === 'certain') {
      const tidied = await this.lower({}, 'all');
      if (tidied.pieces && !sameBytes(tidied.pieces, sent.pieces))
        return { cause: 'damaged-history', repair: tidied };
    }
    const degraded = degrade(fault, lowered, profile, this.#session.memo);
    const changes = degraded.profile ?? degraded.thinking ?? degraded.suspects[0];
    if (changes === undefined) return undefined;
    return { cause: fault.kind, repair: await this.lower(degraded, 'all') };
  }

  #taken({ profile, holds, suspects = [] }: Partial<Degraded>): void {
    const { conversations } = this.#parts;
    const learnt = holds === 'this-model' ? profile : undefined;
    if (learnt || suspects.length > 0) conversations.learn(this.#state.scope, learnt, suspects);
    conversations.keep(this.#state, {
      frontier: this.#session.state.frontier,
      userTurns: this.#turns,
      ...definedOf({ words: this.#words }),
    });
  }

  /** With a bridge, what this model does not take is put into words first, the newest before the older. */
  async #media(profile: ModelProfile): Promise<MediaPort> {
    const { port, bridge } = this.#parts;
    const { upstream, wire, signal } = this.#request;
    if (!bridge || !upstream.heal.describe) return port;
    const chat = chatOf(upstream.host, profile);
    const slots = readSlots(wire, this.#body);
    const unseen = slots.filter(({ media }) => !chat.takes[media.kind]);
    if (unseen.length === 0) return port;
    const words = (this.#words ??= ConversationBridge.of(bridge, chat));
    words.hear((event) => this.#events.push(event));
    const newest = Math.max(...unseen.map((slot) => slot.turn));
    const ordered = [
      ...unseen.filter((slot) => slot.turn === newest),
      ...unseen.filter((slot) => slot.turn !== newest),
    ];
    await Promise.all(ordered.map((slot) => this.#describe(words, slot)));
    signal.throwIfAborted();
    return bridgedPort(port, () => words.turn);
  }

  /** An address is not followed: whoever may look at it is the provider, and this one does not look. */
  async #describe({ turn }: ConversationBridge, { media }: Slot): Promise<void> {
    if (media.data.kind !== 'base64') return;
    const bytes = decodeBase64(media.data.base64);
    if (!bytes) return;
    const { mime, name } = media;
    await turn.describe({ bytes, ...definedOf({ mime, name }) }, this.#request.signal);
  }
}

function sameBytes(one: readonly Buffer[], other: readonly Buffer[] | undefined): boolean {
  return other !== undefined && Buffer.concat(one).equals(Buffer.concat(other));
}
