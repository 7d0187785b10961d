// Programs of this machine: whether one is there, and the end of one with all that it started. Nothing is started here.
import type { ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** Fixed folders and not those of PATH, which whoever started us may have set. */
export const programFolders = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin'];

/** The first of these names that is there, in the first folder that has it. */
export function findProgram(
  names: readonly string[],
  folders: readonly string[] = programFolders,
): string | undefined {
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** Where a shell looks: folders that depend on where it stands are left out. */
export function foldersOf(path: string | undefined): readonly string[] {
  return (path ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** At once, with every process of its group: of one that was started `detached`. */
export function killGroup(child: ChildProcess): void {
  if (child.pid !== undefined && process.platform !== 'win32') {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // Nobody is left in the group.
    }
  }
  child.kill('SIGKILL');
}
