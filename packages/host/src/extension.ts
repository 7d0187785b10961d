// What whoever hosts brings along: more routes on the same port, built from what the server has. OpenWOP is one.
import type { Runtime } from '@percept/agent/runtime';
import type { Door } from '@percept/ingest';
import type { Memory } from '@percept/store';
import type { Assets } from './assets/index.ts';
import type { Routed } from './face.ts';
import type { Caller, Credential } from './http/caller.ts';
import type { Vouched } from './http/vouched.ts';
import type { HeldBytes } from './http/held-bytes.ts';
import type { Purpose } from './server-secret.ts';

/** What an extension may use. Names that are not the server's own were turned away before it is asked. */
export interface HostContext {
  readonly version: string;
  readonly origin: string;
  readonly memory: Memory;
  readonly runtime: Runtime;
  readonly door: Door;
  readonly assets: Assets;
  /** Every token that this server knows. */
  readonly tenants: readonly Credential[];
  /** Who asks, by a bearer token or by the cookie of the page; undefined: nobody. Only for what stands under `/api`. */
  readonly callerOf: (request: Pick<Request, 'headers'>) => Caller | undefined;
  /** Where a program of its own says who asks. */
  readonly vouched: Vouched | undefined;
  /** The name of this server among those that share the memory; undefined where it is alone. */
  readonly serverName: string | undefined;
  /** A folder for the agents of all tenants; each tenant gets its own in it. */
  readonly workspace: string;
  /** What the bodies of requests hold, over all parts of the server. */
  readonly bodies: HeldBytes;
  readonly clock: () => number;
  /** A secret of 32 bytes for one purpose, the same after a restart. */
  readonly derive: (purpose: Purpose) => Uint8Array;
  /** Told about bugs. */
  readonly report: (error: unknown) => void;
}

/** A part of the server that is installed beside it, such as `openwop()` of `@percept/openwop`. */
export type HostExtension = (context: HostContext) => Routed;
