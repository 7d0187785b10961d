// How anything that can hold media becomes bytes with a bound on them. One input, one source; what may hold several
// (the clipboard, a drop) is taken apart first.
import { accept, type Outcome } from '@percept/core';
import { streamTimeouts } from './limits.ts';
import {
  cancelled,
  fetchUrl,
  readInline,
  readPath,
  readStream,
  sourceOf,
  type ByteStream,
  type Inspect,
  type PathAccess,
  type SourceBytes,
  type SourceOptions,
  type UrlPolicy,
} from './sources/index.ts';

export type DoorInput =
  | {
      readonly kind: 'bytes';
      readonly bytes: Uint8Array;
      readonly name?: string;
      readonly declaredType?: string;
    }
  | {
      readonly kind: 'stream';
      readonly stream: ByteStream;
      readonly name?: string;
      readonly declaredType?: string;
    }
  /** A path or a `file:` URL. `access` says who asks: a person, or an agent that is held inside its roots. */
  | {
      readonly kind: 'path';
      readonly path: string | URL;
      readonly cwd: string;
      readonly access: PathAccess;
    }
  /** A data URL or bare base64. */
  | { readonly kind: 'inline'; readonly text: string }
  /** Fetched through the guarded fetcher, and only because the caller says so. */
  | { readonly kind: 'url'; readonly url: string | URL; readonly policy?: UrlPolicy };

export interface ArrivalOptions extends SourceOptions {
  /** Ends a download or a stream whose first bytes already show that it has no way in. */
  readonly inspect: Inspect;
}

export async function arrive(
  input: DoorInput,
  { inspect, ...options }: ArrivalOptions,
): Promise<Outcome<SourceBytes>> {
  switch (input.kind) {
    case 'bytes':
      return accept(sourceOf(input.bytes, input));
    case 'stream':
      return readStream(input.stream, {
        ...options,
        ...streamTimeouts,
        name: input.name,
        declaredType: input.declaredType,
        inspect,
      });
    case 'path':
      return readPath(input.path, { ...options, ...input.access, cwd: input.cwd });
    case 'inline': {
      const atMost = Math.min(input.text.length, options.maxBytes);
      if ((await options.room?.(atMost)) === false) return cancelled('the text');
      return readInline(input.text, options);
    }
    case 'url':
      return fetchUrl(input.url, { ...options, ...input.policy, inspect });
  }
}
