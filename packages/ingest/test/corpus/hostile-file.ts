// One adversarial input and what must become of it.
import type { RefusalKind } from '@percept/core';

export interface HostileFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** `either`: taking it and refusing it are both fine, as long as nothing breaks. */
  readonly expect: { readonly refused: readonly RefusalKind[] } | 'either';
  /** Who says no at the latest: the pure pre-filter, or the door with its decoder behind it. */
  readonly by: 'prefilter' | 'door';
}

export function tooLarge(name: string, bytes: Uint8Array): HostileFile {
  return { name, bytes, expect: { refused: ['too-large'] }, by: 'prefilter' };
}

export function corrupt(name: string, bytes: Uint8Array): HostileFile {
  return { name, bytes, expect: { refused: ['corrupt'] }, by: 'prefilter' };
}

/** Structurally sound: only decoding it shows the damage. */
export function corruptInside(name: string, bytes: Uint8Array): HostileFile {
  return { name, bytes, expect: { refused: ['corrupt'] }, by: 'door' };
}

export function refused(
  name: string,
  bytes: Uint8Array,
  ...kinds: readonly RefusalKind[]
): HostileFile {
  return { name, bytes, expect: { refused: kinds }, by: 'prefilter' };
}

export function either(name: string, bytes: Uint8Array): HostileFile {
  return { name, bytes, expect: 'either', by: 'door' };
}
