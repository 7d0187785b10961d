// What a command works on: the memory in the data folder. Closed by whoever opened it.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isStoreError, openMemory, type Memory, type MemoryOptions } from '@percept/store';
import { FaultError, RefusalError, type Invocation } from './command.ts';
import { dataDirectory } from './data-directory.ts';

/** Creates the store where there is none. */
export async function openWorkspace({ flags, environment }: Invocation): Promise<Memory> {
  return open({ directory: dataDirectory(flags, environment) });
}

/** For commands that look at what is there: creates nothing, and reads where this user may not write. */
export async function openExisting({ flags, environment }: Invocation): Promise<Memory> {
  const directory = dataDirectory(flags, environment);
  if (isMissing(join(directory, 'percept.db'))) throw noStore(directory);
  try {
    return await openMemory({ directory });
  } catch (error) {
    if (isStoreError(error) && error.code === 'directory-unusable')
      return open({ directory, access: 'read' });
    throw asFault(error);
  }
}

/** Whatever keeps this user from looking is for the store to explain. */
export function isMissing(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}

export function noStore(directory: string): RefusalError {
  return new RefusalError({
    refused: 'absent',
    message: `There is no store in ${directory}.`,
    hint: 'Name another directory with --data, or take something in first: percept ingest FILE',
  });
}

async function open(options: MemoryOptions): Promise<Memory> {
  try {
    return await openMemory(options);
  } catch (error) {
    throw asFault(error);
  }
}

function asFault(error: unknown): unknown {
  return isStoreError(error) ? new FaultError(error.message, { cause: error }) : error;
}
