// What nobody can spare who looks at pictures in a body: every data URL turned into bytes. Returns how many there were.
export function decodeAll(value: unknown): number {
  if (typeof value === 'string')
    return value.startsWith('data:')
      ? Buffer.from(value.slice(value.indexOf(',') + 1), 'base64').length
      : 0;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, inner: unknown) => sum + decodeAll(inner), 0);
}
