// A refusal is data that a model, a person or a program reads and adapts to. The kinds are closed, so that every
// consumer can switch over them; the facts (limit, actual) are separate from the words.
import { definedOf } from './defined.ts';
import { accept, refuse, type Outcome } from './outcome.ts';
import { isRecord, readText } from './parse/read.ts';

/**
 * Everything that can go wrong with media: the list is closed.
 *
 * @example refusalKinds.includes(refusal.refused);
 */
export const refusalKinds = [
  /** There is nothing at that reference. */
  'absent',
  /** The source has zero bytes. */
  'empty',
  /** No way exists to turn this source into pixels (or sound). */
  'unperceivable',
  /** A media type that is recognised, and not taken. */
  'unsupported-type',
  /** A vector, text or document source: it needs a renderer, not a decoder. */
  'needs-render',
  /** The host has no renderer (or describer) for this source. */
  'renderer-missing',
  /** Over a limit of bytes, pixels, edge, frames or memory. */
  'too-large',
  /** More media than one message or request may hold. */
  'too-many',
  /** The bytes are not what they claim to be, or end too early. */
  'corrupt',
  /** The source asks for a password. */
  'encrypted',
  /** Work did not end before its deadline. */
  'timed-out',
  /** The caller took the request back. */
  'cancelled',
  /** The isolated worker died on this input. */
  'worker-failed',
  /** A path, URL or tenant boundary says no. */
  'forbidden',
  /** A remote source could not be fetched. */
  'unreachable',
  /** The request itself is malformed (a bad id, region, page …). */
  'invalid-input',
  /** An edit without, or with an outdated, freshness token. */
  'stale',
  /** A part of the host that this needs (a clipboard tool, a model) is not there. */
  'unavailable',
  /** The store has no room, or cannot write. */
  'store-full',
] as const;

export type RefusalKind = (typeof refusalKinds)[number];

export interface Refusal {
  readonly refused: RefusalKind;
  /** One sentence: what happened, with the figures in it. */
  readonly message: string;
  /** One sentence: what to do about it. */
  readonly hint: string;
  /** The limit that was crossed, and what it was measured against, in the unit of the limit's name. */
  readonly limit?: { readonly name: string; readonly max: number; readonly actual: number };
  /** Which of several things that were given it is about: `attach[1]`, `messages[0]`, `parts[2].content[0]`. */
  readonly path?: string;
}

const kinds: ReadonlySet<string> = new Set(refusalKinds);

function isRefusalKind(value: unknown): value is RefusalKind {
  return typeof value === 'string' && kinds.has(value);
}

/** A refusal for a crossed limit, worded the same way everywhere. */
export function overLimit(name: string, max: number, actual: number, hint: string): Refusal {
  return {
    refused: 'too-large',
    message: `${name} is ${actual}, and at most ${max} is allowed.`,
    hint,
    limit: { name, max, actual },
  };
}

/** Reads a refusal that crossed a process or network boundary. */
export function parseRefusal(value: unknown): Outcome<Refusal> {
  if (!isRecord(value) || !isRefusalKind(value['refused'])) return refuse(notARefusal);
  const message = readText(value['message']);
  const hint = readText(value['hint']);
  if (message === undefined || hint === undefined) return refuse(notARefusal);
  const limit = parseLimit(value['limit']);
  const path = readText(value['path']);
  return accept({ refused: value['refused'], message, hint, ...definedOf({ limit, path }) });
}

function parseLimit(value: unknown): Refusal['limit'] {
  if (!isRecord(value)) return undefined;
  const { name, max, actual } = value;
  if (typeof name !== 'string' || typeof max !== 'number' || typeof actual !== 'number')
    return undefined;
  return { name, max, actual };
}

const notARefusal: Refusal = {
  refused: 'invalid-input',
  message: 'This value is not a refusal.',
  hint: 'A refusal has a known kind in `refused`, and texts in `message` and `hint`.',
};
