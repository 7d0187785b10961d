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

export class StoreError extends Error {
  readonly code: StoreErrorCode;
  readonly [brand] = true;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StoreError';
    this.code = code;
  }
}

/** Holds across duplicate copies of this package, where `instanceof` does not. */
export function isStoreError(value: unknown): value is StoreError {
  return value instanceof Error && brand in value;
}
