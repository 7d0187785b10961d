// What a server's answer means for a caller. Only the status and the server's one-word code are repeated: the body of an
// S3 error can hold the access key and the string that was signed.
import { refuse, type Refused } from '@percept/core';

export type Trouble =
  /** Nobody answered, or the connection broke. */
  | { readonly kind: 'network'; readonly code: string }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'status'; readonly status: number; readonly code: string }
  /** The answer is longer than what was stored can be. */
  | { readonly kind: 'too-long' };

const retriedCodes: ReadonlySet<string> = new Set([
  'RequestTimeout',
  'SlowDown',
  'ConditionalRequestConflict',
  'OperationAborted',
  // The bytes were damaged on their way.
  'XAmzContentSHA256Mismatch',
  'BadDigest',
  'IncompleteBody',
]);

export function isPassing(trouble: Trouble): boolean {
  switch (trouble.kind) {
    case 'network':
    case 'timeout':
      return true;
    case 'status':
      return (
        (trouble.status >= 500 && trouble.status !== 501 && trouble.status !== 507) ||
        trouble.status === 429 ||
        retriedCodes.has(trouble.code)
      );
    case 'too-long':
      return false;
  }
}

export function refuseTrouble(trouble: Trouble): Refused {
  switch (trouble.kind) {
    case 'network':
      return refuse({
        refused: 'unavailable',
        message: `The object store cannot be reached (${trouble.code}); nothing was acknowledged.`,
        hint: 'Check its address and the network, and try again.',
      });
    case 'timeout':
      return refuse({
        refused: 'timed-out',
        message: 'The object store did not answer in time; nothing was acknowledged.',
        hint: 'Try again, or raise requestTimeoutMs.',
      });
    case 'too-long':
      return refuse({
        refused: 'corrupt',
        message: 'The object store sent more bytes than a blob can have.',
        hint: 'Put the same bytes again to restore the copy.',
      });
    case 'status':
      return refuseStatus(trouble.status, trouble.code);
  }
}

function refuseStatus(status: number, code: string): Refused {
  const what = code === '' ? `${status}` : `${status} ${code}`;
  if (status === 507 || code === 'QuotaExceeded')
    return refuse({
      refused: 'store-full',
      message: `The object store has no room left (${what}); nothing was written.`,
      hint: 'Free some space or raise the quota, and try again.',
    });
  if (code === 'RequestTimeTooSkewed')
    return refuse({
      refused: 'forbidden',
      message: `The object store does not accept the time of this machine (${what}).`,
      hint: 'Set the clock.',
    });
  if (status === 401 || status === 403)
    return refuse({
      refused: 'forbidden',
      message: `The object store says no (${what}).`,
      hint: 'Check the credentials and what they may do with the bucket.',
    });
  if (status >= 300 && status < 400)
    return refuse({
      refused: 'unavailable',
      message: `The object store says that the bucket is elsewhere (${what}); no redirect is followed.`,
      hint: 'Check the endpoint and the region.',
    });
  if (code === 'NoSuchBucket')
    return refuse({
      refused: 'unavailable',
      message: `The object store has no such bucket (${what}); nothing was acknowledged.`,
      hint: 'Create the bucket, or name another one.',
    });
  return refuse({
    refused: 'unavailable',
    message: `The object store failed (${what}); nothing was acknowledged.`,
    hint: 'Check that the bucket exists, and try again.',
  });
}
