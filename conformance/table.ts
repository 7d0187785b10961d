// The report of what works, generated from the requirements and the citations, never written by hand.

import type { Citations } from './gate.ts';
import type { Requirement } from './requirement.ts';

export interface Totals {
  readonly built: number;
  readonly open: number;
  readonly total: number;
}

export function totals(requirements: readonly Requirement[]): Totals {
  const built = requirements.filter(({ status }) => status === 'built').length;
  return { built, open: requirements.length - built, total: requirements.length };
}

export function totalsLine({ built, open, total }: Totals): string {
  return `requirements: ${built} built, ${open} open, ${total} total`;
}

/** One block per source: status, level, issue, citing tests, id and text. */
export function table(requirements: readonly Requirement[], citations: Citations): string {
  const width = Math.max(0, ...requirements.map(({ id }) => id.length));
  const bySource = Map.groupBy(requirements, ({ source }) => source);
  return [...bySource]
    .map(([source, members]) => {
      const built = members.filter(({ status }) => status === 'built').length;
      const rows = members.map((requirement) => row(requirement, citations, width));
      return [`${source}  (${built} of ${members.length} built)`, ...rows].join('\n');
    })
    .join('\n\n');
}

function row(requirement: Requirement, citations: Citations, width: number): string {
  const { id, level, text, status, issue, reason } = requirement;
  const why = reason === undefined ? '' : ` Open: ${reason}`;
  const cited = citations.get(id) ?? 0;
  const tests = cited === 0 ? '' : cited === 1 ? '1 test' : `${cited} tests`;
  return `  ${status.padEnd(5)}  ${level.padEnd(7)}  #${issue}  ${tests.padEnd(8)}  ${id.padEnd(width)}  ${text}${why}`;
}
