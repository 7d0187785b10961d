// The answer to a request for an asset, as a pure function of the grant, the request's headers and the time: status,
// headers, and which bytes. Nothing here reads, writes or waits, so all of RFC 9110 §13 and §14 is a table of tests.
import type { Grant } from '@percept/store';
import { readRange } from './byte-range.ts';
import { isSameRange, matchesStrongly, matchesWeakly } from './conditions.ts';
import { contentDisposition, contentTypeOf, dispositionOf } from './serving.ts';
import { maxAssetAgeSeconds } from './limits.ts';

export interface AssetRequest {
  readonly method: string;
  /** The value of a header by its lower-case name, several lines joined by a comma. */
  header(name: string): string | undefined;
}

export interface AssetAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AssetBody;
}

type AssetBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  /** These bytes of the blob; the end is exclusive. */
  | { readonly kind: 'slice'; readonly start: number; readonly end: number };

/** On every answer, whatever its status: nothing that is served from here runs, is sniffed, or tells where it came from. */
const always: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
};

const none: AssetBody = { kind: 'none' };

/** Strong, because it names the bytes: equal tags are equal assets, for ever. */
export function etagOf({ blob }: Grant): string {
  return `"sha256-${Buffer.from(blob, 'hex').toString('base64url')}"`;
}

function hasEnded({ expiresAt, revokedAt }: Grant, now: number): boolean {
  return revokedAt !== undefined || (expiresAt !== undefined && expiresAt <= now);
}

/** The order is that of RFC 9110 §13.2.2. */
export function respond(grant: Grant, request: AssetRequest, now: number): AssetAnswer {
  if (hasEnded(grant, now)) return gone;
  const etag = etagOf(grant);
  const shared = { ...always, ...caching(grant, etag, now) };
  const ifMatch = request.header('if-match');
  if (ifMatch !== undefined && !matchesStrongly(ifMatch, etag))
    return { status: 412, headers: { ...shared, 'content-length': '0' }, body: none };
  const ifNoneMatch = request.header('if-none-match');
  if (ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, etag))
    return { status: 304, headers: shared, body: none };
  return representation(grant, request, etag, shared);
}

function representation(
  grant: Grant,
  request: AssetRequest,
  etag: string,
  shared: Readonly<Record<string, string>>,
): AssetAnswer {
  const headers = {
    ...shared,
    'content-type': contentTypeOf(grant.mime),
    'content-disposition': contentDisposition(
      dispositionOf(grant.mime, grant.disposition),
      grant.name,
    ),
  };
  const ifRange = request.header('if-range');
  const isRanged =
    request.method === 'GET' && (ifRange === undefined || isSameRange(ifRange, etag));
  const range = readRange(isRanged ? request.header('range') : undefined, grant.bytes);
  const body = (start: number, end: number): AssetBody =>
    request.method === 'HEAD' ? none : { kind: 'slice', start, end };
  switch (range.kind) {
    case 'whole': {
      const length = { 'content-length': `${grant.bytes}` };
      return { status: 200, headers: { ...headers, ...length }, body: body(0, grant.bytes) };
    }
    case 'part': {
      const { start, end } = range;
      const part = {
        'content-range': `bytes ${start}-${end - 1}/${grant.bytes}`,
        'content-length': `${end - start}`,
      };
      return { status: 206, headers: { ...headers, ...part }, body: body(start, end) };
    }
    case 'unsatisfiable': {
      const where = { 'content-range': `bytes */${grant.bytes}`, 'content-length': '0' };
      return { status: 416, headers: { ...shared, ...where }, body: none };
    }
  }
}

/** A cache may keep the bytes for as long as the grant lives, and never so long that a revocation means nothing. */
function caching(
  { expiresAt }: Grant,
  etag: string,
  now: number,
): Readonly<Record<string, string>> {
  const remaining =
    expiresAt === undefined ? maxAssetAgeSeconds : Math.floor((expiresAt - now) / 1000);
  const seconds = Math.max(0, Math.min(maxAssetAgeSeconds, remaining));
  return {
    etag,
    'accept-ranges': 'bytes',
    'cache-control': `private, max-age=${seconds}, immutable`,
    'access-control-expose-headers':
      'accept-ranges, content-disposition, content-length, content-range, etag',
  };
}

function failure(
  status: number,
  error: string,
  message: string,
  more: Readonly<Record<string, string>> = {},
): AssetAnswer {
  const text = JSON.stringify({ error, message });
  const headers = {
    ...always,
    'content-type': 'application/json',
    'content-length': `${Buffer.byteLength(text)}`,
    'cache-control': 'no-store',
    ...more,
  };
  return { status, headers, body: { kind: 'text', text } };
}

/** Guessed, tampered, foreign or unknown: one answer, and no way to tell which. */
export const notFound: AssetAnswer = failure(404, 'not_found', 'There is no such asset.');
const gone: AssetAnswer = failure(410, 'asset_gone', 'This asset is no longer available.');
export const damaged: AssetAnswer = failure(
  500,
  'asset_damaged',
  'The stored copy is damaged and is not served.',
);
export const unavailable: AssetAnswer = failure(
  503,
  'store_unavailable',
  'The store cannot be read now. Try again.',
  { 'retry-after': '1' },
);
const methods = 'GET, HEAD, OPTIONS';
export const wrongMethod: AssetAnswer = failure(
  405,
  'method_not_allowed',
  'An asset can only be read.',
  { allow: methods },
);
/** For scripts of other origins that ask for a range or with a condition. Credentials are never asked for. */
export const preflight: AssetAnswer = {
  status: 204,
  headers: {
    ...always,
    allow: methods,
    'access-control-allow-methods': methods,
    'access-control-allow-headers': 'if-match, if-none-match, if-range, range',
    'access-control-max-age': '86400',
  },
  body: none,
};

/** HEAD gets what GET would get, without the body (RFC 9110 §9.3.2). */
export function withoutBody(answer: AssetAnswer): AssetAnswer {
  return { ...answer, body: none };
}
