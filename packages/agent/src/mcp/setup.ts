// What an MCP server is given. Everything heavy comes through a function, so that `initialize` is answered before a
// decoder, a renderer or a model is loaded.
import {
  call,
  checkOptions,
  group,
  limitsOf,
  listOf,
  maybe,
  word,
} from '@percept/core/internal/options';
import { profileRule } from '@percept/core/internal';
import { mcpLimits, type McpLimits } from './limits.ts';
import type { ModelProfile, Outcome } from '@percept/core';
import type { Door } from '@percept/ingest';
import type { TenantStore } from '@percept/store';
import type { Darkroom } from '@percept/render';
import type { Makers } from '../making/index.ts';
import type { McpHearing, McpVision } from './senses.ts';

export interface McpSetup {
  readonly version: string;
  /** Called with the first request that needs it, and again with each one: keep what was opened. */
  readonly openParts: () => Promise<McpParts>;
  /** Present only where somebody can look here: then, and only then, `describe` is offered. */
  readonly describer?: (() => Promise<McpDescriber>) | undefined;
  /** Present only where a model was configured for looking: it answers the question of a `view`. */
  readonly vision?: McpVision | undefined;
  /** Where somebody listens here: then, and only then, `listen` is offered. */
  readonly hearing?: (() => Promise<McpHearing | undefined>) | undefined;
  /** Who draws and who speaks; offered where the host was named by the user. */
  readonly makers?: Makers | undefined;
  /** The model family that the client's pictures are made for. */
  readonly profile: ModelProfile;
  /** The only folders that can be read, whatever a client asks for. None: see `effectiveRoots`. */
  readonly roots: readonly string[];
  readonly cwd: string;
  readonly limits?: Partial<McpLimits> | undefined;
  /** One line for whoever runs the server; it never reaches the protocol. */
  readonly report?: ((line: string) => void) | undefined;
}

export function checkSetup(caller: string, setup: McpSetup): void {
  checkOptions(caller, setup, {
    version: word,
    openParts: call,
    describer: maybe(call),
    vision: maybe(group),
    hearing: maybe(call),
    makers: maybe(group),
    profile: profileRule,
    roots: listOf(word),
    cwd: word,
    limits: limitsOf(mcpLimits),
    report: maybe(call),
  });
}

export interface McpParts {
  readonly store: TenantStore;
  readonly door: Door;
  readonly darkroom?: Darkroom | undefined;
}

/** What is needed of eyes here; the describer of `@percept/eyes` is one. */
export interface McpDescriber {
  readonly name: string;
  describe(
    image: Uint8Array,
    options?: { readonly signal?: AbortSignal },
  ): Promise<Outcome<McpDescription>>;
}

export interface McpDescription {
  /** Every word that came out of the picture is inside its fence. */
  readonly markdown: string;
  readonly kind: string;
  /** False when the time ran out: what is said is true, and something may be missing. */
  readonly complete: boolean;
}
