// The memory that a server works on: the embedded one in its data folder, or one that it shares with other servers. What
// cannot be used is said before anything listens, with what to do about it and without anything secret.
import { mkdirSync } from 'node:fs';
import { isStoreError, type Memory, type SharedKeys } from '@percept/store';
import { FaultError, type Invocation } from './command.ts';
import { dataDirectory } from './data-directory.ts';
import type { ScaleOptions } from './scale-options.ts';
import { openWorkspace } from './workspace.ts';

export interface ServeMemory extends AsyncDisposable {
  readonly memory: Memory;
  /** Where others share it: what all of them sign with. */
  readonly keys?: SharedKeys;
}

const collectEveryMs = 60 * 60 * 1000;

export async function openServeMemory(
  invocation: Invocation,
  scale: ScaleOptions | undefined,
): Promise<ServeMemory> {
  if (!scale) {
    const memory = await openWorkspace(invocation);
    return { memory, [Symbol.asyncDispose]: () => memory.close() };
  }
  const directory = dataDirectory(invocation.flags, invocation.environment);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const blobs = await openBytes(scale.bytes);
  const { openScaledMemory } = await installed('pg', () => import('@percept/store/postgres'));
  const scaled = await openScaledMemory({ postgres: scale.database, blobs }).catch(
    (error: unknown) => {
      throw isStoreError(error) ? new FaultError(error.message) : error;
    },
  );
  // Nobody else does it where there is no data folder to run `percept gc` on; several servers at once do no harm.
  const collect = (): void => {
    // What cannot be collected now can be in an hour.
    scaled.collect().catch(() => undefined);
  };
  const collector = setInterval(collect, collectEveryMs);
  collector.unref();
  return {
    memory: { ...scaled, directory },
    keys: scaled.keys,
    [Symbol.asyncDispose]: async () => {
      clearInterval(collector);
      await scaled.close();
    },
  };
}

async function openBytes(bytes: ScaleOptions['bytes']) {
  if ('folder' in bytes) {
    const { FileBackend } = await installed('pg', () => import('@percept/store/postgres'));
    return new FileBackend(bytes.folder);
  }
  const { S3Backend } = await installed('aws4fetch', () => import('@percept/store/s3'));
  let backend;
  try {
    backend = new S3Backend(bytes.bucket);
  } catch (error) {
    // What the store says about a wrong bucket or prefix repeats neither.
    if (!(error instanceof TypeError)) throw error;
    throw new FaultError(`The bucket cannot be used. ${error.message}`);
  }
  const checked = await backend.check();
  if (checked.ok) return backend;
  const { message, hint } = checked.refusal;
  throw new FaultError(`The bucket cannot be used. ${message} ${hint}`);
}

/** The drivers are packages that only whoever shares a memory installs. */
async function installed<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const isMissing =
      error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing) throw error;
    throw new FaultError(`A shared memory needs the package ${name}: npm install ${name}`);
  }
}
