// Which lines an edit takes away and adds: everything between the common beginning and the common end, with a little of
// both for orientation. No alignment is searched for, so a long file costs no more than reading it.

export interface ChangedLine {
  readonly change: 'same' | 'removed' | 'added';
  readonly text: string;
}

const context = 3;
const maxLines = 400;

export function changedLines(before: string, after: string): readonly ChangedLine[] {
  const old = before === '' ? [] : before.split('\n');
  const now = after === '' ? [] : after.split('\n');
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const lines = [
    ...marked('same', old.slice(Math.max(0, start - context), start)),
    ...marked('removed', old.slice(start, old.length - end)),
    ...marked('added', now.slice(start, now.length - end)),
    ...marked('same', old.slice(old.length - end, old.length - end + context)),
  ];
  if (lines.length <= maxLines) return lines;
  const rest = lines.length - maxLines;
  return [...lines.slice(0, maxLines), { change: 'same', text: `… and ${rest} more lines` }];
}

function marked(change: ChangedLine['change'], texts: readonly string[]): readonly ChangedLine[] {
  return texts.map((text) => ({ change, text }));
}
