// The proof that a file was read as text since it last changed. Only `read` makes one, and only `edit` takes one; it is
// bound to the path and to the content by a key that the model never sees, so looking at pixels can never stand for it.
import { bytes, checkOptions } from '@percept/core/internal/options';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export interface Freshness {
  tokenFor(path: string, content: Uint8Array): string;
  isFresh(token: string, path: string, content: Uint8Array): boolean;
}

/**
 * With the same key, tokens outlive the process.
 *
 * @example const workspace = { roots: [cwd], cwd, store, door, profile, freshness: createFreshness() };
 */
export function createFreshness(key: Uint8Array = randomBytes(32)): Freshness {
  checkOptions('createFreshness', { key }, { key: bytes });
  const tokenFor = (path: string, content: Uint8Array): string => {
    const digest = createHash('sha256').update(content).digest();
    return `r1.${createHmac('sha256', key).update(path).update('\0').update(digest).digest('base64url')}`;
  };
  return {
    tokenFor,
    isFresh: (token, path, content) => {
      const wanted = Buffer.from(tokenFor(path, content));
      const given = Buffer.from(token);
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    },
  };
}
