// The name of a server among those that share a memory. It belongs to the data folder, which one server at a time holds: the
// process that comes after goes on with what the one before had begun.
import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from '@percept/store/internal/fs';

const fileName = 'server-name';

/** Only for whoever holds the folder: two who make one at once would each keep another. */
export async function openServerName(directory: string): Promise<string> {
  const path = join(directory, fileName);
  const known = await readFile(path, 'utf8').catch(() => '');
  const name = known.trim();
  if (/^[0-9a-f-]{36}$/.test(name)) return name;
  const made = randomUUID();
  await writeFile(`${path}.new`, `${made}\n`, { flush: true, mode: 0o600 });
  await rename(`${path}.new`, path);
  // Runs belong to this name: it must outlast whatever is recorded under it.
  syncDirectory(directory);
  return made;
}
