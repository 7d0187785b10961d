// Opens a page where there is a browser to open it. Never waits for it, and never fails because of it.
import { spawn } from 'node:child_process';
import type { Environment } from './command.ts';

/** False where this machine has no screen. */
export function openInBrowser(url: string, { platform, variables }: Environment): boolean {
  const call = opener(platform, variables);
  if (!call) return false;
  const [command, ...args] = call;
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
  return true;
}

function opener(
  platform: NodeJS.Platform,
  variables: Environment['variables'],
): readonly [string, ...string[]] | undefined {
  switch (platform) {
    case 'darwin':
      return ['open'];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler'];
    default: {
      const hasScreen = [variables['DISPLAY'], variables['WAYLAND_DISPLAY']].some(
        (value) => value !== undefined && value !== '',
      );
      return hasScreen ? ['xdg-open'] : undefined;
    }
  }
}
