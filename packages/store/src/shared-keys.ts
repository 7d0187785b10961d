// The port to secrets that every process of one memory must agree on: whoever signs, any of the others can verify. A key
// is written once and never changed; replacing one is adding another.
import type { Outcome } from '@percept/core';

/** What a key is for. One purpose never sees the keys of another. */
export type KeyPurpose = 'server' | 'assets';

export interface SharedKey {
  /** One to sixteen letters and digits. */
  readonly id: string;
  /** 32 bytes. */
  readonly secret: Uint8Array;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export interface SharedKeys {
  /** The oldest first. */
  list(purpose: KeyPurpose): Promise<Outcome<readonly SharedKey[]>>;
  /** Of several who add the same id at once the first wins; all of them read its key afterwards. */
  add(purpose: KeyPurpose, key: SharedKey): Promise<Outcome<void>>;
  remove(purpose: KeyPurpose, ids: readonly string[]): Promise<Outcome<void>>;
}
