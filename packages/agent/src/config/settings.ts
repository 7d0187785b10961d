// What the bridge may spend, and what a message may hold. One name, one default, the unit in the name.
import { doorLimits } from '@percept/core';
import { messageLimits } from '@percept/core/internal';

/** What may be attached, on every face. What a face advertises is read from here. */
export interface ImageSettings {
  /** Pictures of one message. */
  readonly maxPerMessage: number;
  /** Of one file, as it comes. */
  readonly maxBytes: number;
}

export const imageSettings: ImageSettings = {
  maxPerMessage: messageLimits.maxImagesPerMessage,
  maxBytes: doorLimits.maxSourceBytes,
};

/** What to do about a file that is larger than `images.maxBytes` says; the decoders take no more than the default. */
export function sizeHint({ maxBytes }: Pick<ImageSettings, 'maxBytes'>): string {
  return maxBytes < imageSettings.maxBytes
    ? 'Make it smaller, or raise images.maxBytes in the configuration.'
    : 'Make it smaller.';
}

/** Descriptions are cached under the version, so a new wording never answers with what an old one was told. */
export const promptVersions = ['1'] as const;
export type PromptVersion = (typeof promptVersions)[number];

export const reasoningModes = ['default', 'off'] as const;

export interface BridgeSettings {
  /** One budget for what the user attached and what tools returned. */
  readonly maxImagesPerTurn: number;
  /** Looks that the model asks for, beside the descriptions above: with a question, or where its history took their room. */
  readonly maxLooksPerTurn: number;
  /** Per attempt. */
  readonly timeoutMs: number;
  /** How often a look that failed is tried again. */
  readonly retries: 0 | 1;
  /** Of one description. */
  readonly maxOutputTokens: number;
  /** Larger pictures are reduced to this many patches of 28 px before they are sent; without it the model's own rule holds. */
  readonly maxImageTokens?: number;
  /** `off`: models that look do better without thinking first, where their server lets it be turned off. */
  readonly reasoning: (typeof reasoningModes)[number];
  /** The wording that describers are asked with. */
  readonly promptVersion: PromptVersion;
}

export const bridgeSettings: BridgeSettings = {
  maxImagesPerTurn: 4,
  maxLooksPerTurn: 8,
  timeoutMs: 30_000,
  retries: 1,
  maxOutputTokens: 2_048,
  reasoning: 'default',
  promptVersion: '1',
};
