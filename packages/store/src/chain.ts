// The hash chain: an entry's hash covers its session, number, time, text and predecessor, so that no row can be changed,
// dropped, reordered or moved to another session unnoticed. Exports carry the same hashes, whatever the database.
import { hash } from 'node:crypto';
import { accept, refuse, type Outcome, type SessionId } from '@percept/core';
import { parseEntry, parseJson } from '@percept/core/internal';
import type { Receipt, StoredEntry } from './ports.ts';

/** What stands before the first entry. */
export const genesis: string = '0'.repeat(64);

/** One row as it lies in a database or an export: nothing in it is trusted yet. */
export interface Link {
  readonly seq: number;
  readonly at: number;
  readonly prev: string;
  readonly hash: string;
  readonly body: string;
}

const format = 'percept-record-1';

export function seal(session: SessionId, link: Omit<Link, 'hash'>): string {
  const header = JSON.stringify([format, session, link.seq, link.at]);
  return hash('sha256', `${link.prev}\n${header}\n${link.body}`, 'hex');
}

/** Checks links one after the other; `follow` turns a row into the entry that was written, or refuses it as `corrupt`. */
export class ChainReader {
  readonly #session: SessionId;
  #seq: number;
  #hash: string;

  constructor(session: SessionId, after: Receipt = { seq: 0, hash: genesis }) {
    this.#session = session;
    this.#seq = after.seq;
    this.#hash = after.hash;
  }

  follow(link: Link): Outcome<StoredEntry> {
    const expected = this.#seq + 1;
    if (link.seq !== expected)
      return broken(this.#session, expected, `is missing (found ${link.seq})`);
    if (link.prev !== this.#hash)
      return broken(this.#session, expected, 'does not follow its predecessor');
    if (link.hash !== seal(this.#session, link))
      return broken(this.#session, expected, 'was changed after it was written');
    const entry = parseEntry(parseJson(link.body));
    if (!entry.ok) return broken(this.#session, expected, `is not an entry: ${entry.refusal.hint}`);
    this.#seq = link.seq;
    this.#hash = link.hash;
    return accept({ seq: link.seq, at: link.at, hash: link.hash, entry: entry.value });
  }

  /** `corrupt` unless the chain ends where it was acknowledged to end: a lost tail is a chain too. */
  end({ seq, hash }: Receipt): Outcome<Receipt> {
    if (this.#seq === seq && this.#hash === hash) return accept({ seq, hash });
    if (this.#seq < seq) return broken(this.#session, this.#seq + 1, 'is missing');
    return broken(this.#session, this.#seq, 'is not the last one that was acknowledged');
  }
}

export function broken(session: SessionId, seq: number, what: string): Outcome<never> {
  return refuse({
    refused: 'corrupt',
    message: `Entry ${seq} of session ${session} ${what}.`,
    hint: 'Entries before it are sound; import an export of this session to get the rest back.',
  });
}
