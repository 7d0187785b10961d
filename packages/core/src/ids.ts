// Ids are branded, so that a tenant can never be passed where a blob is meant; the parsers here are the only way to make one.
import { accept, refuse, type Outcome } from './outcome.ts';

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** Lower-case hexadecimal SHA-256 of the bytes: a blob's only name. */
export type BlobId = Branded<'BlobId'>;
export type SessionId = Branded<'SessionId'>;
export type TenantId = Branded<'TenantId'>;
export type GrantId = Branded<'GrantId'>;

const hexDigest = /^[0-9a-f]{64}$/;
const opaqueName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

export function isBlobId(value: unknown): value is BlobId {
  return typeof value === 'string' && hexDigest.test(value);
}

/**
 * The name of a blob, or a refusal.
 *
 * @example const id = parseBlobId(text); if (id.ok) await memory.get(id.value);
 */
export function parseBlobId(value: unknown): Outcome<BlobId> {
  if (isBlobId(value)) return accept(value);
  return invalidId('blob id', 'It is the 64 lower-case hexadecimal digits of a SHA-256.');
}

function nameGuard<Id extends Branded<string>>() {
  return (value: unknown): value is Id => typeof value === 'string' && opaqueName.test(value);
}

function nameParser<Id extends Branded<string>>(what: string) {
  const guard = nameGuard<Id>();
  return (value: unknown): Outcome<Id> =>
    guard(value)
      ? accept(value)
      : invalidId(
          what,
          'It is 1 to 64 letters, digits, "-" or "_", and starts with a letter or digit.',
        );
}

/**
 * The name of a session, or a refusal.
 *
 * @example const id = parseSessionId('first'); if (id.ok) await memory.sessions.entries(id.value);
 */
export const parseSessionId: (value: unknown) => Outcome<SessionId> =
  nameParser<SessionId>('session id');
/**
 * The name of a tenant, or a refusal.
 *
 * @example const tenant = parseTenantId('acme'); if (tenant.ok) await memory.sessions.open({ tenant: tenant.value });
 */
export const parseTenantId: (value: unknown) => Outcome<TenantId> =
  nameParser<TenantId>('tenant id');
export const parseGrantId: (value: unknown) => Outcome<GrantId> = nameParser<GrantId>('grant id');

function invalidId(what: string, hint: string) {
  return refuse({ refused: 'invalid-input', message: `This is not a ${what}.`, hint });
}

const mediaScheme = 'media:sha256-';

/**
 * The URL under which a blob is named in messages and tool results; it never reaches a provider.
 *
 * @example const named = `Compare it with ${mediaUrl(block.source.id)}.`;
 */
export function mediaUrl(id: BlobId): string {
  if (!isBlobId(id)) throw new TypeError('mediaUrl: id is the 64 hexadecimal digits of a blob.');
  return mediaScheme + id;
}

/**
 * Accepts what survives a JSON round trip: a string, or a `URL`.
 *
 * @example const id = parseMediaUrl('media:sha256-9f86…'); if (id.ok) await memory.get(id.value);
 */
export function parseMediaUrl(value: unknown): Outcome<BlobId> {
  const text = value instanceof URL ? value.href : value;
  if (typeof text === 'string' && text.startsWith(mediaScheme))
    return parseBlobId(text.slice(mediaScheme.length));
  return invalidId(
    'media URL',
    `It is "${mediaScheme}" and the 64 hexadecimal digits of the blob.`,
  );
}
