// Where the store is: the flag, then the environment, then the place that the platform keeps data in.
import { join, resolve } from 'node:path';
import type { Environment, Flags } from './command.ts';

export function dataDirectory(flags: Flags, environment: Environment): string {
  const chosen = flags.text('data') ?? environment.variables['PERCEPT_DATA'];
  if (chosen) return resolve(environment.workingDirectory, chosen);
  return join(platformData(environment), 'percept');
}

function platformData({ platform, homeDirectory, variables }: Environment): string {
  switch (platform) {
    case 'win32':
      return variables['LOCALAPPDATA'] ?? join(homeDirectory, 'AppData', 'Local');
    case 'darwin':
      return join(homeDirectory, 'Library', 'Application Support');
    default:
      return variables['XDG_DATA_HOME'] ?? join(homeDirectory, '.local', 'share');
  }
}
