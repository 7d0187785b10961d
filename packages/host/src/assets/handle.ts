// The handle in an asset's URL: `a1.<key id>.<grant id>.<MAC>`. It shows neither tenant nor content; the MAC covers all of
// it and the origin it was made for, so a handle has exactly one spelling and one home. Expiry is the row's business.
import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { parseGrantId } from '@percept/core/internal';
import { type GrantId } from '@percept/core';

const version = 'a1';

/** Where a handle stands in a URL; `/v1/host/sample` is where the conformance seams of OpenWOP look. */
export const assetPaths = ['/v1/assets/', '/v1/host/sample/assets/'] as const;

/**
 * Base64url has spare bits at the end of 16 and of 32 bytes; only the spelling with those at zero is a handle. One
 * segment of a path, and nothing that any layer would decode.
 */
const spelling =
  /^a1\.([A-Za-z0-9]{1,16})\.([A-Za-z0-9_-]{21}[AQgw])\.([A-Za-z0-9_-]{42}[AEIMQUYcgkosw048])$/;

/** No longer text is even looked at. */
const maxHandleChars: number = 3 + 17 + 23 + 43;

export interface SigningKey {
  readonly id: string;
  /** 32 random bytes, as a key: preparing one for every handle would cost five times the MAC itself. */
  readonly secret: KeyObject;
}

export function signHandle(key: SigningKey, grant: GrantId, origin: string): string {
  const claim = `${version}.${key.id}.${Buffer.from(grant, 'hex').toString('base64url')}`;
  return `${claim}.${mac(key, claim, origin).toString('base64url')}`;
}

export interface ProvenHandle {
  readonly grant: GrantId;
  readonly keyId: string;
}

/**
 * The grant that this handle names, if its MAC is ours. An unknown key costs as much as a wrong MAC: nothing can be
 * learnt from the time it takes.
 */
export function verifyHandle(
  handle: string,
  origin: string,
  findKey: (id: string) => SigningKey | undefined,
): ProvenHandle | undefined {
  if (handle.length > maxHandleChars) return undefined;
  const [, keyId, encoded, claimed] = spelling.exec(handle) ?? [];
  if (keyId === undefined || encoded === undefined || claimed === undefined) return undefined;
  const key = findKey(keyId);
  const expected = mac(key ?? nobody, `${version}.${keyId}.${encoded}`, origin);
  const isOurs = timingSafeEqual(expected, Buffer.from(claimed, 'base64url'));
  if (!isOurs || !key) return undefined;
  const grant = parseGrantId(Buffer.from(encoded, 'base64url').toString('hex'));
  return grant.ok ? { grant: grant.value, keyId } : undefined;
}

function mac({ secret }: SigningKey, claim: string, origin: string): Buffer {
  return createHmac('sha256', secret).update(`${claim}.${origin}`).digest();
}

/** Stands in for a key that is not there. It opens nothing. */
const nobody: SigningKey = { id: '', secret: createSecretKey(Buffer.alloc(32)) };

const handles = /\ba1\.([A-Za-z0-9]{1,16})\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}/g;
const assetSegment = /(\/assets\/)[^/?#\s"'<>\\]+/g;

/**
 * A text for a log or a bundle: whoever reads it gets no capability. What stands in the place of a handle is dropped
 * whole, however it is spelt.
 */
export function redactHandles(text: string): string {
  return text.replace(assetSegment, '$1redacted').replace(handles, 'a1.$1.redacted');
}
