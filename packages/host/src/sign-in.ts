// How a browser becomes somebody: a key that works once, in the link that the server prints, is exchanged for a cookie
// that scripts cannot read and other sites cannot send. The cookie is signed, so a restart signs nobody out.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { parseTenantId, type TenantId } from '@percept/core';

export interface SignInSetup {
  readonly key: Uint8Array;
  /** The cookie is good for this origin only: other ports of the same machine share its cookies. */
  readonly origin: string;
  readonly clock: () => number;
}

const maxAgeSeconds = 30 * 24 * 60 * 60;
const maxOpenKeys = 64;
const macBytes = 32;

export class SignIn {
  readonly cookieName: string;
  readonly #setup: SignInSetup;
  readonly #isSecure: boolean;
  /** Digests of keys that were not used yet. */
  readonly #open = new Map<string, TenantId>();

  constructor(setup: SignInSetup) {
    const { protocol, port } = new URL(setup.origin);
    this.#setup = setup;
    this.#isSecure = protocol === 'https:';
    this.cookieName = this.#isSecure ? '__Host-percept' : `percept-${port === '' ? '80' : port}`;
  }

  /** A key that can be exchanged once. */
  issue(tenant: TenantId): string {
    const key = randomBytes(32).toString('base64url');
    const [oldest] = this.#open.keys();
    if (this.#open.size >= maxOpenKeys && oldest !== undefined) this.#open.delete(oldest);
    this.#open.set(digest(key), tenant);
    return key;
  }

  /** Whose key it was, and the header that makes the cookie; undefined for a key that is wrong or was used. */
  redeem(key: string): { readonly tenant: TenantId; readonly setCookie: string } | undefined {
    const known = digest(key);
    const tenant = this.#open.get(known);
    if (tenant === undefined) return undefined;
    this.#open.delete(known);
    const expires = Math.floor(this.#setup.clock() / 1000) + maxAgeSeconds;
    const claim = `1.${tenant}.${expires}.${randomBytes(12).toString('base64url')}`;
    const value = `${claim}.${this.#mac(claim).toString('base64url')}`;
    const secure = this.#isSecure ? '; Secure' : '';
    const setCookie = `${this.cookieName}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
    return { tenant, setCookie };
  }

  /** Whose cookie this is. */
  identify(cookies: string | null | undefined): TenantId | undefined {
    for (const pair of (cookies ?? '').split(';')) {
      const at = pair.indexOf('=');
      if (pair.slice(0, at).trim() !== this.cookieName) continue;
      const tenant = this.#verify(pair.slice(at + 1).trim());
      if (tenant !== undefined) return tenant;
    }
    return undefined;
  }

  #verify(value: string): TenantId | undefined {
    if (value.length > 512) return undefined;
    const found = /^(1\.([\w-]+)\.(\d{1,12})\.[\w-]{16})\.([\w-]{43})$/.exec(value);
    const [, claim = '', name = '', expires = '', mac = ''] = found ?? [];
    const given = Buffer.from(mac, 'base64url');
    if (!found || given.length !== macBytes || given.toString('base64url') !== mac)
      return undefined;
    if (!timingSafeEqual(given, this.#mac(claim))) return undefined;
    if (Number(expires) * 1000 <= this.#setup.clock()) return undefined;
    const tenant = parseTenantId(name);
    return tenant.ok ? tenant.value : undefined;
  }

  #mac(claim: string): Buffer {
    const { key, origin } = this.#setup;
    return createHmac('sha256', key).update(`${origin}\n${claim}`).digest();
  }
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
