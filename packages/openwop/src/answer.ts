// The small words that all routes share: JSON that nobody caches, and numbers from a query.
import type { JsonObject } from '@percept/core';
import type { Problem } from '@percept/host/internal';

export function json(
  status: number,
  body: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
}

/** `otherwise` when nothing is given; undefined when it is no whole number. */
export function wholeNumber(text: string | null, otherwise: number): number | undefined {
  if (text === null) return otherwise;
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'error' in value && 'status' in value;
}
