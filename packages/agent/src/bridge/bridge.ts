// The bridge: media that a model does not take reaches it as words, in its own slot. Fails closed: pixels go to the model
// that was chosen for looking, or to nobody.
import {
  accept,
  sees,
  type BlobStore,
  type ModelProfile,
  type Outcome,
  type Refusal,
} from '@percept/core';
import { hear, tell } from '@percept/core/internal/observe';
import type { MediaPort } from '@percept/core/lens';
import type { MediaKind } from '@percept/core/internal/route';
import type { Door } from '@percept/ingest';
import type { Memos } from '@percept/store';
import { bridgeSettings, type BridgeSettings } from '../config/index.ts';
import { chooseRoute, type Chat, type Choice, type RouteOptions } from './choose-route.ts';
import type { Describer, Told } from './describer.ts';
import { DescriptionCache } from './description-cache.ts';
import type { BridgeEvent } from './event.ts';
import { knownInMemory, type KnownMedia } from './known-media.ts';
import { SharedWork } from './shared-work.ts';
import { BridgeTurn } from './turn.ts';

export interface BridgeOptions extends Partial<Omit<RouteOptions, 'describers'>> {
  /** In order of preference: the configured model before local eyes. */
  readonly describers: readonly Describer[];
  readonly door: Door;
  readonly store: BlobStore;
  readonly memos: Memos;
  readonly settings?: Partial<BridgeSettings>;
  readonly onEvent?: (event: BridgeEvent) => void;
}

export interface Bridge {
  /** Where this kind would go for this chat, at this moment: what an advertisement is computed from. */
  route(media: MediaKind, chat: Chat): Choice;
  /** Undefined when every kind has a route; else why the request must fail. */
  missingRoute(media: Iterable<MediaKind>, chat: Chat): Refusal | undefined;
  /** A turn has its own budget; one for each message of the user. */
  turn(chat: Chat, onEvent?: (event: BridgeEvent) => void, known?: KnownMedia): BridgeTurn;
}

/**
 * @example
 * const bridge = createBridge({ describers: [vision, eyes], door, store: memory, memos: memory.memos });
 * const turn = bridge.turn(chatOf('api.openai.com', profile));
 */
export function createBridge(options: BridgeOptions): Bridge {
  const { describers, door, store, memos, onEvent } = options;
  const settings: BridgeSettings = { ...bridgeSettings, ...options.settings };
  const routing: RouteOptions = {
    describers,
    strict: options.strict ?? true,
    consent: options.consent ?? [],
    localChosen: options.localChosen ?? { image: false, audio: false },
  };
  const cache = new DescriptionCache(memos);
  const shared = new SharedWork<Outcome<Told>>();
  const choose = (media: MediaKind, chat: Chat): Choice => chooseRoute(media, chat, routing);
  return {
    route: choose,
    missingRoute: (media, chat) => {
      for (const kind of media) {
        const choice = choose(kind, chat);
        if (choice.kind === 'none') return choice.refusal;
      }
      return undefined;
    },
    turn: (chat, onTurnEvent, known = knownInMemory()) =>
      new BridgeTurn({
        door,
        store,
        cache,
        shared,
        settings,
        emit: (event) => {
          tell(onEvent, event);
          hear(onTurnEvent, event);
        },
        // Asked only for what the model does not take: it may have refused what its profile promised.
        choose: (media) => choose(media, { ...chat, takes: nothing }),
        local: (kind) =>
          describers.find(({ place, kinds }) => place === 'device' && kinds.includes(kind)),
        known,
      }),
  };
}

const nothing = { image: false, audio: false, file: false } as const;

export function chatOf(host: string, profile: ModelProfile): Chat {
  return {
    host,
    takes: {
      image: sees(profile),
      audio: profile.audioTypes.length > 0,
      // A document that a wire does not carry is looked at with view; it never fails a request.
      file: true,
    },
  };
}

/** A host's port with the turn's words in it, for `withPercept` and `lowerRequest`. */
export function bridgedPort(port: MediaPort, turn: () => BridgeTurn): MediaPort {
  return {
    resolve: (blob) => port.resolve(blob),
    ...(port.refit && { refit: port.refit.bind(port) }),
    describe: async (media) => {
      const said = await turn().describe(media);
      return said.ok ? accept(said.value.text) : said;
    },
  };
}
