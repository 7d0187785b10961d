// One request to the upstream and its answer as it comes. Redirects are not followed, nothing is buffered that streams, and
// both ends learn at once when the other is gone.
import { request as requestPlain, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { HeaderList } from './header-list.ts';
import type { GatewayLimits } from './limits.ts';
import { addressOf, type Upstream } from './upstream.ts';
import { drain, type Problem } from './wire-error.ts';

export interface Outgoing {
  readonly method: string;
  readonly path: string;
  readonly headers: HeaderList;
  /** Bytes can be sent twice; a stream is handed on as it comes. */
  readonly body: Buffer | IncomingMessage;
}

export type Answer =
  | { readonly kind: 'answered'; readonly response: IncomingMessage }
  | { readonly kind: 'failed'; readonly problem: Problem }
  /** The client is gone. */
  | { readonly kind: 'gone' };

export async function exchange(
  upstream: Upstream,
  outgoing: Outgoing,
  limits: GatewayLimits,
  signal: AbortSignal,
): Promise<Answer> {
  const first = await once(upstream, outgoing, limits, signal);
  // A kept connection that the other side closed while we wrote: nothing was answered, and bytes can be sent again.
  if (first.kind === 'stale' && Buffer.isBuffer(outgoing.body)) {
    const second = await once(upstream, outgoing, limits, signal);
    return second.kind === 'stale' ? failedWith('ECONNRESET') : second;
  }
  return first.kind === 'stale' ? failedWith('ECONNRESET') : first;
}

async function once(
  upstream: Upstream,
  { method, path, headers, body }: Outgoing,
  limits: GatewayLimits,
  signal: AbortSignal,
): Promise<Answer | { readonly kind: 'stale' }> {
  if (signal.aborted) return { kind: 'gone' };
  const { promise, resolve } = Promise.withResolvers<Answer | { readonly kind: 'stale' }>();
  const request = (upstream.secure ? requestSecure : requestPlain)({
    ...addressOf(upstream),
    method,
    path,
    headers,
    signal,
  });
  let late: 'connecting' | 'waiting' | undefined;
  const end = (why: typeof late): void => {
    late = why;
    request.destroy();
  };
  limitConnecting(request, limits.connectTimeoutMs, () => end('connecting'));
  request.setTimeout(limits.upstreamIdleMs, () => end('waiting'));
  request.once('response', (response) => resolve({ kind: 'answered', response }));
  request.on('error', (error: NodeJS.ErrnoException) => {
    if (signal.aborted) resolve({ kind: 'gone' });
    else if (late) resolve({ kind: 'failed', problem: tooLate(late) });
    else if (isStale(error.code, request.reusedSocket)) resolve({ kind: 'stale' });
    else resolve(failedWith(error.code));
  });
  request.once('close', () =>
    resolve(late ? { kind: 'failed', problem: tooLate(late) } : failedWith('closed')),
  );
  if (Buffer.isBuffer(body)) request.end(body);
  else handOn(body, request);
  return promise;
}

/** On a kept connection any end before an answer; on a fresh one only an end before the request was there as a whole. */
function isStale(code: string | undefined, reused: boolean): boolean {
  return (
    code === 'EPIPE' || (reused && /^(ECONN(RESET|ABORTED)|ERR_(SOCKET|STREAM)_)/.test(code ?? ''))
  );
}

/** An upstream may answer, and hang up, before it has read everything: the client must live to read that answer. */
function handOn(body: IncomingMessage, request: ClientRequest): void {
  body.pipe(request);
  request.once('close', () => {
    body.unpipe(request);
    drain(body);
  });
}

function limitConnecting(request: ClientRequest, timeoutMs: number, onLate: () => void): void {
  request.once('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(onLate, timeoutMs);
    const stop = (): void => clearTimeout(timer);
    socket.once('connect', stop).once('close', stop);
  });
}

function tooLate(phase: 'connecting' | 'waiting'): Problem {
  return {
    kind: 'late',
    message:
      phase === 'connecting'
        ? 'The upstream did not take the connection in time.'
        : 'The upstream was silent for too long.',
  };
}

function failedWith(code: string | undefined): Answer {
  const word = /^[A-Z_]{3,40}$/.test(code ?? '') ? ` (${code})` : '';
  return {
    kind: 'failed',
    problem: { kind: 'unreachable', message: `The upstream could not be reached${word}.` },
  };
}
