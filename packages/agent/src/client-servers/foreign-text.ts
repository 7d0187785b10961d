// Text of a server as it stands in a record and a prompt: its characters as they are, because somebody may need them exactly,
// in a fence that nothing inside can close, and without what only a terminal or a template would act on.
import { withoutPayloads } from '../loop/payload.ts';

/** Everything that moves a cursor, turns text around or hides; tabs and line ends stay. */
const acting = /(?![\t\n])[\p{Cc}\p{Cf}]/gu;
const maxRail = 32;

/** @example fencedText('files__read_file', 'One line.') */
export function fencedText(label: string, text: string): string {
  const rails = [...text.matchAll(/~{4,}/g)].map(([run]) => run.length);
  const rail = '~'.repeat(Math.min(maxRail, Math.max(3, ...rails) + 1));
  const safe = text.replaceAll(new RegExp(`~{${maxRail},}`, 'g'), (run) =>
    '~'.repeat(Math.min(run.length, maxRail - 1)),
  );
  return `${rail}untrusted-${label}\n${safe}\n${rail}`;
}

export function cleanText(text: string): string {
  const lines = text.toWellFormed().replaceAll(/\r\n?/g, '\n');
  return withoutPayloads(lines).replaceAll(acting, '');
}
