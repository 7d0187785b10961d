// A decoder looks whether the walls that its host asked for really stand around it, before it says hello: a program that is
// named bubblewrap or prlimit may do nothing, and a folder that is shared may be the whole disk.
import { existsSync, readFileSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';

/** `limited`: bounded memory. `sealed`: also no network, no files of the host and a name of its own. */
export type Walls = 'limited' | 'sealed';

export const sealedName = 'decoder';

/** What is missing, or undefined where all of it stands. */
export function missingWall(wanted: Walls): string | undefined {
  const limits = readFileSync('/proc/self/limits', 'latin1');
  if (!/^Max data size +\d/m.test(limits)) return 'its memory is not limited';
  if (!/^Max file size +0 /m.test(limits)) return 'it may write files';
  if (wanted === 'limited') return undefined;
  if (hostname() !== sealedName) return 'it has the name of its host';
  if (existsSync('/etc/passwd')) return 'it sees the files of its host';
  const interfaces = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return interfaces.every(({ internal }) => internal) ? undefined : 'it sees a network';
}
