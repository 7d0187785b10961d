// Reads a file that belongs to this user, by its handle: no link is followed, nothing of another user is read, and what
// was judged is what was read.
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

interface OwnFile {
  readonly bytes: Uint8Array;
  /** Permission bits; 0 where the system has none. */
  readonly mode: number;
  /** -1 where the system has no owners. */
  readonly uid: number;
}

export type ReadOwn =
  | { readonly kind: 'read'; readonly file: OwnFile }
  | { readonly kind: 'absent' }
  /** `why` ends a sentence that begins with the file. */
  | { readonly kind: 'unsafe'; readonly why: string };

export interface OwnFileRules {
  readonly maxBytes: number;
  /** What the administrator owns is as good as one's own, where the place is one's own. */
  readonly allowRoot: boolean;
  readonly followLinks: boolean;
}

const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;

export async function readOwnFile(path: string, rules: OwnFileRules): Promise<ReadOwn> {
  let handle: FileHandle;
  try {
    // A pipe must not hold us up, and the last part of the path must not lead elsewhere.
    const flags = O_RDONLY | (O_NONBLOCK ?? 0) | (rules.followLinks ? 0 : (O_NOFOLLOW ?? 0));
    handle = await open(path, flags);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' };
    return unsafe(code === 'ELOOP' ? 'is a link' : 'cannot be read');
  }
  await using file = handle;
  const { uid, mode, size } = await file.stat().then((found) => ({
    uid: ownUid() === undefined ? -1 : found.uid,
    mode: ownUid() === undefined ? 0 : found.mode & 0o777,
    size: found.isFile() ? found.size : undefined,
  }));
  if (size === undefined) return unsafe('is not a file');
  if (!isOwn(uid, rules.allowRoot)) return unsafe('belongs to another user');
  if (size > rules.maxBytes) return unsafe('is too large');
  const buffer = Buffer.alloc(rules.maxBytes + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length);
    length += bytesRead;
    if (bytesRead === 0) break;
    if (length > rules.maxBytes) return unsafe('is too large');
  }
  return { kind: 'read', file: { bytes: buffer.subarray(0, length), mode, uid } };
}

export function ownUid(): number | undefined {
  return process.getuid?.();
}

export function isOwn(uid: number, allowRoot: boolean): boolean {
  const own = ownUid();
  return own === undefined || uid === own || (allowRoot && uid === 0);
}

function unsafe(why: string): ReadOwn {
  return { kind: 'unsafe', why };
}
