// One HTTP request on a connection of its own: no shared agent (so no proxy that Node took from the environment, no
// reused socket), no header that was not written here, no compressed answer asked for.
import type { IncomingMessage } from 'node:http';
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './address.ts';
import { isListed, type Target, type UrlPolicy } from './url-policy.ts';
import { maxResponseHeaderBytes } from '../limits.ts';

export interface SentRequest {
  /** The head of the answer; the body has not been read. */
  readonly promise: Promise<IncomingMessage>;
  /** Closes the connection, whatever it is doing. */
  readonly stop: () => void;
}

export function sendRequest(target: Target, policy: UrlPolicy, resolve: Resolve): SentRequest {
  const secure = target.protocol === 'https:';
  // Loaded with the first request, because most programs that open the door never make one.
  const { Agent, request: send } = process.getBuiltinModule(secure ? 'node:https' : 'node:http');
  const request = send({
    agent: new Agent({ keepAlive: false, maxSockets: 1 }),
    method: 'GET',
    protocol: target.protocol,
    host: target.host,
    port: target.port,
    path: target.url.pathname + target.url.search,
    servername: secure && isIP(target.host) === 0 ? target.host : '',
    lookup: guardedLookup(target, policy, resolve),
    maxHeaderSize: maxResponseHeaderBytes,
    insecureHTTPParser: false,
    // Also when NODE_TLS_REJECT_UNAUTHORIZED says otherwise.
    rejectUnauthorized: true,
    setDefaultHeaders: false,
    headers: {
      host: target.url.host,
      'user-agent': 'percept',
      accept: '*/*',
      'accept-encoding': 'identity',
      connection: 'close',
    },
  });
  const promise = new Promise<IncomingMessage>((done, fail) => {
    request.once('response', done);
    // Stays on: a connection that is stopped later must not raise an unhandled error.
    request.on('error', fail);
    request.once('close', () => fail(new Error('closed')));
  });
  promise.catch(() => {});
  request.end();
  return { promise, stop: () => void request.destroy() };
}

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

/**
 * Names are resolved inside the socket that connects, and only checked answers leave this function: there is no second resolution
 * for an attacker to answer differently, and one private answer refuses them all.
 */
function guardedLookup(target: Target, policy: UrlPolicy, resolve: Resolve): LookupFunction {
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
