// Whatever is not a success is the closed error envelope `{ error, message, details? }`, on every route and for every
// cause, so a client reads one shape only.
import type { JsonObject, Refusal } from '@percept/core';

export interface Problem {
  readonly status: number;
  /** A word in snake_case that programs switch on. */
  readonly error: string;
  readonly message: string;
  readonly details?: JsonObject;
}

export function problem(
  status: number,
  error: string,
  message: string,
  details?: JsonObject,
): Problem {
  return { status, error, message, ...(details && { details }) };
}

export function respondWith(
  { status, error, message, details }: Problem,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(
    { error, message, ...(details && { details }) },
    { status, headers: { 'cache-control': 'no-store', ...headers } },
  );
}

export function invalid(message: string, details?: JsonObject): Problem {
  return problem(400, 'validation_error', message, details);
}

/** One answer for what is not there and for what belongs to somebody else. */
export const notFound: Problem = problem(404, 'not_found', 'There is nothing here.');

/** What the door or the store refused, as a client of the protocol reads it. */
export function problemOf(refusal: Refusal): Problem {
  const { refused, message, hint, limit } = refusal;
  const details = { refused, hint, ...(limit && { limit: { ...limit } }) };
  return problem(statusOf(refused), codeOf(refused), message, details);
}

function statusOf(kind: Refusal['refused']): number {
  switch (kind) {
    case 'absent':
      return 404;
    case 'too-large':
      return 413;
    case 'unsupported-type':
    case 'needs-render':
    case 'renderer-missing':
    case 'unperceivable':
      return 415;
    case 'forbidden':
      return 403;
    case 'unreachable':
      return 422;
    case 'timed-out':
    case 'worker-failed':
    case 'unavailable':
      return 503;
    case 'store-full':
      return 507;
    case 'empty':
    case 'too-many':
    case 'corrupt':
    case 'encrypted':
    case 'cancelled':
    case 'invalid-input':
    case 'stale':
      return 422;
  }
}

function codeOf(kind: Refusal['refused']): string {
  return kind === 'forbidden' ? 'media_forbidden' : `media_${kind.replaceAll('-', '_')}`;
}
