// Whatever is not a success is the closed error envelope `{ error, message, details? }`, on every route and for every
// cause, so a client reads one shape only.
import { refusalAnswer, type JsonObject, type Refusal } from '@percept/core';

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

/**
 * A refusal over HTTP, the same at every face, so that one cause is never told in two ways; a face adds only what its own
 * clients know its words by.
 */
export function refusalProblem(refusal: Refusal, prefix = ''): Problem {
  const { refused, message, hint, limit } = refusal;
  const details = { refused, hint, ...(limit && { limit: { ...limit } }) };
  const word = `${prefix}${refused.replaceAll('-', '_')}`;
  return problem(refusalAnswer(refusal).status, word, message, details);
}

/** With `Retry-After` where the problem knows it. */
export function respondWith(
  { status, error, message, details }: Problem,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const after = details?.['retryAfter'];
  const retry = typeof after === 'number' ? { 'retry-after': String(after) } : {};
  return Response.json(
    { error, message, ...(details && { details }) },
    { status, headers: { 'cache-control': 'no-store', ...retry, ...headers } },
  );
}

export function invalid(message: string, details?: JsonObject): Problem {
  return problem(400, 'validation_error', message, details);
}

/** One answer for what is not there and for what belongs to somebody else. */
export const notFound: Problem = problem(404, 'not_found', 'There is nothing here.');

export const notSignedIn: Problem = problem(
  401,
  'unauthorized',
  'This browser is not signed in here.',
  {
    hint: 'Open the link that percept serve printed, or send a bearer token.',
  },
);
