// Writing a result where the user said: never over something that is there.
import { open } from 'node:fs/promises';
import { accept, refuse, type Outcome, type Refusal } from '@percept/core';

/** Says where. */
export async function writeNewFile(path: string, bytes: Uint8Array): Promise<Outcome<string>> {
  try {
    await using file = await open(path, 'wx', 0o600);
    await file.writeFile(bytes);
    return accept(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const refusal = refusals.get(code);
    if (refusal) return refuse(refusal);
    throw error;
  }
}

export const existsAlready: Refusal = {
  refused: 'forbidden',
  message: 'That file exists already.',
  hint: 'Choose another name for --out.',
};

export const notOnTerminal: Refusal = {
  refused: 'forbidden',
  message: 'Stored bytes are not written to a terminal: they may steer it.',
  hint: 'Write them to a file with --out FILE, or into a pipe.',
};

const elsewhere: Refusal = {
  refused: 'unavailable',
  message: 'The file cannot be written there.',
  hint: 'Choose another place for --out.',
};

const full: Refusal = {
  refused: 'store-full',
  message: 'There is no room left for the file.',
  hint: 'Free some space and try again.',
};

const refusals: ReadonlyMap<string, Refusal> = new Map<string, Refusal>([
  ['EEXIST', existsAlready],
  ['ENOENT', elsewhere],
  ['EACCES', elsewhere],
  ['EISDIR', elsewhere],
  ['ENOTDIR', elsewhere],
  ['EROFS', elsewhere],
  ['ENOSPC', full],
  ['EDQUOT', full],
]);
