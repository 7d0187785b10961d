// Which status a refusal has over HTTP. One table for every face, so that one cause is never told in two ways; a face adds
// only the word that its own clients switch on.
import type { Refusal, RefusalKind } from '@percept/core';
import { problem, type Problem } from './problem.ts';

/**
 * RFC 9110 decides: 4xx where another request helps, 5xx where the same one may work later. Of these the OpenWOP RFCs fix
 * one, the 404 of an asset that was never minted (RFC 0055); their other codes are no refusals and stand at their routes.
 */
const refusalStatuses = {
  absent: 404,
  // The request has the right form; what it carries cannot be used.
  empty: 422,
  corrupt: 422,
  encrypted: 422,
  unperceivable: 422,
  // The client named the address, and it is the address that fails.
  unreachable: 422,
  'unsupported-type': 415,
  'needs-render': 415,
  'renderer-missing': 415,
  'too-large': 413,
  'too-many': 413,
  forbidden: 403,
  'invalid-input': 400,
  stale: 409,
  cancelled: 409,
  unavailable: 503,
  'timed-out': 503,
  'worker-failed': 503,
  'store-full': 507,
} as const satisfies Record<RefusalKind, number>;

/** The refusal's own words, under the word that the face gives its kind. */
export function refusalProblem(refusal: Refusal, word: (kind: RefusalKind) => string): Problem {
  const { refused, message, hint, limit } = refusal;
  const details = { refused, hint, ...(limit && { limit: { ...limit } }) };
  return problem(refusalStatuses[refused], word(refused), message, details);
}
