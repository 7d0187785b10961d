// Tokens that let a person answer one interrupt without a credential: `base64url(payload).hmac_sha256(secret, payload)`.
// The MAC is checked first and in constant time; only then does anything in the payload count.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isRecord, readCount, readText } from '@percept/core/internal';
import { parseSessionId, type SessionId } from '@percept/core';
import type { Clock } from '@percept/store';
import { maxInterruptTokenChars } from './limits.ts';

export interface TokenClaims {
  readonly runId: SessionId;
  readonly nodeId: string;
  readonly interruptId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export type ReadToken =
  | { readonly kind: 'valid'; readonly claims: TokenClaims }
  | { readonly kind: 'malformed' | 'unknown' | 'expired' };

const intent = 'resolve';

export class InterruptTokens {
  /** The first one signs; all of them verify, so that a secret can be replaced while tokens are out. */
  readonly #secrets: readonly Uint8Array[];
  readonly #lifetimeMs: number;
  readonly #clock: Clock;

  constructor(secrets: readonly Uint8Array[], lifetimeMs: number, clock: Clock) {
    if (secrets.length === 0 || secrets.some(({ length }) => length < 32))
      throw new TypeError('Interrupt tokens need at least one secret, of 32 bytes or more.');
    this.#secrets = secrets;
    this.#lifetimeMs = lifetimeMs;
    this.#clock = clock;
  }

  sign(claims: Omit<TokenClaims, 'expiresAt'>): {
    readonly token: string;
    readonly expiresAt: number;
  } {
    const expiresAt = this.#clock() + this.#lifetimeMs;
    const { runId, nodeId, interruptId } = claims;
    const payload = Buffer.from(JSON.stringify({ runId, nodeId, interruptId, expiresAt, intent }));
    const [secret = new Uint8Array()] = this.#secrets;
    const mac = macOf(secret, payload).toString('base64url');
    return { token: `${payload.toString('base64url')}.${mac}`, expiresAt };
  }

  read(token: string): ReadToken {
    if (token.length > maxInterruptTokenChars || !/^[A-Za-z0-9_.-]+$/.test(token))
      return { kind: 'malformed' };
    const [head = '', tail = '', ...more] = token.split('.');
    const payload = Buffer.from(head, 'base64url');
    const mac = Buffer.from(tail, 'base64url');
    // Node forgives stray bits and padding; one token has one spelling.
    const isCanonical =
      payload.toString('base64url') === head && mac.toString('base64url') === tail;
    let isOurs = false;
    for (const secret of this.#secrets) {
      const expected = macOf(secret, payload);
      if (expected.length === mac.length && timingSafeEqual(expected, mac)) isOurs = true;
    }
    if (!isOurs || !isCanonical || more.length > 0) return { kind: 'unknown' };
    const claims = readClaims(payload.toString());
    if (!claims) return { kind: 'unknown' };
    return claims.expiresAt <= this.#clock() ? { kind: 'expired' } : { kind: 'valid', claims };
  }
}

function macOf(secret: Uint8Array, payload: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(payload).digest();
}

function readClaims(text: string): TokenClaims | undefined {
  const value: unknown = JSON.parse(text);
  if (!isRecord(value) || value['intent'] !== intent) return undefined;
  const runId = parseSessionId(value['runId']);
  const nodeId = readText(value['nodeId']);
  const interruptId = readText(value['interruptId']);
  const expiresAt = readCount(value['expiresAt']);
  if (!runId.ok || nodeId === undefined || interruptId === undefined || expiresAt === undefined)
    return undefined;
  return { runId: runId.value, nodeId, interruptId, expiresAt };
}
