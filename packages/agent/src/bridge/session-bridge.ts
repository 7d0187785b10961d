// The bridge as a tool loop uses it: one object per session, told when a turn begins and who reads. The reader may be
// switched between two calls; consent and routes are asked again for each.
import { accept, type ModelProfile, type Outcome, type Refusal } from '@percept/core';
import type { HeldMedia } from '@percept/core/lens';
import type { MediaKind } from '@percept/core/route';
import { chatOf, type Bridge } from './bridge.ts';
import { disclosures, type BridgeEvent } from './event.ts';
import type { BridgeTurn } from './turn.ts';

export interface Reader {
  readonly host: string;
  readonly profile: ModelProfile;
}

interface ReadRequest {
  readonly reader: Reader;
  readonly question?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface SessionBridge {
  beginTurn(): void;
  /** Why a request with these kinds must fail; undefined when each has a route. */
  missingRoute(media: Iterable<MediaKind>, reader: Reader): Refusal | undefined;
  describe(
    media: HeldMedia,
    request: ReadRequest,
  ): Promise<
    Outcome<{
      readonly text: string;
      readonly by: { readonly model: string; readonly host: string };
    }>
  >;
}

/** Where the words say only why nobody looked. */
const nobody = { model: 'nobody', host: 'this device' } as const;

export function createSessionBridge(
  bridge: Bridge,
  onEvent?: (event: BridgeEvent) => void,
): SessionBridge {
  const turns = new Map<string, BridgeTurn>();
  const turnFor = ({ host, profile }: Reader): BridgeTurn => {
    const turn = turns.get(host) ?? bridge.turn(chatOf(host, profile), onEvent);
    turns.set(host, turn);
    return turn;
  };
  return {
    beginTurn: () => {
      for (const [host, turn] of turns) turns.set(host, turn.next());
    },
    missingRoute: (media, { host, profile }) => bridge.missingRoute(media, chatOf(host, profile)),
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

/** Told to the person at once: what was done, and who saw the media. */
export type Tell = (
  text: string,
  onlooker?: { readonly model: string; readonly host: string },
) => void;

/** @example const parts = { memory, door, models: modelChoiceOf(catalogue), openBridge: sessionBridges(bridge) }; */
export function sessionBridges(bridge: Bridge): (tell: Tell) => SessionBridge {
  return (tell) => {
    const said = new Set<string>();
    return createSessionBridge(bridge, (event) => {
      const onlooker = 'host' in event ? { model: event.model, host: event.host } : undefined;
      for (const text of disclosures([event])) {
        // Once for each picture: a second attempt goes where the first went.
        const key = `${'blob' in event ? event.blob : ''} ${text}`;
        if (said.has(key)) continue;
        said.add(key);
        tell(text, onlooker);
      }
    });
  };
}
