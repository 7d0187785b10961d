// The Responses API over a WebSocket. What the upstream says passes as it comes; every message of the client is a request body and
// is healed as one. A refusal is the upstream's own answer here: nothing is sent a second time.
import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { Duplex } from 'node:stream';
import { doneBy } from './account.ts';
import { credentialOf } from './forward.ts';
import type { Progress } from './send-repaired.ts';
import { FrameReader, textFrame } from './frames.ts';
import {
  forwarded,
  headerPairs,
  headersFor,
  replacesCredential,
  withoutKey,
  type HeaderList,
} from './header-list.ts';
import { relay } from './relay.ts';
import { repairOf } from './repair.ts';
import type { Ended, GatewayRequest } from './serve-request.ts';
import { addressOf, pathAt } from './upstream.ts';
import { answerProblem, statusOf, type Problem } from './wire-error.ts';

/** RFC 9110, 7.8: an `Upgrade` counts only where `Connection` names it. */
export function asksForSocket({ headers }: IncomingMessage): boolean {
  return (
    headers.upgrade?.toLowerCase() === 'websocket' && /\bupgrade\b/i.test(headers.connection ?? '')
  );
}

/** Whether the server has handed the connection over: without that, only HTTP can be spoken on it. */
export function isHandedOver(request: IncomingMessage): boolean {
  return 'upgrade' in request && request.upgrade === true;
}

export function tunnel(
  asked: GatewayRequest,
  progress: Progress,
  signal: AbortSignal,
): Promise<Ended> {
  const { context, request, response, target, upstream } = asked;
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const query = replacesCredential(asked) ? withoutKey(target.query) : target.query;
  const near = request.socket;
  let responseBytes = 0;
  const outgoing = (upstream.secure ? requestSecure : requestPlain)({
    ...addressOf(upstream),
    method: 'GET',
    path: pathAt(upstream, { ...target, query }) ?? '/',
    headers: handshake(headersFor(asked, 'as-it-came', undefined)),
    signal,
  });
  const refuse = (problem: Problem): void => {
    answerProblem(response, upstream.family, problem);
    resolve({ end: 'refused', status: statusOf(problem), problem: problem.kind, responseBytes: 0 });
  };
  outgoing.setTimeout(context.limits.connectTimeoutMs, () => outgoing.destroy());
  outgoing.once('error', () =>
    refuse({ kind: 'unreachable', message: 'The upstream could not be reached.' }),
  );
  // It says no in HTTP, and its client hears that.
  outgoing.once('response', (answer) => {
    void relay({ answer }, response, []).then(({ kind, bytes }) => {
      near.end();
      resolve({ end: kind, status: answer.statusCode ?? 502, responseBytes: bytes });
    });
  });
  outgoing.once('upgrade', (answer, far: Duplex, head: Buffer) => {
    outgoing.setTimeout(0);
    response.detachSocket(near);
    near.write(`HTTP/1.1 101 Switching Protocols\r\n${spelled(answer)}\r\n`);
    // What came with the handshake is part of what it says.
    far.unshift(head);
    far.on('data', (chunk: Buffer) => {
      responseBytes += chunk.length;
    });
    far.pipe(near);
    let isOver = false;
    const end = (kind: Ended['end']): void => {
      isOver = true;
      far.destroy();
      near.destroy();
      resolve({ end: kind, status: 101, responseBytes });
    };
    far.once('close', () => end('whole')).on('error', () => end('broken'));
    near.once('close', () => end('whole')).on('error', () => end('client-gone'));
    signal.addEventListener('abort', () => end('broken'), { once: true });
    void healed(asked, progress, far, signal)
      // Its client has said its last, perhaps without a word of farewell: the provider ends the connection.
      .then(() => far.end())
      .catch((error: unknown) => {
        // One that reads when the other side ends fails, which is no fault.
        if (!isOver) context.report(error);
        end('broken');
      });
  });
  outgoing.end();
  return promise;
}

/** One message after the other: what a client says later never overtakes what it said before. */
async function healed(
  { context, request, target, upstream }: GatewayRequest,
  progress: Progress,
  far: Duplex,
  signal: AbortSignal,
): Promise<void> {
  const reader = new FrameReader(context.limits.maxRequestBytes);
  const credential = credentialOf(request.headers, target);
  for await (const chunk of request.socket) {
    if (!Buffer.isBuffer(chunk)) continue;
    for (const frame of reader.push(chunk)) {
      if (frame.kind === 'broken') throw new RangeError('This is no frame, or too large a one.');
      if (frame.kind === 'other') {
        far.write(frame.bytes);
        continue;
      }
      progress.requestBytes += frame.payload.length;
      progress.leftAtMs ??= context.clock();
      const repair = await repairOf(context.repair, {
        upstream,
        wire: 'responses',
        bytes: frame.payload,
        credential,
        signal,
      });
      if (repair) progress.done = doneBy(repair);
      repair?.taken();
      const payload = repair?.pieces ? Buffer.concat(repair.pieces) : frame.payload;
      progress.sentBytes += payload.length;
      far.write(textFrame(payload));
    }
  }
}

/** Extensions would pack the messages, and are not agreed on. */
function handshake(headers: HeaderList): HeaderList {
  const kept = headerPairs(headers).filter(
    ([name]) => name.toLowerCase() !== 'sec-websocket-extensions',
  );
  return [...kept.flat(), 'connection', 'Upgrade', 'upgrade', 'websocket'];
}

function spelled(answer: IncomingMessage): string {
  const list = forwarded(answer, (name) => name.startsWith('x-percept-') || name === 'set-cookie');
  const own = ['Connection: Upgrade', 'Upgrade: websocket', 'x-percept-gateway: passed'];
  const lines = [...own, ...headerPairs(list).map(([name, value]) => `${name}: ${value}`)];
  return lines.map((line) => `${line}\r\n`).join('');
}
