// Looks where a tool call pointed, for agents whose tools bring back no pixels. What may be looked at is decided by `view`: inside
// the root, no link out of it, plain files, within the door's bounds. What was seen for a result is remembered, so that the
// same history is the same request even when the file has changed meanwhile.
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { captionsOf, createFreshness, createView } from '@percept/agent/tools';
import { BoundedMap, quoted } from '@percept/core/internal';
import { refuse, type ModelProfile, type RefusalKind } from '@percept/core';
import { fillBlindResults, findBlindResults } from '@percept/core/internal/lens';
import { type BlindResult, type LensWire, type Look } from '@percept/core/lens';
import type { Door } from '@percept/ingest';
import type { Darkroom } from '@percept/render';
import type { TenantStore } from '@percept/store';
import { maxLookedPages, maxLooks } from './limits.ts';

export interface LookParts {
  readonly store: TenantStore;
  readonly door: Door;
  readonly darkroom?: Darkroom | undefined;
  /** Of what was seen, all together. */
  readonly maxBytes: number;
}

export interface LookupRequest {
  readonly root: string;
  readonly wire: LensWire;
  readonly body: Readonly<Record<string, unknown>>;
  readonly profile: ModelProfile;
  /** Whose history it is, and which one: results of two never meet. */
  readonly keyOf: (result: BlindResult) => string;
  readonly signal: AbortSignal;
}

/** An id as providers make them; a shorter one, or none, comes again in another conversation. */
const shortestId = 8;

/** What nobody may learn from an answer: whether there is such a file, and why not. */
const untold: ReadonlySet<RefusalKind> = new Set([
  'absent',
  'forbidden',
  'invalid-input',
  'cancelled',
]);

const nothing: Look = { note: '', pictures: [] };

export class Looks {
  readonly #parts: LookParts;
  readonly #seen: BoundedMap<Look>;

  constructor(parts: LookParts) {
    this.#parts = parts;
    this.#seen = new BoundedMap(parts.maxBytes, (look) =>
      look.pictures.reduce((sum, { bytes }) => sum + bytes.length, look.note.length + 200),
    );
  }

  /** The body with pixels where its results had none, and how many results that were. */
  async lookUp(request: LookupRequest): Promise<{
    readonly body: Readonly<Record<string, unknown>>;
    readonly looked: number;
  }> {
    const { wire, body, signal } = request;
    const blind = findBlindResults(wire, body).slice(-maxLooks);
    const looks = new Map<BlindResult, Look>();
    for (const result of blind) {
      const look = await this.#lookFor(result, request);
      signal.throwIfAborted();
      if (look !== nothing) looks.set(result, look);
    }
    return { body: fillBlindResults(wire, body, looks), looked: looks.size };
  }

  async #lookFor(result: BlindResult, request: LookupRequest): Promise<Look> {
    const key = createHash('sha256').update(request.keyOf(result)).digest('base64');
    const known = hasOwnId(result) || !result.fresh ? this.#seen.get(key) : undefined;
    if (known) return known;
    const look = await this.#look(result, request);
    if (!request.signal.aborted) this.#seen.set(key, look);
    return look;
  }

  async #look({ source, kind, shownNearby }: BlindResult, request: LookupRequest): Promise<Look> {
    const path = pathIn(source);
    if (shownNearby || path === undefined) return nothing;
    const { store, darkroom } = this.#parts;
    const view = createView({
      roots: [request.root],
      cwd: request.root,
      store,
      door: this.#parts.door,
      darkroom: kind === 'document' && darkroom ? documentsOnly(darkroom) : undefined,
      profile: () => request.profile,
      freshness: createFreshness(),
    });
    const seen = await view.run(
      { ref: path, ...(kind === 'document' && { pages: `1-${maxLookedPages}` }) },
      { signal: request.signal },
    );
    if (!seen.ok)
      return untold.has(seen.refusal.refused)
        ? nothing
        : { note: `[${quoted(source)} could not be shown: ${seen.refusal.message}]`, pictures: [] };
    const pictures: { bytes: Uint8Array; mime: string }[] = [];
    for (const { block } of seen.value.perceptions) {
      const held = await store.get(block.sha256);
      if (held.ok) pictures.push({ bytes: held.value, mime: block.mime });
    }
    if (pictures.length === 0) return nothing;
    return { note: [lookedUp, ...captionsOf(seen.value)].join('\n'), pictures };
  }
}

/** A file that only has the name of a document, a key for instance, is not drawn as the text that it is. */
function documentsOnly(darkroom: Darkroom): Darkroom {
  return {
    ...darkroom,
    develop: async (source, options, signal) =>
      ['%PDF-', 'PK\u0003\u0004'].some((start) => begins(source.bytes, start))
        ? darkroom.develop(source, options, signal)
        : refuse(noDocument),
  };
}

function begins(bytes: Uint8Array, start: string): boolean {
  return Buffer.from(bytes.subarray(0, start.length)).toString('latin1') === start;
}

const noDocument = {
  refused: 'corrupt',
  message: 'This file has the name of a document and is none.',
  hint: 'Read it as text.',
} as const;

/** Whether the id alone says which call it was. */
export function hasOwnId({ id }: BlindResult): boolean {
  return id !== undefined && id.length >= shortestId;
}

const lookedUp =
  '[The result above has no pixels. The file that the call named, as it is on disk:]';

/** A path of this machine; an address, or a name in a store, is none. */
function pathIn(source: string): string | undefined {
  if (source.includes('\0')) return undefined;
  if (!/^[a-z][a-z0-9+.-]+:/i.test(source)) return source;
  try {
    return fileURLToPath(source);
  } catch {
    return undefined;
  }
}
