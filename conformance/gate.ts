// The gate: what is claimed as built is cited, what is cited is claimed, and every cited id exists.
// Pure, so that the reporter (after a run) and the printed table (static scan) judge alike.

import type { Requirement } from './requirement.ts';

/** How many tests cite each id. */
export type Citations = ReadonlyMap<string, number>;

export interface Verdict {
  readonly unknown: readonly string[];
  readonly uncited: readonly string[];
  readonly unclaimed: readonly string[];
}

export function judge(requirements: readonly Requirement[], citations: Citations): Verdict {
  const known = new Set(requirements.map(({ id }) => id));
  const cited = (id: string): boolean => (citations.get(id) ?? 0) > 0;
  return {
    unknown: [...citations.keys()].filter((id) => !known.has(id)).toSorted(),
    uncited: requirements
      .filter(({ id, status }) => status === 'built' && !cited(id))
      .map(({ id }) => id),
    unclaimed: requirements
      .filter(({ id, status }) => status === 'open' && cited(id))
      .map(({ id }) => id),
  };
}

/** One line per complaint; empty when the gate is open. `proof` names what would have counted as a citation. */
export function complaints(verdict: Verdict, proof: string): readonly string[] {
  return [
    ...verdict.unknown.map((id) => `${id}: no such requirement`),
    ...verdict.uncited.map((id) => `${id}: claimed as built, but no ${proof} carries it`),
    ...verdict.unclaimed.map(
      (id) => `${id}: a ${proof} carries it; flip it to built (conformance/built.ts)`,
    ),
  ];
}
