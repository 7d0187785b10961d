// The port to grants: permission for whoever holds a URL to read one blob. A grant belongs to a tenant and is held by the
// logs that its URL stands in; it never outlives the last of them, and its blob never dies before them.
import type { BlobId, GrantId, Outcome, SessionId, TenantId } from '@percept/core';

export type Disposition = 'inline' | 'attachment';

export interface Grant {
  /** 32 hexadecimal digits: 128 random bits. */
  readonly id: GrantId;
  readonly tenant: TenantId;
  readonly blob: BlobId;
  readonly bytes: number;
  /** As we sniffed it. */
  readonly mime: string;
  readonly name?: string;
  readonly disposition: Disposition;
  /** The id of the key that the URL is signed with. */
  readonly signingKey: string;
  readonly createdAt: number;
  /** Milliseconds since 1970; without it the grant ends with the last log that holds it. */
  readonly expiresAt?: number;
  readonly revokedAt?: number;
}

export interface GrantRequest extends Omit<Grant, 'id' | 'bytes' | 'createdAt' | 'revokedAt'> {
  /** The log that the URL will stand in. It is the tenant's, and refers to the blob already. */
  readonly run: SessionId;
}

/** Which grants: one, all that a log holds, or all of a tenant. */
export type GrantScope =
  | { readonly grant: GrantId }
  | { readonly run: SessionId }
  | { readonly tenant: TenantId };

export interface Grants {
  /**
   * Accepted means durable. `absent` when the log or its reference to the blob is not there, `forbidden` when the log is
   * another tenant's.
   */
  mint(request: GrantRequest): Promise<Outcome<Grant>>;
  /** `absent` when there is none; an expired or revoked one is still there. */
  find(id: GrantId): Promise<Outcome<Grant>>;
  /** Every grant that a log holds, the oldest first. */
  heldBy(run: SessionId): Promise<Outcome<readonly Grant[]>>;
  /** Ends grants at once and for good. Returns how many were alive. */
  revoke(scope: GrantScope): Promise<Outcome<number>>;
  /** Moves the expiry, also of an expired grant; without one, the logs decide. A revoked grant stays revoked. */
  extend(id: GrantId, expiresAt?: number): Promise<Outcome<Grant>>;
  /** Makes `to` a holder of what `from` holds, as far as it refers to the same blobs. Both are of one tenant. */
  share(from: SessionId, to: SessionId): Promise<Outcome<number>>;
  /** The keys that a grant which has not ended is signed with. */
  signingKeys(): Promise<Outcome<readonly string[]>>;
}
