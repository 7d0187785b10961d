// What a command works on: the memory in the data folder. Closed by whoever opened it.
import { isStoreError, openMemory, type Memory } from '@percept/store';
import { FaultError, type Invocation } from './command.ts';
import { dataDirectory } from './data-directory.ts';

export async function openWorkplace({ flags, environment }: Invocation): Promise<Memory> {
  const directory = dataDirectory(flags, environment);
  try {
    return await openMemory({ directory });
  } catch (error) {
    if (isStoreError(error)) throw new FaultError(error.message, { cause: error });
    throw error;
  }
}
