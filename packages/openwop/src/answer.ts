// The small words that all routes share: JSON that nobody caches, refusals, and numbers from a query.
import type { JsonObject, Refusal } from '@percept/core';
import { refusalProblem, type Problem } from '@percept/host/internal';

export function json(
  status: number,
  body: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
}

/**
 * A refusal as a client of the protocol reads it. Its codes are one flat list for everything, so ours say that they are
 * about media and cannot be taken for the protocol's own.
 */
export function problemOf(refusal: Refusal): Problem {
  return refusalProblem(refusal, 'media_');
}

/** `otherwise` when nothing is given; undefined when it is no whole number. */
export function wholeNumber(text: string | null, otherwise: number): number | undefined {
  if (text === null) return otherwise;
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'error' in value && 'status' in value;
}
