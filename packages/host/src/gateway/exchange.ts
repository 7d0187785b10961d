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
  /** Pieces of bytes can be sent twice; a stream is handed on as it comes. */
  readonly body: readonly Buffer[] | IncomingMessage;
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
  let answer = await once(upstream, outgoing, limits, signal);
  // A kept connection that the other side closed while we wrote: nothing was answered, and bytes can be sent again.
  if (answer.kind === 'stale' && !('pipe' in outgoing.body))
    answer = await once(upstream, outgoing, limits, signal);
  return answer.kind === 'stale' ? failedWith('ECONNRESET') : answer;
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
  let readBefore = 0;
  request.once('socket', ({ bytesRead }) => {
    readBefore = bytesRead;
  });
  const end = (why: typeof late): void => {
    late = why;
    request.destroy();
  };
  limitConnecting(request, limits.connectTimeoutMs, () => end('connecting'));
  request.setTimeout(limits.upstreamIdleMs, () => end('waiting'));
  request.once('response', (response) => resolve({ kind: 'answered', response }));
  request.on('error', (error: NodeJS.ErrnoException) => {
    if (signal.aborted) resolve({ kind: 'gone' });
    else if (late) resolve(tooLate(late));
    else if (isStale(error.code, request, readBefore)) resolve({ kind: 'stale' });
    else resolve(failedWith(error.code));
  });
  request.once('close', () => resolve(late ? tooLate(late) : failedWith('closed')));
  if ('pipe' in body) handOn(body, request);
  else {
    request.cork();
    for (const piece of body) request.write(piece);
    request.end();
  }
  return promise;
}

/**
 * On a kept connection any end before a byte of the answer; on a fresh one only an end before the request was there as a whole.
 * Whatever was answered with a byte was taken, and is never sent again.
 */
function isStale(
  code: string | undefined,
  { socket, reusedSocket }: ClientRequest,
  readBefore: number,
): boolean {
  if ((socket?.bytesRead ?? 0) > readBefore) return false;
  return (
    code === 'EPIPE' ||
    (reusedSocket && /^(ECONN(RESET|ABORTED)|ERR_(SOCKET|STREAM)_)/.test(code ?? ''))
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

function tooLate(phase: 'connecting' | 'waiting'): Answer {
  const message =
    phase === 'connecting'
      ? 'The upstream did not take the connection in time.'
      : 'The upstream was silent for too long.';
  return { kind: 'failed', problem: { kind: 'late', message } };
}

function failedWith(code: string | undefined): Answer {
  const word = /^[A-Z_]{3,40}$/.test(code ?? '') ? ` (${code})` : '';
  return {
    kind: 'failed',
    problem: { kind: 'unreachable', message: `The upstream could not be reached${word}.` },
  };
}
