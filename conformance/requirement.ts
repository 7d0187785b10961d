// A requirement is one sentence that a test can prove, with a stable id and the place it comes from.
// Ids are written once, as keys, so that the compiler knows them all and refuses a duplicate.

/** must/should: the source's own word. promise: a concrete statement without one. trap: a measured fact that corrects a source. */
type Level = 'must' | 'should' | 'promise' | 'trap';

type Status = 'built' | 'open';

/** Where a requirement was read: a seed, a facts page, or the design. */
export type Origin = '000' | '001' | '002' | '003' | '004' | 'design' | `facts/${string}`;

export interface Statement<Id extends string = string> {
  readonly id: Id;
  /** Origin and section, for example `002 MIME allowlist`. */
  readonly source: string;
  readonly level: Level;
  readonly text: string;
  /** The issue that builds it. */
  readonly issue: number;
}

export interface Requirement<Id extends string = string> extends Statement<Id> {
  readonly status: Status;
  /** Why it is open. */
  readonly reason?: string | undefined;
}

type Entry = { readonly [L in Level]: { readonly [K in L]: string } }[Level] & {
  readonly issue?: number;
};

/**
 * One section of a source: entries keyed by id, each `{ level: text }`.
 *
 * @example
 * section('002', 'MIME allowlist', 2, {
 *   's002-mime-allowlist': { must: 'Only png, jpeg, gif and webp are accepted.' },
 * });
 */
export function section<const Entries extends Readonly<Record<string, Entry>>>(
  origin: Origin,
  title: string,
  issue: number,
  entries: Entries,
): readonly Statement<Extract<keyof Entries, string>>[] {
  const statements: Statement<Extract<keyof Entries, string>>[] = [];
  for (const id in entries) {
    const entry: Entry | undefined = entries[id];
    if (entry === undefined) continue;
    const [level, text] = worded(entry);
    statements.push({ id, source: `${origin} ${title}`, level, text, issue: entry.issue ?? issue });
  }
  return statements;
}

function worded(entry: Entry): readonly [Level, string] {
  if ('must' in entry) return ['must', entry.must];
  if ('should' in entry) return ['should', entry.should];
  if ('promise' in entry) return ['promise', entry.promise];
  return ['trap', entry.trap];
}
