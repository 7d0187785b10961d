// The home directory of whoever runs the command, found when it is needed: a user of a container may have none.
import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { FaultError } from './command.ts';

/** An empty or relative HOME counts as unset. */
export function homeDirectory(): string {
  for (const find of [homedir, () => userInfo().homedir]) {
    const found = attempt(find);
    if (found !== undefined && isAbsolute(found)) return found;
  }
  throw new FaultError('This user has no home directory: say where the store is with --data DIR.');
}

/** Both throw where the user has no entry in the password database. */
function attempt(find: () => string): string | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}
