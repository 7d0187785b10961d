// Who asks. The tenant is a fact of the credential and is never read from a body, a path or another header; tokens are
// compared by their digests in constant time, all of them, whichever matches.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { TenantId } from '@percept/core';
import type { Vouched } from './vouched.ts';
import { maxTokenChars } from '../limits.ts';

const scopes = [
  'runs:create',
  'runs:read',
  'runs:cancel',
  'approvals:respond',
  'debug:read',
  'envelopes:accept',
  'media:write',
  'ai:call',
  'workflows:write',
] as const;
export type Scope = (typeof scopes)[number];

/** One bearer token. */
export interface Credential {
  readonly token: string;
  readonly tenant: TenantId;
  /** Who acts, as it stands in the log: an opaque name and never a secret. */
  readonly principal?: string;
  /** Default: every scope. */
  readonly scopes?: readonly Scope[];
}

export interface Caller {
  readonly tenant: TenantId;
  readonly principal: string;
  readonly scopes: ReadonlySet<Scope>;
}

export class Callers {
  readonly #known: readonly { readonly digest: Uint8Array; readonly caller: Caller }[];
  readonly #vouched: Vouched | undefined;

  constructor(credentials: readonly Credential[], vouched?: Vouched) {
    this.#vouched = vouched;
    this.#known = credentials
      .filter(({ token }) => token.length > 0)
      .map(({ token, tenant, principal, scopes: granted }) => ({
        digest: digestOf(token),
        caller: { tenant, principal: principal ?? tenant, scopes: new Set(granted ?? scopes) },
      }));
  }

  /** Somebody who signed in at the page: they may do what every token of their tenant may. Undefined: nobody is called so. */
  ofTenant(tenant: TenantId): Caller | undefined {
    const own = this.#known.filter(({ caller }) => caller.tenant === tenant);
    const [first] = own;
    if (!first) return undefined;
    const shared = [...first.caller.scopes].filter((scope) =>
      own.every(({ caller }) => caller.scopes.has(scope)),
    );
    return { tenant, principal: tenant, scopes: new Set(shared) };
  }

  /** Undefined: no credential, or one that nobody holds. */
  identify(authorization: string | undefined): Caller | undefined {
    const token = /^Bearer ([!-~]+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined || token.length > maxTokenChars) return undefined;
    const tenant = this.#vouched?.read(token);
    if (tenant !== undefined) return { tenant, principal: tenant, scopes: new Set(scopes) };
    const digest = digestOf(token);
    let found: Caller | undefined;
    for (const { digest: held, caller } of this.#known)
      if (timingSafeEqual(held, digest)) found ??= caller;
    return found;
  }
}

export function digestOf(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}
