// The portable form of a session: `session.jsonl` (a header line, then one line per entry with its place in the chain)
// beside `blobs/<id>`. Entries are plain JSON for any other tool; the hashes are those of the record, so an export can
// be verified without a database.
import { isRecord, parseJson, readCount, readPositive, readText } from '@percept/core/internal';
import { parseSessionId, type SessionId } from '@percept/core';
import type { Link } from '../chain.ts';

export const logName = 'session.jsonl';
export const blobFolder = 'blobs';
const format = 'percept-session-1';

export interface Header {
  readonly session: SessionId;
  readonly entries: number;
  readonly hash: string;
}

export function writeHeader({ session, entries, hash }: Header): string {
  return JSON.stringify({ format, session, entries, hash });
}

export function readHeader(line: string): Header | undefined {
  const value = parseJson(line);
  if (!isRecord(value) || value['format'] !== format) return undefined;
  const session = parseSessionId(value['session']);
  const entries = readCount(value['entries']);
  const hash = readText(value['hash']);
  if (!session.ok || entries === undefined || hash === undefined) return undefined;
  return { session: session.value, entries, hash };
}

/** The body goes in as the JSON it is. It was made by `JSON.stringify`, so parsing and writing it again gives the same text. */
export function writeLink({ seq, at, prev, hash, body }: Link): string {
  return `{"seq":${seq},"at":${at},"prev":"${prev}","hash":"${hash}","entry":${body}}`;
}

/** The last millisecond that a date can name (ECMA-262, "Time Values"). */
const lastTime = 8.64e15;

export function readLink(line: string): Link | undefined {
  const value = parseJson(line);
  if (!isRecord(value) || !isRecord(value['entry'])) return undefined;
  const seq = readPositive(value['seq']);
  const at = readCount(value['at']);
  const prev = readText(value['prev']);
  const hash = readText(value['hash']);
  if (seq === undefined || at === undefined || prev === undefined || hash === undefined)
    return undefined;
  if (at > lastTime) return undefined;
  return { seq, at, prev, hash, body: JSON.stringify(value['entry']) };
}
