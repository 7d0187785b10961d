// How a clipboard says no. An empty clipboard is not a missing one: the first lets the next backend be asked.
import { refuse, type Refused } from '@percept/core';
import { cancelled, quoted, tooLarge } from '../source.ts';
import type { Backend } from './backends.ts';
import type { Ran } from './command.ts';

export function nothingCopied(): Refused {
  return refuse({
    refused: 'empty',
    message: 'The clipboard holds no image and no file.',
    hint: 'Copy an image or a file, then paste again.',
  });
}

export function noClipboard(remote: boolean): Refused {
  return remote
    ? refuse({
        refused: 'unavailable',
        message: 'This is a remote shell, and the clipboard is on the other machine.',
        hint: 'Copy the file here (scp), pass its URL, or forward a display (ssh -X).',
      })
    : refuse({
        refused: 'unavailable',
        message:
          'There is no display (neither WAYLAND_DISPLAY nor DISPLAY is set), so there is no clipboard.',
        hint: 'Start inside a desktop session, or pass a file instead.',
      });
}

export function notAnImage(bytes: number, type: string): Refused {
  return refuse({
    refused: 'corrupt',
    message: `The clipboard handed over ${bytes} bytes under ${type} that are not an image.`,
    hint: 'Copy the image again, or save it to a file and pass the file.',
  });
}

export function notAFile(uri: string): Refused {
  return refuse({
    refused: 'invalid-input',
    message: `The clipboard holds ${quoted(uri)}, which is not a local file.`,
    hint: 'Pass the address as a URL, or copy the image itself.',
  });
}

export function tooManyFiles(actual: number, max: number): Refused {
  return refuse({
    refused: 'too-many',
    message: `The clipboard holds ${actual} files, and at most ${max} are read at once.`,
    hint: 'Copy fewer files.',
    limit: { name: 'maxImagesPerMessage', max, actual },
  });
}

export function unreadable(backend: Backend, why: string): Refused {
  return refuse({
    refused: 'unavailable',
    message: `${backend.name} could not read the clipboard: ${why}.`,
    hint: 'Check that the desktop session is running, or pass a file instead.',
  });
}

/** A call that did not come to its end. */
export function stopped(
  backend: Backend,
  ran: Exclude<Ran, { readonly kind: 'ran' }>,
  limits: { readonly timeoutMs: number; readonly maxBytes: number },
): Refused {
  switch (ran.kind) {
    case 'missing':
      return refuse({
        refused: 'unavailable',
        message: `The clipboard cannot be read without ${backend.name}.`,
        hint: backend.install,
      });
    case 'failed':
      return unreadable(backend, `it did not start (${ran.code})`);
    case 'too-large':
      return tooLarge('The clipboard', ran.actual, limits.maxBytes);
    case 'timed-out':
      return refuse({
        refused: 'timed-out',
        message: `${backend.name} did not answer within ${limits.timeoutMs} ms.`,
        hint: 'The program that owns the clipboard may hang: copy again, or pass a file instead.',
      });
    case 'cancelled':
      return cancelled('the clipboard');
  }
}
