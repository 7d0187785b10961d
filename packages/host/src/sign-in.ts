// How a browser becomes somebody: a key that works once, in the link that a server prints, is exchanged for a cookie that
// scripts cannot read and other sites cannot send. Key and cookie are good at every server that shares the memory. The cookie is signed, so a restart signs nobody out; whoever signs
// out ends it for good.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { parseTenantId, type TenantId } from '@percept/core';
import type { Marks } from '@percept/store';
import type { SignedOut } from './signed-out.ts';
import { keyLifetimeMs, maxCookieAgeSeconds } from './limits.ts';

export interface SignInSetup {
  readonly key: Uint8Array;
  /** The cookie is good for this origin only: other ports of the same machine share its cookies. */
  readonly origin: string;
  /** Cookies whose owners took them back. */
  readonly signedOut: Pick<SignedOut, 'has' | 'add'>;
  /** Which links were used, at any server of the memory. */
  readonly marks: Pick<Marks, 'set'>;
  readonly clock: () => number;
}

export type Redeemed =
  | { readonly kind: 'signed-in'; readonly tenant: TenantId; readonly setCookie: string }
  /** It was a key, and nobody used it in time. */
  | { readonly kind: 'expired'; readonly tenant: TenantId }
  | { readonly kind: 'unknown' };

const rememberedMs = 24 * 60 * 60 * 1000;
const macBytes = 32;

interface Claim {
  readonly tenant: TenantId;
  readonly nonce: string;
  readonly expiresAt: number;
}

export class SignIn {
  readonly cookieName: string;
  readonly #setup: SignInSetup;
  readonly #isSecure: boolean;

  constructor(setup: SignInSetup) {
    const { protocol, port } = new URL(setup.origin);
    this.#setup = setup;
    this.#isSecure = protocol === 'https:';
    this.cookieName = this.#isSecure ? '__Host-percept' : `percept-${port === '' ? '80' : port}`;
  }

  /** A key that can be exchanged once, and soon. */
  issue(tenant: TenantId): string {
    const until = this.#setup.clock() + keyLifetimeMs;
    const claim = `k1.${tenant}.${until}.${randomBytes(18).toString('base64url')}`;
    return `${claim}.${this.#mac(claim).toString('base64url')}`;
  }

  /** Whose key it was, and the header that makes the cookie. No key is good twice, also not to be told that it is old. */
  async redeem(key: string): Promise<Redeemed> {
    const found = /^(k1\.([\w-]+)\.(\d{1,15})\.([\w-]{24}))\.([\w-]{43})$/.exec(key.slice(0, 512));
    const [, signed = '', name = '', until = '', nonce = '', mac = ''] = found ?? [];
    const parsed = parseTenantId(name);
    if (!found || !parsed.ok || !this.#isSigned(signed, mac)) return { kind: 'unknown' };
    const tenant = parsed.value;
    const { clock, marks } = this.#setup;
    // Kept as long as somebody may still come with the old link, and be told that it is old once.
    const first = await marks.set('sign-in', nonce, Number(until) + rememberedMs);
    if (!first.ok || !first.value || Number(until) + rememberedMs <= clock())
      return { kind: 'unknown' };
    if (Number(until) <= clock()) return { kind: 'expired', tenant };
    const expires = Math.floor(this.#setup.clock() / 1000) + maxCookieAgeSeconds;
    const claim = `1.${tenant}.${expires}.${randomBytes(12).toString('base64url')}`;
    const value = `${claim}.${this.#mac(claim).toString('base64url')}`;
    return { kind: 'signed-in', tenant, setCookie: this.#cookie(value, maxCookieAgeSeconds) };
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
    if (!found || !this.#isSigned(claim, mac)) return undefined;
    const expiresAt = Number(expires) * 1000;
    const { clock, signedOut } = this.#setup;
    if (expiresAt <= clock() || signedOut.has(nonce)) return undefined;
    const tenant = parseTenantId(name);
    return tenant.ok ? { tenant: tenant.value, nonce, expiresAt } : undefined;
  }

  #isSigned(claim: string, mac: string): boolean {
    const given = Buffer.from(mac, 'base64url');
    if (given.length !== macBytes || given.toString('base64url') !== mac) return false;
    return timingSafeEqual(given, this.#mac(claim));
  }

  #mac(claim: string): Buffer {
    const { key, origin } = this.#setup;
    return createHmac('sha256', key).update(`${origin}\n${claim}`).digest();
  }
}
