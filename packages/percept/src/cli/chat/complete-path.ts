// Paths for completion: what stands in a folder and begins as typed. Nothing is opened, and a folder of any size costs a
// bounded list.
import { opendir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { maxCompletionReads, maxOfferedPaths } from '../../limits.ts';

/** `home` stands for a leading `~/`. */
export async function completePath(
  beginning: string,
  { cwd, home }: { readonly cwd: string; readonly home: string },
): Promise<readonly string[]> {
  const cut = beginning.lastIndexOf('/') + 1;
  const [folder, start] = [beginning.slice(0, cut), beginning.slice(cut)];
  const found: string[] = [];
  try {
    let read = 0;
    for await (const entry of await opendir(placeOf(folder, cwd, home))) {
      if (++read > maxCompletionReads) break;
      const isOffered = entry.name.toLowerCase().startsWith(start.toLowerCase());
      if (!isOffered || (entry.name.startsWith('.') && !start.startsWith('.'))) continue;
      if (hasControl(entry.name)) continue;
      found.push(`${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`);
    }
  } catch {
    // A folder that is not there has nothing to offer.
  }
  return found.toSorted(byWorth).slice(0, maxOfferedPaths);
}

export function placeOf(path: string, cwd: string, home: string): string {
  if (path === '~' || path.startsWith('~/')) return join(home, path.slice(1));
  return isAbsolute(path) ? path : join(cwd, path);
}

/** What a person cannot see cannot be chosen. */
function hasControl(name: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u.test(name);
}

/** Pictures first, then everything by name. */
function byWorth(a: string, b: string): number {
  const isPicture = (path: string) => /\.(png|jpe?g|gif|webp|svg|pdf)$/i.test(path);
  return Number(isPicture(b)) - Number(isPicture(a)) || a.localeCompare(b);
}
