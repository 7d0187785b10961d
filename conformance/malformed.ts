// How a requirement is written: an id of its own with the prefix of its source, a known source, an issue, one short sentence.

import type { Requirement } from './requirement.ts';

/** The last issue that may own a requirement. */
const lastIssue = 30;

/** One line per complaint. */
export function malformed(requirements: readonly Requirement[]): readonly string[] {
  const twice = [...Map.groupBy(requirements, ({ id }) => id)]
    .filter(([, members]) => members.length > 1)
    .map(([id]) => `${id}: stands twice`);
  return [...twice, ...requirements.flatMap((requirement) => complaintsAbout(requirement))];
}

function complaintsAbout({
  id,
  source,
  text,
  issue,
  status,
  reason,
}: Requirement): readonly string[] {
  if (!/^(00[0-4]|design|facts\/[a-z-]+) \S/.test(source)) return [`${id}: no source "${source}"`];
  const complaints: string[] = [];
  if (!idPattern(source).test(id)) complaints.push(`${id}: not an id of ${source}`);
  if (!/^\S.{8,118}[.]$/.test(text))
    complaints.push(`${id}: say it in one sentence of 10 to 120 characters`);
  if (issue < 2 || issue > lastIssue) complaints.push(`${id}: no issue ${issue}`);
  if (status === 'open' && reason === undefined)
    complaints.push(`${id}: neither built (built.ts) nor open with a reason (open.ts)`);
  if (status === 'built' && reason !== undefined)
    complaints.push(`${id}: built, and open with a reason`);
  return complaints;
}

function idPattern(source: string): RegExp {
  const seed = /^(00[0-4]) /.exec(source)?.[1];
  const prefix = seed ? `s${seed}` : source.startsWith('facts/') ? 'f' : '[pd]';
  return new RegExp(`^${prefix}(-[a-z0-9]+)+$`);
}
