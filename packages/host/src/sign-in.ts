// How a browser becomes somebody: a key that works once, in the link that the server prints, is exchanged for a cookie
// that scripts cannot read and other sites cannot send. The cookie is signed, so a restart signs nobody out; whoever signs
// out ends it for good.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { parseTenantId, type TenantId } from '@percept/core';
import type { SignedOut } from './signed-out.ts';

export interface SignInSetup {
  readonly key: Uint8Array;
  /** The cookie is good for this origin only: other ports of the same machine share its cookies. */
  readonly origin: string;
  /** Cookies whose owners took them back. */
  readonly signedOut: Pick<SignedOut, 'has' | 'add'>;
  readonly clock: () => number;
}

export type Redeemed =
  | { readonly kind: 'signed-in'; readonly tenant: TenantId; readonly setCookie: string }
  /** It was a key, and nobody used it in time. */
  | { readonly kind: 'expired'; readonly tenant: TenantId }
  | { readonly kind: 'unknown' };

/** A link may lie in a terminal's history or a screenshot: it is good for as long as somebody needs to open it. */
export const keyLifetimeMs = 10 * 60 * 1000;
const maxAgeSeconds = 30 * 24 * 60 * 60;
const maxOpenKeysPerTenant = 8;
const macBytes = 32;

interface OpenKey {
  readonly tenant: TenantId;
  readonly until: number;
}

interface Claim {
  readonly tenant: TenantId;
  readonly nonce: string;
  readonly expiresAt: number;
}

export class SignIn {
  readonly cookieName: string;
  readonly #setup: SignInSetup;
  readonly #isSecure: boolean;
  /** Digests of keys that were not used yet. */
  readonly #open = new Map<string, OpenKey>();

  constructor(setup: SignInSetup) {
    const { protocol, port } = new URL(setup.origin);
    this.#setup = setup;
    this.#isSecure = protocol === 'https:';
    this.cookieName = this.#isSecure ? '__Host-percept' : `percept-${port === '' ? '80' : port}`;
  }

  /** A key that can be exchanged once, and soon. */
  issue(tenant: TenantId): string {
    const key = randomBytes(32).toString('base64url');
    const own = [...this.#open].filter(([, open]) => open.tenant === tenant);
    const [oldest] = own;
    if (own.length >= maxOpenKeysPerTenant && oldest) this.#open.delete(oldest[0]);
    this.#open.set(digest(key), { tenant, until: this.#setup.clock() + keyLifetimeMs });
    return key;
  }

  /** Whose key it was, and the header that makes the cookie. No key is good twice, also not to be told that it is old. */
  redeem(key: string): Redeemed {
    const known = digest(key);
    const open = this.#open.get(known);
    if (!open) return { kind: 'unknown' };
    this.#open.delete(known);
    const { tenant } = open;
    if (open.until <= this.#setup.clock()) return { kind: 'expired', tenant };
    const expires = Math.floor(this.#setup.clock() / 1000) + maxAgeSeconds;
    const claim = `1.${tenant}.${expires}.${randomBytes(12).toString('base64url')}`;
    const value = `${claim}.${this.#mac(claim).toString('base64url')}`;
    return { kind: 'signed-in', tenant, setCookie: this.#cookie(value, maxAgeSeconds) };
  }

  /** Whose cookie this is. */
  identify(cookies: string | null | undefined): TenantId | undefined {
    return this.#claimsIn(cookies)[0]?.tenant;
  }

  /** Ends every cookie that is shown, for whoever else may hold a copy too. Returns the header that removes it. */
  async signOut(cookies: string | null | undefined): Promise<string> {
    for (const { nonce, expiresAt } of this.#claimsIn(cookies))
      await this.#setup.signedOut.add(nonce, expiresAt);
    return this.#cookie('', 0);
  }

  #cookie(value: string, ageSeconds: number): string {
    const secure = this.#isSecure ? '; Secure' : '';
    return `${this.cookieName}=${value}; Path=/; Max-Age=${ageSeconds}; HttpOnly; SameSite=Strict${secure}`;
  }

  #claimsIn(cookies: string | null | undefined): readonly Claim[] {
    return (cookies ?? '').split(';').flatMap((pair) => {
      const at = pair.indexOf('=');
      if (pair.slice(0, at).trim() !== this.cookieName) return [];
      const claim = this.#verify(pair.slice(at + 1).trim());
      return claim ? [claim] : [];
    });
  }

  #verify(value: string): Claim | undefined {
    if (value.length > 512) return undefined;
    const found = /^(1\.([\w-]+)\.(\d{1,12})\.([\w-]{16}))\.([\w-]{43})$/.exec(value);
    const [, claim = '', name = '', expires = '', nonce = '', mac = ''] = found ?? [];
    const given = Buffer.from(mac, 'base64url');
    if (!found || given.length !== macBytes || given.toString('base64url') !== mac)
      return undefined;
    if (!timingSafeEqual(given, this.#mac(claim))) return undefined;
    const expiresAt = Number(expires) * 1000;
    const { clock, signedOut } = this.#setup;
    if (expiresAt <= clock() || signedOut.has(nonce)) return undefined;
    const tenant = parseTenantId(name);
    return tenant.ok ? { tenant: tenant.value, nonce, expiresAt } : undefined;
  }

  #mac(claim: string): Buffer {
    const { key, origin } = this.#setup;
    return createHmac('sha256', key).update(`${origin}\n${claim}`).digest();
  }
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
