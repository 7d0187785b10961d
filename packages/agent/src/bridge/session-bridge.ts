// The bridge as a tool loop uses it: one object per session, told when a turn begins and who reads. The reader may be
// switched between two calls; consent and routes are asked again for each.
import { accept, type BlobId, type ModelProfile, type Outcome, type Refusal } from '@percept/core';
import type { HeldMedia } from '@percept/core/lens';
import type { MediaKind } from '@percept/core/internal/route';
import type { Charge } from '../models/index.ts';
import type { Listen } from '../tools/index.ts';
import { chatOf, type Bridge } from './bridge.ts';
import { disclosures, goingText, type BridgeEvent, type Recipient } from './event.ts';
import type { KnownMedia } from './known-media.ts';
import type { BridgeTurn, Plan, Wanted } from './turn.ts';

export type { Plan } from './turn.ts';

export interface Reader {
  readonly host: string;
  readonly profile: ModelProfile;
}

interface ReadRequest {
  readonly reader: Reader;
  readonly question?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a dry run may know of a turn that has not begun. */
export interface Preview {
  plan(wanted: readonly Wanted[]): Promise<readonly Plan[]>;
  words(kind: MediaKind, blob: BlobId): Promise<Outcome<string>>;
}

export interface SessionBridge {
  beginTurn(): void;
  /** Who will be asked about what in this turn, decided in this order. */
  plan(wanted: readonly Wanted[], reader: Reader): Promise<readonly Plan[]>;
  /** The same for the turn after this one; nobody looks, and nothing is used up. */
  preview(reader: Reader): Preview;
  /** A tool looks at it again: true where the words so far only say why nobody did. */
  reopen(kind: 'image' | 'audio', blob: BlobId, reader: Reader): boolean;
  /** Why a request with these kinds must fail; undefined when each has a route. */
  missingRoute(media: Iterable<MediaKind>, reader: Reader): Refusal | undefined;
  /** One line by local eyes or ears about what a model made. Nothing leaves the device. */
  brief(media: HeldMedia, signal: AbortSignal): Promise<Outcome<string>>;
  /** Whoever listens for this reader, where somebody does. */
  listener(reader: Reader): Listen | undefined;
  describe(
    media: HeldMedia,
    request: ReadRequest,
  ): Promise<Outcome<{ readonly text: string; readonly by: Recipient }>>;
}

/** Nobody's chat: only this device looks. */
const onDevice = {
  host: 'this device',
  takes: { image: false, audio: false, file: false },
} as const;

/** Where the words say only why nobody looked. */
const nobody = { model: 'nobody', host: 'this device' } as const;

/** Told to the person at once: what was done, and who saw the media. */
export type Tell = (text: string, recipient?: Recipient) => void;

/** @example createSessionBridge(bridge, (text) => console.log(text)) */
export function createSessionBridge(
  bridge: Bridge,
  tell?: Tell,
  bill?: (charge: Charge) => void,
  known?: KnownMedia,
): SessionBridge {
  const told = tell && tellOnce(tell);
  const onEvent = (event: BridgeEvent): void => {
    if (event.type === 'look-billed') bill?.(event.charge);
    else told?.event(event);
  };
  const turns = new Map<string, BridgeTurn>();
  const turnFor = ({ host, profile }: Reader): BridgeTurn => {
    const turn = turns.get(host) ?? bridge.turn(chatOf(host, profile), onEvent, known);
    turns.set(host, turn);
    return turn;
  };
  return {
    beginTurn: () => {
      for (const [host, turn] of turns) turns.set(host, turn.next());
    },
    plan: async (wanted, reader) => {
      const plans = await turnFor(reader).plan(wanted);
      told?.ahead(wanted, plans);
      return plans;
    },
    preview: (reader) => {
      const turn = turnFor(reader).next();
      return {
        plan: (wanted) => turn.plan(wanted),
        words: (kind, blob) => turn.planned(kind, blob),
      };
    },
    reopen: (kind, blob, reader) => turnFor(reader).reopen(kind, blob),
    missingRoute: (media, { host, profile }) => bridge.missingRoute(media, chatOf(host, profile)),
    brief: async (media, signal) => {
      const said = await bridge.turn(onDevice).brief(media, signal);
      return said.ok ? accept(said.value.text) : said;
    },
    listener: (reader) => {
      const { host } = reader;
      const takes = { image: false, audio: false, file: true };
      if (bridge.route('audio', { host, takes }).kind !== 'describe') return undefined;
      return async (sound, { question, span }, signal) => {
        const told = await turnFor(reader).look(sound, question, signal, span);
        return told.ok ? accept(told.value.text) : told;
      };
    },
    describe: async (media, { reader, question, signal }) => {
      const turn = turnFor(reader);
      const said =
        question === undefined
          ? await turn.describe(media, signal)
          : await turn.look(media, question, signal);
      return said.ok ? accept({ text: said.value.text, by: said.value.by ?? nobody }) : said;
    },
  };
}

interface Teller {
  event(event: BridgeEvent): void;
  /** Several that go to one model in one turn are one line, said before the first of them leaves; so are those that nobody looks at. */
  ahead(wanted: readonly Wanted[], plans: readonly Plan[]): void;
}

/** Each session is told who saw what, once for every piece of media and recipient. */
function tellOnce(tell: Tell): Teller {
  const told = new Set<string>();
  return {
    event: (event) => {
      const key = keyOf(event);
      if (key === undefined || told.has(key)) return;
      told.add(key);
      const recipient = 'model' in event ? { model: event.model, host: event.host } : undefined;
      for (const line of disclosures([event])) tell(line, recipient);
    },
    ahead: (wanted, plans) => {
      for (const going of goingIn(wanted, plans)) {
        const fresh = going.filter(({ key }) => !told.has(key));
        const [first, second] = fresh;
        if (!first || !second) continue;
        for (const { key } of fresh) told.add(key);
        const kinds = fresh.map(({ kind }) => kind);
        tell(goingText(kinds, first.recipient), first.recipient);
      }
      const deferred = deferredIn(wanted, plans).filter(
        (event) => !told.has(`deferred ${event.blob}`),
      );
      for (const { blob } of deferred) told.add(`deferred ${blob}`);
      for (const line of disclosures(deferred)) tell(line);
    },
  };
}

type Deferred = Extract<BridgeEvent, { readonly type: 'media-deferred' }>;

interface Going {
  readonly recipient: Recipient;
  readonly key: string;
  readonly kind: MediaKind;
}

/** By who will look elsewhere. */
function goingIn(wanted: readonly Wanted[], plans: readonly Plan[]): Iterable<readonly Going[]> {
  const leaving = wanted.flatMap(({ kind, blob }, at) => {
    const plan = plans[at];
    if (plan?.state !== 'look' || plan.by.place !== 'remote') return [];
    const { model, host } = plan.by;
    return [{ recipient: { model, host }, key: sentKey({ blob, model, asked: false }), kind }];
  });
  return Map.groupBy(leaving, ({ recipient: { model, host } }) => `${model} ${host}`).values();
}

function deferredIn(wanted: readonly Wanted[], plans: readonly Plan[]): readonly Deferred[] {
  return wanted.flatMap(({ kind, blob }, at): Deferred[] => {
    const plan = plans[at];
    if (plan?.state !== 'deferred' || kind === 'file') return [];
    return [{ type: 'media-deferred', media: kind, blob, maxPerTurn: plan.maxPerTurn }];
  });
}

type Sent = Extract<BridgeEvent, { type: 'media-sent' }>;

function sentKey({ blob, model, asked }: Pick<Sent, 'blob' | 'model' | 'asked'>): string {
  return `${blob} ${model} ${asked}`;
}

function keyOf(event: BridgeEvent): string | undefined {
  switch (event.type) {
    case 'media-sent':
      return sentKey(event);
    case 'media-described':
      return event.place === 'device' ? `${event.blob} ${event.model} ${event.asked}` : undefined;
    case 'describer-failed':
      return event.retrying ? undefined : `failed ${event.blob} ${event.model}`;
    case 'media-deferred':
      return `deferred ${event.blob}`;
    case 'look-billed':
      return undefined;
    case 'media-withheld':
      return `withheld ${event.media} ${event.refusal.message}`;
  }
}
