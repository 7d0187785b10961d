// One HTTP request on a connection of its own: no shared agent (so no proxy that Node took from the environment, no
// reused socket), no header that was not written here, no compressed answer asked for.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { guardedLookup, type Resolve } from './guarded-lookup.ts';
import type { Target, UrlPolicy } from './url-policy.ts';
import { maxResponseHeaderBytes } from '../limits.ts';

export interface SentRequest {
  /** The head of the answer; the body has not been read. */
  readonly promise: Promise<IncomingMessage>;
  /** Closes the connection, whatever it is doing. */
  readonly stop: () => void;
}

export function sendRequest(target: Target, policy: UrlPolicy, resolve: Resolve): SentRequest {
  const secure = target.protocol === 'https:';
  const agentOptions = { keepAlive: false, maxSockets: 1 };
  // Loaded with the first request, because most programs that open the door never make one.
  const { Agent, request: send } = process.getBuiltinModule(secure ? 'node:https' : 'node:http');
  const request = send({
    agent: new Agent(agentOptions),
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
    request.once('close', () => {
      fail(new Error('closed'));
    });
  });
  promise.catch(() => {});
  request.end();
  return { promise, stop: () => void request.destroy() };
}
