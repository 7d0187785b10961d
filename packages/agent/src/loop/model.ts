// What the loop needs from the world of models, and nothing more: who can be asked, who looks for a model that cannot see,
// and who answers when nobody is configured.
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelProfile, Outcome } from '@percept/core';
import type { KnownMedia } from '../bridge/known-media.ts';
import type { SessionBridge } from '../bridge/session-bridge.ts';
import type { Recipient } from './event.ts';
import type { Charge } from '../models/index.ts';
import type { Price } from '../config/index.ts';

export interface LoopModel {
  /** How the configuration and the picker call it. */
  readonly name: string;
  readonly host: string;
  readonly profile: ModelProfile;
  /** As far as anybody knows them; for lists of models. */
  readonly capabilities?: readonly string[];
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

/**
 * Opens the bridge of one session; `tell` is for the person: who saw what. What its looks cost goes on the session's bill, and
 * what its record knows of its media holds for every look.
 */
export type OpenBridge = (
  tell: (text: string, recipient?: Recipient) => void,
  bill: (charge: Charge) => void,
  known: KnownMedia,
) => SessionBridge;

/** What was attached, as whoever answers here gets it. */
export type Shown =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly bytes: Uint8Array };

/** Speaks when no model is configured. */
export interface Answerer {
  readonly name: string;
  answer(
    attached: readonly Shown[],
    asked: { readonly question: string; readonly signal: AbortSignal },
  ): Promise<Outcome<string>>;
}
