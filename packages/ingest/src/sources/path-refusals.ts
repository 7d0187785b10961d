// Why a path is not opened, in words that never say more about a place than its asker may know.
import { refuse, type Refused } from '@percept/core';
import { errorCode, quoted } from './source.ts';

export type FileKind = 'file' | 'folder' | 'link' | 'FIFO' | 'socket' | 'device' | 'special file';

export function notAFile(path: string, kind: Exclude<FileKind, 'file'>): Refused {
  if (kind === 'link') return linked(path);
  if (kind === 'folder')
    return refuse({
      refused: 'invalid-input',
      message: `${quoted(path)} is a folder.`,
      hint: 'Name a file inside it.',
    });
  return refuse({
    refused: 'forbidden',
    message: `${quoted(path)} is a ${kind}, and only regular files are read.`,
    hint: 'Save its content to a file first.',
  });
}

export function outside(path: string): Refused {
  return refuse({
    refused: 'forbidden',
    message: `${quoted(path)} is not inside the folders that may be read.`,
    hint: 'Copy the file into one of them, or ask for the folder to be allowed.',
  });
}

export function linked(path: string): Refused {
  return refuse({
    refused: 'forbidden',
    message: `${quoted(path)} is reached through a link, and links are not followed here.`,
    hint: 'Name the file that the link leads to.',
  });
}

export function failed(path: string, error: unknown): Refused {
  const code = errorCode(error);
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return refuse({
        refused: 'absent',
        message: `There is no file ${quoted(path)}.`,
        hint: path.includes('\ufffd')
          ? 'Its name is not UTF-8, and several files or none read like it: rename it, or give its content through standard input.'
          : 'Check the spelling and the folder.',
      });
    case 'EMFILE':
    case 'ENFILE':
      return refuse({
        refused: 'unavailable',
        message: `Too many files are open to read ${quoted(path)} (${code}).`,
        hint: 'Raise the limit of open files (`ulimit -n`), and try again.',
      });
    case 'EACCES':
    case 'EPERM':
      return refuse({
        refused: 'forbidden',
        message: `This user may not read ${quoted(path)} (${code}).`,
        hint: 'Change the permissions of the file, or copy it.',
      });
    case 'ELOOP':
      return linked(path);
    case 'ENXIO':
    case 'ENODEV':
      return notAFile(path, 'special file');
    case 'ENAMETOOLONG':
      return refuse({
        refused: 'invalid-input',
        message: `A part of the path ${quoted(path)} is too long for a file name.`,
        hint: 'Name a file, not its content.',
      });
    default:
      return refuse({
        refused: 'unavailable',
        message: `The system could not open ${quoted(path)} (${code}).`,
        hint: 'Try again, or copy the file to a local disk.',
      });
  }
}
