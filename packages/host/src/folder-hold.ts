// One server for one data folder. The hold is a lock of the operating system, taken as the store takes its own (a database
// file, `BEGIN IMMEDIATE`), so it ends with the process however that ends; a file beside it says who has it.
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { definedOf, inside, isRecord, readCount, readText } from '@percept/core/internal';
import { connect } from '@percept/store/internal/sqlite';

export interface FolderHold extends Disposable {
  /** Where this process can be reached, for whoever comes second. */
  say(address: string): void;
}

const lockName = 'serve.lock';
const holderName = 'serve.json';
const sqliteBusy = 5;

/**
 * Another process serves from this folder.
 *
 * @example const host = await openHost(setup).catch((error) => (error instanceof FolderTakenError ? undefined : Promise.reject(error)));
 */
export class FolderTakenError extends Error {
  readonly code = 'PERCEPT_FOLDER_TAKEN';
  readonly pid: number | undefined;
  readonly address: string | undefined;

  constructor({ pid, address }: { readonly pid?: number; readonly address?: string }) {
    const who = pid === undefined ? 'Another process' : `Process ${pid}`;
    super(`${who} serves from this data folder${address === undefined ? '' : `, at ${address}`}.`);
    this.name = 'FolderTakenError';
    this.pid = pid;
    this.address = address;
  }
}

/** Throws a `FolderTakenError` where another process, or another server of this one, has it. */
export function holdFolder(directory: string): FolderHold {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, lockName);
  closeSync(openSync(path, 'a', 0o600));
  const lock = connect(path);
  try {
    lock.exec('BEGIN IMMEDIATE');
  } catch (error) {
    lock.close();
    throw isBusy(error) ? new FolderTakenError(holderIn(directory)) : error;
  }
  const say = (address?: string): void => {
    const draft = join(directory, `${holderName}.new`);
    writeFileSync(draft, JSON.stringify({ pid: process.pid, address }), { mode: 0o600 });
    renameSync(draft, join(directory, holderName));
  };
  say();
  let isHeld = true;
  return {
    say,
    [Symbol.dispose]: () => {
      if (isHeld) lock.close();
      isHeld = false;
    },
  };
}

function isBusy(error: unknown): boolean {
  return (
    isRecord(error) &&
    typeof error['errcode'] === 'number' &&
    (error['errcode'] & 0xff) === sqliteBusy
  );
}

function holderIn(directory: string): { readonly pid?: number; readonly address?: string } {
  try {
    const value: unknown = JSON.parse(readFileSync(join(directory, holderName), 'utf8'));
    const address = readText(inside(value, 'address'));
    return definedOf({ pid: readCount(inside(value, 'pid')), address });
  } catch {
    return {};
  }
}
