// A name that is no UTF-8 reaches a program as text in which the odd bytes are replaced. What it stood for is found by looking:
// the one entry of each folder that reads the same.
import { readdir } from 'node:fs/promises';
import { sep } from 'node:path';

/** What a text has in the place of bytes that were none. */
const replaced = '\ufffd';

export function isReplaced(path: string): boolean {
  return path.includes(replaced);
}

/** The bytes of an absolute path; undefined when no entry reads like it, or when several do. */
export async function rawPath(path: string): Promise<Buffer | undefined> {
  let found = Buffer.from(sep);
  for (const part of path.split(sep).filter((name) => name !== '')) {
    const name = isReplaced(part) ? await entryLike(found, part) : Buffer.from(part);
    if (!name) return undefined;
    found = Buffer.concat([found, ...(found.length > 1 ? [Buffer.from(sep)] : []), name]);
  }
  return found;
}

async function entryLike(folder: Buffer, part: string): Promise<Buffer | undefined> {
  const entries = await readdir(folder, { encoding: 'buffer' }).catch(() => []);
  const alike = entries.filter((entry) => entry.toString() === part);
  return alike.length === 1 ? alike[0] : undefined;
}
