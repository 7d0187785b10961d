// Where the store is: the flag, then the environment, then the place that the platform keeps data in.
import { isAbsolute, join, resolve } from 'node:path';
import { UsageError, type Environment, type Flags } from './command.ts';

export function dataDirectory(flags: Flags, environment: Environment): string {
  const asked = flags.text('data');
  if (asked === '') throw new UsageError('--data takes a directory, and this is empty.');
  const chosen = asked ?? environment.variables['PERCEPT_DATA'];
  if (chosen) return resolve(environment.workingDirectory, chosen);
  return join(platformData(environment), 'percept');
}

/** The home directory is asked for only where nothing else says the place. */
function platformData(environment: Environment): string {
  const { platform, variables } = environment;
  switch (platform) {
    case 'win32':
      return (
        absolute(variables['LOCALAPPDATA']) ?? join(environment.homeDirectory, 'AppData', 'Local')
      );
    case 'darwin':
      return join(environment.homeDirectory, 'Library', 'Application Support');
    default:
      return (
        absolute(variables['XDG_DATA_HOME']) ?? join(environment.homeDirectory, '.local', 'share')
      );
  }
}

/** "All paths set in these environment variables must be absolute" (XDG Base Directory Specification): others are unset. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
