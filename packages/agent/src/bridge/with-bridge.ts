// A language model behind the bridge: before a request is lowered, its media is routed (strictly, unless told otherwise)
// and described in the order of the budget; the lens then puts each description into its own slot. One per conversation.
import { beforeCalls, profileFor } from '@percept/core/internal/ai-sdk';
import {
  withPercept,
  type AnyLanguageModel,
  type PerceptOptions,
  type SameGeneration,
} from '@percept/core/ai-sdk';
import type { MediaPort } from '@percept/core/lens';
import { bridgedPort, chatOf, type Bridge } from './bridge.ts';
import type { BridgeEvent } from './event.ts';
import type { KnownMedia } from './known-media.ts';
import { describeAhead } from './describe-ahead.ts';
import { mediaOfPrompt } from './media-slots.ts';
import type { BridgeTurn } from './turn.ts';
import { refuse, type Refusal } from '@percept/core';

export interface BridgedOptions extends PerceptOptions {
  readonly bridge: Bridge;
  /** The host that receives the conversation: another one needs consent. */
  readonly host: string;
  /** Needed where messages hold references to stored media. */
  readonly media?: MediaPort;
  readonly onBridgeEvent?: (event: BridgeEvent) => void;
  readonly known?: KnownMedia;
}

/**
 * @example
 * const bridged = withBridge(model, { bridge, host, profile, media });
 */
export function withBridge<M extends AnyLanguageModel>(
  model: M,
  options: BridgedOptions,
): SameGeneration<M>;
export function withBridge(
  model: AnyLanguageModel,
  { bridge, host, onBridgeEvent, known, ...options }: BridgedOptions,
): AnyLanguageModel {
  const profile = profileFor(model, options);
  const chat = chatOf(host, profile);
  const port = options.media ?? storeless;
  const turns = new Turns(bridge.turn(chat, onBridgeEvent, known));
  const media = bridgedPort(port, () => turns.now);
  return beforeCalls(withPercept(model, { ...options, profile, media }), async (prompt, signal) => {
    const { kinds, turns: count } = mediaOfPrompt(prompt);
    const turn = turns.at(count);
    const missing = bridge.missingRoute(kinds, chat);
    if (missing) throw new NoRouteError(missing);
    await describeAhead(prompt, {
      profile,
      port,
      plan: (wanted) => turn.plan(wanted),
      describe: (held) => turn.describe(held, signal),
    });
    return prompt;
  });
}

/** A turn lasts from one message of the user to the next; the steps of a tool loop share it. */
class Turns {
  #current: BridgeTurn;
  #count: number | undefined;

  constructor(first: BridgeTurn) {
    this.#current = first;
  }

  get now(): BridgeTurn {
    return this.#current;
  }

  at(count: number): BridgeTurn {
    if (this.#count !== undefined && count !== this.#count) this.#current = this.#current.next();
    this.#count = count;
    return this.#current;
  }
}

const storeless: MediaPort = {
  resolve: async () =>
    refuse({
      refused: 'absent',
      message: 'There is no store here.',
      hint: 'Give `media` with a `resolve` of its own.',
    }),
};

/** A request with media has no route, and routing is strict. The refusal names the missing route and how to add one. */
class NoRouteError extends Error {
  override readonly name = 'NoRouteError';
  readonly code = 'no-route';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`${refusal.message} ${refusal.hint}`);
    this.refusal = refusal;
  }
}
