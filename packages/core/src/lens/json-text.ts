// A value as JSON, or undefined where it has none: JSON knows no cycles and no BigInt, and writing it takes a stack, so
// that a value of ten thousand levels has none either. Nobody's value fails a request.

export function jsonText(value: unknown): string | undefined {
  try {
    const text: unknown = JSON.stringify(value);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}
