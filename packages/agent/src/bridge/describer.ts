// The port of everything that puts media into words for a model that does not take it: a vision model behind a provider's
// API, a server on this machine, local eyes and ears. A describer gets validated, fitted media only.
import type { FitTarget, Outcome } from '@percept/core';
import type { Charge } from '../models/index.ts';
import type { Span } from '../tools/index.ts';

export type DescribedKind = 'image' | 'audio';

export interface LookRequest {
  readonly kind: DescribedKind;
  readonly bytes: Uint8Array;
  readonly mime: string;
  readonly width?: number;
  readonly height?: number;
  /** What the model wants to know; without it the whole is put into words. */
  readonly question?: string;
  /** Of a sound: only this part is told. */
  readonly span?: Span;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Told of every request that a provider got for it. */
  readonly bill?: (charge: Charge) => void;
}

export interface Told {
  /** A stranger's text: it is fenced before a model reads it. */
  readonly text: string;
  /** Lines that were read exactly, where the describer reads rather than tells. */
  readonly lines?: readonly string[];
  /** The same in one line, where the describer has such words. */
  readonly brief?: string;
}

export interface Describer {
  /** Part of every cache key: it changes whenever the same media may be told otherwise. */
  readonly id: string;
  readonly model: string;
  /** Who receives the media. On a device nobody does. */
  readonly host: string;
  readonly place: 'device' | 'remote';
  /** Nobody named it as a route: it looks for models of this host only. */
  readonly onlyFor?: string;
  readonly kinds: readonly DescribedKind[];
  readonly fit: FitTarget;
  /** Answers a question about the media, rather than telling the same words again. */
  readonly answers: boolean;
  /** Fails with one of a few kinds, in our words: never with what a provider wrote. */
  look(request: LookRequest): Promise<Outcome<Told>>;
}
