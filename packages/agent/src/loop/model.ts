// What the loop needs from the world of models, and nothing more: who can be asked, who looks for a model that cannot see,
// and who answers when nobody is configured.
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelProfile, Outcome, Refusal } from '@percept/core';
import type { MediaKind } from '@percept/core/route';
import type { HeldMedia } from '@percept/core/lens';
import type { Onlooker, PromptPart } from './event.ts';
import type { Price } from './usage.ts';

export interface LoopModel {
  /** How the configuration and the picker call it. */
  readonly name: string;
  readonly host: string;
  readonly profile: ModelProfile;
  readonly maxContextTokens?: number;
  readonly price?: Price;
  /** Loads the provider's package with the first call. */
  open(): Promise<LanguageModelV4>;
}

export interface Models {
  list(): readonly LoopModel[];
  /** The one that a new session begins with; undefined when nothing is configured. */
  main(): LoopModel | undefined;
}

interface Described {
  readonly text: string;
  /** Who looked; `host` is "this device" for local eyes. */
  readonly by: Onlooker;
}

interface LookRequest {
  /** The model that will read the description. */
  readonly reader: LoopModel;
  readonly question?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Opens the bridge of one session; `tell` is for the person: who saw what. */
export type OpenBridge = (tell: (text: string, onlooker?: Onlooker) => void) => Bridge;

/** Whoever looks or listens for a model that cannot. A refusal is told to the model in words. */
export interface Bridge {
  /** Budgets are per turn. */
  beginTurn(): void;
  /** Why a prompt with these kinds must fail; undefined when each has a route. */
  missingRoute(media: Iterable<MediaKind>, reader: LoopModel): Refusal | undefined;
  describe(media: HeldMedia, request: LookRequest): Promise<Outcome<Described>>;
}

/** Speaks when no model is configured. */
export interface Answerer {
  readonly name: string;
  answer(
    prompt: readonly PromptPart[],
    resolve: (block: Exclude<PromptPart, { type: 'text' }>) => Promise<Outcome<Uint8Array>>,
    signal: AbortSignal,
  ): Promise<Outcome<string>>;
}
