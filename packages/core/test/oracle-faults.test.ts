// Every rule of the oracle is shown to fail, on each wire where it can.

import { describe, expect, test } from 'vitest';
import { profilesById } from '../src/index.ts';
import { judge, rules } from '../src/testing/index.ts';
import { badRequests, bodyOf } from './oracle-bad.ts';

describe('a bad request', () => {
  for (const bad of badRequests)
    for (const wire of bad.wires)
      test(
        `with ${bad.what} is found out as ${bad.rule} on ${wire}`,
        { tags: ['f-wires-oracle'] },
        () => {
          const profile = bad.profile === undefined ? undefined : profilesById.get(bad.profile);
          const body = bodyOf(bad, wire);
          const verdict = judge({ wire, body, expectImages: 1, ...(profile && { profile }) });
          expect(verdict.ok).toBe(false);
          expect(verdict.findings.map(({ rule }) => rule)).toContain(bad.rule);
          expect(verdict.findings.filter(({ message }) => message === '')).toEqual([]);
        },
      );

  test('exists for every rule', () => {
    expect(new Set(badRequests.map(({ rule }) => rule))).toEqual(new Set(rules));
  });
});
