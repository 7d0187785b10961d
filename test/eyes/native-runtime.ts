// A real native ONNX runtime for tests: kept in the repository's cache folder, brought from the npm registry that npm is set
// to, without its install script. Where there is neither, what needs it is skipped and says so.
import { execFile } from 'node:child_process';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const nativeFolder: string = fileURLToPath(new URL('../../.cache/native', import.meta.url));
const wanted = 'onnxruntime-node@1.30.0';

export async function hasNativeRuntime(): Promise<boolean> {
  const entry = join(nativeFolder, 'node_modules', 'onnxruntime-node', 'package.json');
  const isThere = async (): Promise<boolean> =>
    (await stat(entry).catch(() => undefined)) !== undefined;
  if (await isThere()) return true;
  await mkdir(nativeFolder, { recursive: true });
  await writeFile(join(nativeFolder, 'package.json'), '{ "private": true }\n');
  try {
    await promisify(execFile)(
      'npm',
      ['install', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund', wanted],
      { cwd: nativeFolder, timeout: 180_000 },
    );
  } catch (error) {
    if (process.env['CI'] === 'true') throw error;
  }
  return isThere();
}
