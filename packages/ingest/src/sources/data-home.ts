// The place that the platform keeps data of programs in.
import { isAbsolute, join } from 'node:path';

export interface Surroundings {
  readonly platform: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Asked for only where nothing else says the place. */
  readonly homeDirectory: string;
}

export function dataHome(around: Surroundings): string {
  const { platform, variables } = around;
  switch (platform) {
    case 'win32':
      return absolute(variables['LOCALAPPDATA']) ?? join(around.homeDirectory, 'AppData', 'Local');
    case 'darwin':
      return join(around.homeDirectory, 'Library', 'Application Support');
    default:
      return absolute(variables['XDG_DATA_HOME']) ?? join(around.homeDirectory, '.local', 'share');
  }
}

/** "All paths set in these environment variables must be absolute" (XDG Base Directory Specification): others are unset. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
