// Entity tags as RFC 9110 §13 compares them: strongly for If-Match and If-Range, weakly for If-None-Match.

/** One tag of a list, or nothing when the text is no list of tags. */
const tag = /\s*(W\/)?("[\x21\x23-\x7e\x80-\xff]*")\s*(?:,|$)/gy;

function readTags(text: string): readonly { readonly isWeak: boolean; readonly opaque: string }[] {
  const found = [...text.matchAll(tag)];
  return found.map(([, weak, opaque = '']) => ({ isWeak: weak !== undefined, opaque }));
}

/** §13.1.1: "the origin server MUST use the strong comparison function". */
export function matchesStrongly(field: string, etag: string): boolean {
  if (field.trim() === '*') return true;
  return readTags(field).some(({ isWeak, opaque }) => !isWeak && opaque === etag);
}

/** §13.1.2: "a recipient MUST use the weak comparison function". */
export function matchesWeakly(field: string, etag: string): boolean {
  if (field.trim() === '*') return true;
  return readTags(field).some(({ opaque }) => opaque === etag);
}

/** §13.1.5: one strong tag, exactly. A date never matches, because an asset has none. */
export function isSameRange(field: string, etag: string): boolean {
  return field.trim() === etag;
}
