// Readers for untrusted values: each returns the typed value or undefined, and none of them casts.

/** Of something from outside. */
export type Fields = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands at the end of a path into something from outside; undefined where it does not lead that far. */
export function inside(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
}

/** The items of a list; none of what is no list. */
export function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The text, a mark at its beginning included; undefined for bytes that are none in this encoding. */
export function exactText(bytes: Uint8Array, encoding = 'utf-8'): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** What the text says as JSON; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** A whole number of zero or more that a double holds exactly. */
export function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** A whole number of one or more. */
export function readPositive(value: unknown): number | undefined {
  const count = readCount(value);
  return count === 0 ? undefined : count;
}

/** One of a closed list of words. */
export function readWord<W extends string>(words: readonly W[], value: unknown): W | undefined {
  return words.find((word) => word === value);
}
