// What every way in has in common: bounded bytes or a refusal. Limits are compared so that a limit that is not a
// number refuses everything instead of allowing everything.
import { definedOf, overLimit, readMediaType, withoutUnprintable } from '@percept/core/internal';
import { refuse, type Refused } from '@percept/core';
import { maxSourceLabelChars } from '../limits.ts';

export { quoted } from '@percept/core/internal';

export interface SourceBytes {
  readonly bytes: Uint8Array;
  /** What the source calls itself, made presentable. It is shown, never opened. */
  readonly name?: string;
  /** What the source claims to be. The bytes decide. */
  readonly declaredType?: string;
}

export interface SourceProgress {
  readonly readBytes: number;
  readonly totalBytes?: number;
}

/**
 * Asked before a source holds this many bytes in all; resolves when it may. False when the caller gave up meanwhile.
 */
export type Room = (bytes: number) => Promise<boolean>;

export interface SourceOptions {
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: SourceProgress) => void) | undefined;
  readonly room?: Room | undefined;
}

export function fits(bytes: number, maxBytes: number): boolean {
  return bytes <= maxBytes;
}

/** `actual` is what is known so far: a source that is still flowing may hold more. */
export function tooLarge(what: string, actual: number, maxBytes: number): Refused {
  const hint = 'Make it smaller, or allow more bytes.';
  const message = `${what} holds at least ${actual} bytes, and at most ${maxBytes} are read.`;
  return refuse({ ...overLimit('maxBytes', maxBytes, actual, hint), message });
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

/** What is said of bytes comes from whoever gave them, and is made presentable. */
export function sourceOf(
  bytes: Uint8Array,
  said: { readonly name?: string | undefined; readonly declaredType?: string | undefined },
): SourceBytes {
  const name = said.name === undefined ? undefined : labelOf(said.name);
  const declaredType = readMediaType(said.declaredType);
  return { bytes, ...definedOf({ name, declaredType }) };
}

/** The last part of a name that somebody else chose, as it may be stored and shown: no folders, nothing unprintable. */
export function labelOf(name: string): string | undefined {
  const parts = name.slice(-4 * maxSourceLabelChars).split(/[\\/]/);
  const label = withoutUnprintable(parts.at(-1) ?? '').trim();
  return label === '' ? undefined : label.slice(-maxSourceLabelChars);
}

/** The `code` of a system error, or its name; never its message, which may quote what it was given. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
