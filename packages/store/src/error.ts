// The one thrown error: the environment is broken (a database from the future, a file that is no database). Whatever a
// caller can adapt to is a refusal instead.

export type StoreErrorCode =
  | 'schema-newer'
  | 'schema-older'
  | 'database-malformed'
  | 'directory-unusable'
  | 'server-unreachable'
  | 'memory-closed';

const brand: unique symbol = Symbol.for('percept.store-error');

/**
 * A memory that cannot be used at all; `code` says why. Everything else that goes wrong is a refusal.
 *
 * @example await openMemory({ directory }).catch((error) => { if (isStoreError(error)) console.error(error.code); });
 */
export class StoreError extends Error {
  readonly code: StoreErrorCode;
  readonly [brand] = true;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StoreError';
    this.code = code;
  }
}

/**
 * Holds across duplicate copies of this package, where `instanceof` does not.
 *
 * @example if (isStoreError(error) && error.code === 'schema-newer') tell('Update Percept.');
 */
export function isStoreError(value: unknown): value is StoreError {
  return value instanceof Error && brand in value;
}
