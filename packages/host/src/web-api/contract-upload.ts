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

export interface Uploaded {
  /** What `NewTurn.uploads` takes. Kept for a day, or until it is sent or deleted. */
  readonly upload: string;
  readonly name: string;
  readonly kind: 'image' | 'audio' | 'file';
  readonly mime: string;
  /** As it will be stored in the message; `original` is what was dropped. */
  readonly bytes: number;
  readonly width?: number;
  readonly height?: number;
  readonly durationMs?: number;
  /** Set when the block differs from what was uploaded: 8.3 MB → 240 KB. */
  readonly original?: MediaFacts;
  readonly thumbnail?: AssetLink;
  /** Of a document: the pages that are shown to a model that sees. */
  readonly pages?: { readonly total: number; readonly shown: readonly AssetLink[] };
  readonly warnings: readonly string[];
  /** What each model would get, one per card of the status. */
  readonly previews: readonly UploadPreview[];
}

export interface MediaFacts {
  readonly mime: string;
  readonly bytes: number;
  readonly width?: number;
  readonly height?: number;
  readonly frames?: number;
}

export interface UploadPreview {
  readonly model: string;
  readonly outcome: 'sent' | 'described' | 'words' | 'refused';
  /** One sentence for the person: what will happen to this file. */
  readonly message: string;
  /** What is sent after fitting to this model. */
  readonly width?: number;
  readonly height?: number;
  readonly images: number;
  readonly estimatedTokens?: number;
  readonly estimatedCostUsd?: number;
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
