// Names are resolved inside the socket that connects, and only checked answers leave this function: there is no second
// resolution for an attacker to answer differently, and one private answer refuses them all.
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './address.ts';
import { isListed, type Target, type UrlPolicy } from './url-policy.ts';

/** How a name becomes addresses; the system's resolver unless a test or a host brings its own. */
export type Resolve = (
  host: string,
  /** The system's resolver hands over no list at all when it fails. */
  done: (error: Error | null, addresses: readonly LookupAddress[] | undefined) => void,
) => void;

export const resolveBySystem: Resolve = (host, done) => {
  systemLookup(host, { all: true, order: 'verbatim' }, done);
};

/** Distinguishes our own verdict from a failing network. */
export class PrivateAddressError extends Error {
  readonly code = 'PERCEPT_PRIVATE_ADDRESS';
}

export function guardedLookup(target: Target, policy: UrlPolicy, resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    resolve(host, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses ?? [];
      if (!addresses || !first) return callback(new Error('no address'), []);
      const named = isListed(target.host, target.port, policy);
      const reachable = addresses.every(
        ({ address }) =>
          named || isPublicAddress(address) || isListed(address, target.port, policy),
      );
      if (!reachable) return callback(new PrivateAddressError(), []);
      if (options.all) return callback(null, [...addresses]);
      return callback(null, first.address, first.family);
    });
  };
}
