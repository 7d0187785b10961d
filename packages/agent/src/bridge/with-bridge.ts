// A language model behind the bridge: before a request is lowered, its media is routed (strictly, unless told otherwise)
// and described in the order of the budget; the lens then puts each description into its own slot. One per conversation.
import type { LanguageModelV4, LanguageModelV4Middleware } from '@ai-sdk/provider';
import { resolveProfile } from '@percept/core';
import { perceptMiddleware, promptLens, type PerceptOptions } from '@percept/core/ai-sdk';
import type { MediaPort } from '@percept/core/lens';
import { bridgedPort, chatOf, type Bridge } from './bridge.ts';
import type { BridgeEvent } from './event.ts';
import { describeAhead } from './describe-ahead.ts';
import { mediaOfPrompt } from './media-slots.ts';
import { NoRouteError } from './no-route-error.ts';
import type { BridgeTurn } from './turn.ts';

export interface BridgedOptions extends PerceptOptions {
  readonly bridge: Bridge;
  /** The host that receives the conversation: another one needs consent. */
  readonly host: string;
  /** Needed where messages hold references to stored media. */
  readonly media?: MediaPort;
  readonly onBridgeEvent?: (event: BridgeEvent) => void;
}

/**
 * @example
 * const model = await withBridge(await languageModel(spec), { bridge, host: hostOf(spec.baseUrl), profile, media });
 */
export async function withBridge(
  model: LanguageModelV4,
  { bridge, host, onBridgeEvent, ...options }: BridgedOptions,
): Promise<LanguageModelV4> {
  // Loaded late: a host that answers before the first request must not wait for the SDK.
  const { wrapLanguageModel } = await import('ai');
  const profile =
    options.profile ??
    resolveProfile({ provider: model.provider, model: model.modelId }, options.rules);
  const chat = chatOf(host, profile);
  const port = options.media ?? storeless;
  const turns = new Turns(bridge.turn(chat, onBridgeEvent));
  const lens = promptLens({ resultSpelling: 'file', assistantMedia: false });

  const describing: LanguageModelV4Middleware = {
    specificationVersion: 'v4',
    transformParams: async ({ params }) => {
      const { abortSignal } = params;
      const { kinds, turns: count } = mediaOfPrompt(lens, params.prompt);
      const turn = turns.at(count);
      const missing = bridge.missingRoute(kinds, chat);
      if (missing) throw new NoRouteError(missing);
      await describeAhead(params.prompt, {
        profile,
        port,
        plan: (wanted) => turn.plan(wanted),
        describe: (media) => turn.describe(media, abortSignal),
      });
      abortSignal?.throwIfAborted();
      return params;
    },
  };
  return wrapLanguageModel({
    model,
    middleware: [
      describing,
      perceptMiddleware({ ...options, profile, media: bridgedPort(port, () => turns.now) }),
    ],
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
  resolve: () =>
    Promise.resolve({
      ok: false,
      refusal: {
        refused: 'absent',
        message: 'There is no store here.',
        hint: 'Give `media` with a `resolve` of its own.',
      },
    }),
};
