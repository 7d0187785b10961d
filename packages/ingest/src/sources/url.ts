// The only code that fetches. Every hop is checked before and while it connects; nothing of ours travels along (no
// cookies, no credentials, no proxy from the environment); bytes and time are bounded over all hops together.
import { fetchLimits, readMediaType, waitFor } from '@percept/core/internal';
import { refuse, type Outcome, type RefusalKind } from '@percept/core';
import type { IncomingMessage } from 'node:http';
import { PrivateAddressError, resolveBySystem, sendRequest, type Resolve } from './request.ts';
import {
  cancelled,
  errorCode,
  fits,
  quoted,
  tooLarge,
  type SourceBytes,
  type SourceOptions,
} from './source.ts';
import { readStream, type Inspect } from './stream.ts';
import { checkRedirect, checkUrl, privateHost, type Target, type UrlPolicy } from './url-policy.ts';
import { fetchIdleTimeoutMs } from '../limits.ts';

export interface UrlOptions extends SourceOptions, UrlPolicy {
  /** For all hops together. */
  readonly timeoutMs?: number | undefined;
  /** The longest silence while the body arrives. */
  readonly idleTimeoutMs?: number | undefined;
  readonly maxRedirects?: number | undefined;
  readonly resolve?: Resolve | undefined;
  readonly inspect?: Inspect | undefined;
}

/** @example await fetchUrl('https://example.com/logo.png', { maxBytes: doorLimits.maxSourceBytes }); */
export async function fetchUrl(
  url: string | URL,
  options: UrlOptions,
): Promise<Outcome<SourceBytes>> {
  const timeoutMs = options.timeoutMs ?? fetchLimits.fetchTimeoutMs;
  const maxRedirects = options.maxRedirects ?? fetchLimits.maxRedirects;
  const deadline = performance.now() + timeoutMs;
  let next = checkUrl(url, options);
  for (let hop = 0; ; hop++) {
    if (!next.ok) return next;
    const target = next.value;
    if (options.signal?.aborted) return cancelled(quoted(target.host));
    const { promise, stop } = sendRequest(target, options, options.resolve ?? resolveBySystem);
    const leftMs = deadline - performance.now();
    const waited = await waitFor(promise, { timeoutMs: leftMs, signal: options.signal });
    if (waited.kind !== 'done') stop();
    if (waited.kind === 'cancelled') return cancelled(quoted(target.host));
    if (waited.kind === 'timed-out') return timedOut(target, timeoutMs);
    if (waited.kind === 'failed') return unanswered(target, waited.error);
    const response = waited.value;
    const location = redirectOf(response);
    if (location === undefined) {
      try {
        return await readBody(target, response, deadline, timeoutMs, options);
      } finally {
        stop();
      }
    }
    stop();
    if (!(hop < maxRedirects)) return tooManyRedirects(target, maxRedirects);
    next = checkRedirect(target, location, options);
  }
}

const redirectStatus: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

function redirectOf(response: IncomingMessage): string | undefined {
  return redirectStatus.has(response.statusCode) ? response.headers.location : undefined;
}

async function readBody(
  target: Target,
  response: IncomingMessage,
  deadline: number,
  timeoutMs: number,
  options: UrlOptions,
): Promise<Outcome<SourceBytes>> {
  const wrong = checkStatus(target, response) ?? checkEncoding(target, response);
  if (wrong) return wrong;
  const announced = Number(response.headers['content-length'] ?? Number.NaN);
  const totalBytes = Number.isSafeInteger(announced) ? announced : undefined;
  if (totalBytes !== undefined && !fits(totalBytes, options.maxBytes))
    return tooLarge(`The file at ${quoted(target.host)}`, totalBytes, options.maxBytes);
  const outcome = await readStream(response, {
    maxBytes: options.maxBytes,
    signal: options.signal,
    onProgress: options.onProgress,
    room: options.room,
    inspect: options.inspect,
    timeoutMs: deadline - performance.now(),
    idleTimeoutMs: options.idleTimeoutMs ?? fetchIdleTimeoutMs,
    name: nameOf(target.url),
    declaredType: readMediaType(response.headers['content-type']),
    totalBytes,
  });
  if (outcome.ok) return outcome;
  const { refused } = outcome.refusal;
  if (refused === 'timed-out')
    return outcome.refusal.limit?.name === 'idleTimeoutMs'
      ? silent(target, options.idleTimeoutMs ?? fetchIdleTimeoutMs)
      : timedOut(target, timeoutMs);
  // A body that breaks off is the network's fault, not the file's.
  return refused === 'corrupt' ? refuse({ ...outcome.refusal, refused: 'unreachable' }) : outcome;
}

function nameOf(url: URL): string | undefined {
  const last = url.pathname.split('/').at(-1);
  if (last === undefined || last === '') return undefined;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function checkStatus(target: Target, response: IncomingMessage): Outcome<never> | undefined {
  const status = response.statusCode ?? 0;
  if (status === 200) return undefined;
  const what = `answered with status ${status}`;
  if (status === 404 || status === 410) return no('absent', target, what, 'Check the URL.');
  if (status === 401 || status === 403 || status === 407) {
    const hint = 'No credentials are sent: download the file yourself and pass it.';
    return no('forbidden', target, what, hint);
  }
  return no('unreachable', target, what, 'Open the URL in a browser, or try later.');
}

/** We ask for the bytes as they are; an encoding would hide their size from the limit. */
function checkEncoding(target: Target, response: IncomingMessage): Outcome<never> | undefined {
  const content = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const transfer = response.headers['transfer-encoding']?.trim().toLowerCase() ?? 'chunked';
  if ((content === 'identity' || content === '') && transfer === 'chunked') return undefined;
  const what = `answered in an encoding that was not asked for (${quoted(content)})`;
  return no('unreachable', target, what, 'Download the file yourself and pass it.');
}

const tryLater = 'Try later, or download the file yourself and pass it.';

function timedOut(target: Target, timeoutMs: number): Outcome<never> {
  return no('timed-out', target, `did not deliver the file within ${timeoutMs} ms`, tryLater);
}

function silent(target: Target, idleTimeoutMs: number): Outcome<never> {
  return no('timed-out', target, `sent nothing for ${idleTimeoutMs} ms`, tryLater);
}

function unanswered(target: Target, error: unknown): Outcome<never> {
  if (error instanceof PrivateAddressError) return privateHost(target.host);
  const what = `could not be fetched from (${errorCode(error)})`;
  return no('unreachable', target, what, 'Check the URL and the network.');
}

function no(refused: RefusalKind, { host }: Target, what: string, hint: string): Outcome<never> {
  return refuse({ refused, message: `${quoted(host)} ${what}.`, hint });
}

function tooManyRedirects(target: Target, maxRedirects: number): Outcome<never> {
  return refuse({
    refused: 'unreachable',
    message: `The URL was redirected more than ${maxRedirects} times, last by ${quoted(target.host)}.`,
    hint: 'Use the final address of the file.',
    limit: { name: 'maxRedirects', max: maxRedirects, actual: maxRedirects + 1 },
  });
}
