// Which registry to ask for a package: npm itself is asked, so that mirrors, scopes and private registries count exactly
// as they do for `npm install`, wherever they are set.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Reads one npm setting; undefined when it is not set or there is no npm. */
export type ReadSetting = (key: string) => Promise<string | undefined>;

async function npmSetting(key: string): Promise<string | undefined> {
  try {
    const { stdout } = await run(npm, ['config', 'get', key], {
      timeout: 20_000,
      shell: process.platform === 'win32',
    });
    return stdout.trim();
  } catch {
    return undefined;
  }
}

/** Without a slash at its end; undefined when nothing usable is set. */
export async function registryFor(
  packageName: string,
  read: ReadSetting = npmSetting,
): Promise<string | undefined> {
  const scope = packageName.startsWith('@') ? packageName.split('/', 1)[0] : undefined;
  const keys = scope === undefined ? ['registry'] : [`${scope}:registry`, 'registry'];
  for (const key of keys) {
    const value = await read(key);
    if (value !== undefined && isWebAddress(value)) return value.replace(/\/+$/, '');
  }
  return undefined;
}

export function tarballUrl(registry: string, packageName: string, version: string): string {
  const bare = packageName.split('/').at(-1) ?? packageName;
  return `${registry}/${packageName}/-/${bare}-${version}.tgz`;
}

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
