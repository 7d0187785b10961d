// Who asks, by the word of the program that this server is mounted in: it signed its users in, and says whose request it hands on. The
// word is a token that only this process can make, so that one path tells who asks, whoever vouches.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { parseTenantId, type TenantId } from '@percept/core';

export class Vouched {
  readonly #key = randomBytes(32);

  tokenFor(tenant: TenantId): string {
    const name = Buffer.from(tenant).toString('base64url');
    return `vouched.${name}.${this.#mac(name).toString('base64url')}`;
  }

  /** Undefined for every token that was not made here. */
  read(token: string): TenantId | undefined {
    const [, name = '', mac = ''] = /^vouched\.([\w-]+)\.([\w-]{43})$/.exec(token) ?? [];
    if (name === '') return undefined;
    const given = Buffer.from(mac, 'base64url');
    const own = this.#mac(name);
    if (given.length !== own.length || !timingSafeEqual(given, own)) return undefined;
    const tenant = parseTenantId(Buffer.from(name, 'base64url').toString());
    return tenant.ok ? tenant.value : undefined;
  }

  #mac(name: string): Buffer {
    return createHmac('sha256', this.#key).update(name).digest();
  }
}
