// Uploads: a file is taken through the door before anything is sent, and the person sees what became of it. Part of the
// contract.
import type { Refusal } from '@percept/core';

/** One state after another; the last is `done` or `refused`. Ending the request takes the upload back. */
export type UploadEvent =
  | { readonly type: 'reading'; readonly bytes: number; readonly totalBytes?: number }
  /** Sniffed, bounded, decoded, fitted: the door's own words for the step. */
  | { readonly type: 'checking'; readonly step: string }
  | {
      readonly type: 'rendering';
      readonly page: number;
      /** Unknown until the first page is there. */
      readonly pages?: number;
    }
  | { readonly type: 'done'; readonly uploaded: Uploaded }
  | { readonly type: 'refused'; readonly refusal: Refusal };

export interface Uploaded extends MediaFacts {
  /** What `NewTurn.uploads` takes. Kept for a day, or until it is sent or deleted. */
  readonly upload: string;
  readonly name: string;
  readonly kind: 'image' | 'audio' | 'file';
  readonly durationMs?: number;
  /** For the person; what a model gets is in the forecast. */
  readonly thumbnail?: AssetLink;
  /** Of a document or a drawing. */
  readonly pages?: number;
  readonly warnings: readonly string[];
}

/** Of the file as it came. */
export interface MediaFacts {
  readonly mime: string;
  readonly bytes: number;
  readonly width?: number;
  readonly height?: number;
  /** More than one: it moves. */
  readonly frames?: number;
}

/** What sending would do, computed by what sends. */
export interface Forecast {
  readonly model: string;
  readonly host: string;
  /** One for each upload, in their order. */
  readonly files: readonly FileForecast[];
  readonly images: number;
  readonly textTokens: number;
  readonly mediaTokens: number;
  readonly costUsd?: number;
  /** Set when it would be refused as a whole. */
  readonly refusal?: Refusal;
}

export interface FileForecast {
  readonly outcome: 'sent' | 'described' | 'words';
  /** One sentence for the person: what will happen to this file. */
  readonly message: string;
  /** What is sent after fitting to this model. */
  readonly width?: number;
  readonly height?: number;
  /** Pictures that the model, or whoever looks for it, gets of it. */
  readonly images: number;
  readonly estimatedTokens: number;
  /** Who looks or listens, when it is described. */
  readonly by?: string;
  readonly host?: string;
}

/** Same-origin address of stored bytes. */
export interface AssetLink {
  readonly url: string;
  readonly mime: string;
  readonly bytes?: number;
  readonly width?: number;
  readonly height?: number;
  readonly alt: string;
}
