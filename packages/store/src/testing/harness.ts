// The suites need one thing from a test runner: a way to name a test. Vitest's `test` fits, and so does `node:test`'s.
import { call, checkOptions } from '@percept/core/internal/options';
import { deepStrictEqual } from 'node:assert/strict';
import type { BlobId, Outcome, RefusalKind } from '@percept/core';

export type Test = (title: string, body: () => Promise<void>) => unknown;

export function accepted<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  const { refused, message } = outcome.refusal;
  throw new Error(`Refused as ${refused}: ${message}`);
}

export function assertRefused(outcome: Outcome<unknown>, kind: RefusalKind): void {
  deepStrictEqual(outcome.ok ? 'accepted' : outcome.refusal.refused, kind);
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export async function idsIn(ids: AsyncIterable<BlobId>): Promise<readonly BlobId[]> {
  const list: BlobId[] = [];
  for await (const id of ids) list.push(id);
  return list.toSorted();
}

/** A suite without tests would pass. */
export function checkSuite(caller: string, test: unknown, make: unknown): void {
  checkOptions(caller, { test, make }, { test: call, make: call });
}
