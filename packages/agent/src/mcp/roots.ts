// Which folders a call may read. A client's roots can only narrow what the person who started the server allowed; what is
// compared is where names really lead, never how they are spelt.
import { realpath } from 'node:fs/promises';
import { isAbsolute, parse, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What a client lists now. `unspoken`: it does not know roots. `none`: it does, and has none; then only a folder that the
 * person named counts, never the place where the process happens to run.
 */
export type ClientFolders = readonly string[] | 'none' | 'unspoken';

export interface RootsRequest {
  readonly client: ClientFolders;
  /** What the person allowed with `--root`. */
  readonly allowed: readonly string[];
  readonly cwd: string;
  /**
   * Over stdio the client started this process and can read what we can, so its roots count by themselves. Over HTTP
   * anybody on the machine may be calling: there they only ever narrow.
   */
  readonly trust: 'client-is-parent' | 'client-is-stranger';
}

export interface Place {
  readonly roots: readonly string[];
  /** What relative paths are relative to: the working directory while it can be read, else the first root. */
  readonly cwd: string;
}

export async function effectiveRoots(request: RootsRequest): Promise<Place> {
  const { cwd } = request;
  const [here = cwd] = await realFolders([cwd]);
  const roots = await readable(request, here);
  const [first = here] = roots;
  return { roots, cwd: roots.some((root) => holds(root, here)) ? here : first };
}

async function readable(
  { client, allowed, trust }: RootsRequest,
  here: string,
): Promise<readonly string[]> {
  // Programs with windows start servers at the top of the disk: nobody meant all of it.
  const fallback = parse(here).root === here ? [] : [here];
  const limits = await realFolders(allowed);
  if (client === 'unspoken') return allowed.length > 0 ? limits : fallback;
  if (client === 'none') return limits;
  const wanted = await realFolders(client);
  if (allowed.length > 0) return intersect(limits, wanted);
  return trust === 'client-is-parent' ? wanted : intersect(fallback, wanted);
}

/** Roots of a client are file URIs; whatever else it lists names no folder here. */
export function pathOfRoot(uri: string): string | undefined {
  if (!/^file:\/\/(?:localhost)?\//i.test(uri) || uri.length > 16_384) return undefined;
  try {
    const path = fileURLToPath(uri);
    return path.includes('\0') ? undefined : path;
  } catch {
    return undefined;
  }
}

function intersect(limits: readonly string[], wanted: readonly string[]): readonly string[] {
  const both = limits.flatMap((limit) =>
    wanted.flatMap((root) => (holds(limit, root) ? [root] : holds(root, limit) ? [limit] : [])),
  );
  return [...new Set(both)];
}

/** Whether `inner` is `outer`, or lies somewhere below it. */
function holds(outer: string, inner: string): boolean {
  const way = relative(outer, inner);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** A folder that does not exist contains nothing. */
async function realFolders(folders: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)));
  return found.filter((folder) => folder !== undefined);
}
