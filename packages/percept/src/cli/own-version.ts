// The version of this program, from its package.json. Without any other module, because the command's first answers need it.
import { readFileSync } from 'node:fs';

export function ownVersion(): string {
  const path = new URL('../../package.json', import.meta.url);
  const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const found =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest
      ? manifest.version
      : undefined;
  return typeof found === 'string' ? found : 'unknown';
}
