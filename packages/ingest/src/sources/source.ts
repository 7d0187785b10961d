// What every way in has in common: bounded bytes or a refusal. Limits are compared so that a limit that is not a
// number refuses everything instead of allowing everything.
import { overLimit, refuse, type Refused } from '@percept/core';

export interface SourceBytes {
  readonly bytes: Uint8Array;
  /** What the source calls itself. Untrusted text: it is shown, never opened. */
  readonly name?: string;
  /** What the source claims to be. The bytes decide. */
  readonly declaredType?: string;
}

export interface SourceProgress {
  readonly readBytes: number;
  readonly totalBytes?: number;
}

export interface SourceOptions {
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: SourceProgress) => void) | undefined;
}

export function fits(bytes: number, maxBytes: number): boolean {
  return bytes <= maxBytes;
}

/** `actual` is what is known so far: a source that is still flowing may hold more. */
export function tooLarge(what: string, actual: number, maxBytes: number): Refused {
  const { hint, ...facts } = overLimit(
    'maxBytes',
    maxBytes,
    actual,
    'Make it smaller, or raise maxBytes.',
  );
  return refuse({
    ...facts,
    message: `${what} holds at least ${actual} bytes, and at most ${maxBytes} are read.`,
    hint,
  });
}

export function cancelled(what: string): Refused {
  return refuse({
    refused: 'cancelled',
    message: `Reading ${what} was cancelled.`,
    hint: 'Ask again to read it.',
  });
}

export function empty(what: string): Refused {
  return refuse({
    refused: 'empty',
    message: `${what} has 0 bytes.`,
    hint: 'Check that it was saved or sent completely.',
  });
}

const maxShownChars = 120;
// C0, C1, bidirectional and invisible controls: a name must not move a cursor, turn text around or end a prompt's line.
const unprintable =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Untrusted text as it may stand in a message: quoted, one line, bounded. */
export function quoted(text: string): string {
  const shown = text.length > maxShownChars ? `${text.slice(0, maxShownChars)}…` : text;
  const escaped = shown.replace(
    unprintable,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `"${escaped}"`;
}

/** The `code` of a system error, or its name; never its message, which may quote what it was given. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
