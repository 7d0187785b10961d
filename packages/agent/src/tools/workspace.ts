// Where an agent may look and write, and with what. One workspace per session.
import {
  call,
  checkOptions,
  has,
  listOf,
  maybe,
  shape,
  word,
  type Rule,
} from '@percept/core/internal/options';
import type { BlobId, ModelProfile } from '@percept/core';
import type { Permission } from '@percept/core/internal/permission';
import type { Door } from '@percept/ingest';
import type { Darkroom } from '@percept/render';
import type { TenantStore } from '@percept/store';
import type { Freshness } from './freshness.ts';

export interface Workspace {
  /** The only folders that can be read or written; links are followed while they stay inside. */
  readonly roots: readonly string[];
  /** What relative paths are relative to. */
  readonly cwd: string;
  /** Of whoever asks: `memory.forTenant(tenant)`. A model names media by its hash, and that of somebody else is unknown here. */
  readonly store: TenantStore;
  readonly door: Door;
  /** Without it `render` is withheld: SVG, text and documents are refused as `renderer-missing`. */
  readonly darkroom?: Darkroom | undefined;
  /** The model that will look, at this moment: it may be switched between two calls. */
  readonly profile: () => ModelProfile;
  /** What the user attached, by the name that the prompt gave it. */
  readonly attachment?: ((name: string) => Attachment | undefined) | undefined;
  /** What this session saw last under a reference, where it keeps that. */
  readonly seenBefore?: ((ref: string) => Sighting | undefined) | undefined;
  readonly freshness: Freshness;
  /** Asked before anything is written; without it edits are refused. */
  readonly permit?: ((permission: Permission, callId: string) => Promise<boolean>) | undefined;
  /** What a file is called to a person who may not learn where it is; its path where this is not given. */
  readonly nameOf?: ((path: string) => string) | undefined;
}

export interface Sighting {
  /** The pixels that were shown. */
  readonly blob: BlobId;
  /** What they were made from, where that was noted. */
  readonly source?: BlobId | undefined;
  /** The reference is one to pixels that an earlier look or a request showed: of this. */
  readonly shownAs?: string | undefined;
}

export interface Attachment {
  readonly blob: BlobId;
  readonly name?: string;
}

const ownStore: Rule = (store, path) =>
  has('get', 'put')(store, path) ?? shape({ tenant: word })(store, path);

/** Whoever makes a tool of half a workspace would hear of it from a model. */
export function checkWorkspace(caller: string, workspace: Workspace): void {
  checkOptions(caller, workspace, {
    roots: listOf(word),
    cwd: word,
    store: ownStore,
    door: has('ingest'),
    darkroom: maybe(has('develop')),
    profile: call,
    attachment: maybe(call),
    seenBefore: maybe(call),
    freshness: has('tokenFor', 'isFresh'),
    permit: maybe(call),
    nameOf: maybe(call),
  });
}
