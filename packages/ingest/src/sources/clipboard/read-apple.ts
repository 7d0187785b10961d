// macOS: a copied file is a path (its icon would also be a picture), a copied picture is hexadecimal text between
// guillemets. Both are measured before they are decoded.
import type { Outcome } from '@percept/core';
import { fits, tooLarge } from '../source.ts';
import type { AppleBackend } from './backends.ts';
import { runCommand } from './command.ts';
import {
  asImage,
  ask,
  readFiles,
  type ClipboardContent,
  type ClipboardOptions,
} from './content.ts';
import { notAnImage, nothingCopied, stopped } from './refusals.ts';
import { maxClipboardPathBytes, maxClipboardWrappingBytes } from '../../limits.ts';

/** «data PNGf … » around the digits. */
const wrapping = /^\s*«data PNGf([0-9A-Fa-f]*)»\s*$/;

export async function readApple(
  backend: AppleBackend,
  options: ClipboardOptions,
): Promise<Outcome<ClipboardContent>> {
  const path = await ask(backend, backend.path, maxClipboardPathBytes, options);
  if (!path.ok) return path;
  const name = Buffer.from(path.value.stdout).toString().replace(/\n$/, '');
  if (path.value.exitCode === 0 && name.startsWith('/')) return readFiles([name], options);
  const { maxBytes } = options;
  const ran = await runCommand(backend.picture, {
    ...options,
    maxBytes: maxBytes * 2 + maxClipboardWrappingBytes,
  });
  if (ran.kind === 'too-large')
    return tooLarge('The clipboard', Math.floor(ran.actual / 2), maxBytes);
  if (ran.kind !== 'ran') return stopped(backend, ran, { ...backend.picture, maxBytes });
  // Exit code 1 (error -1700): there is no picture to coerce.
  if (ran.exitCode !== 0) return nothingCopied();
  const digits = wrapping.exec(Buffer.from(ran.stdout).toString())?.[1];
  if (digits === undefined || digits.length % 2 !== 0)
    return notAnImage(ran.stdout.length, 'image/png');
  const bytes = new Uint8Array(Buffer.from(digits, 'hex'));
  if (!fits(bytes.length, maxBytes)) return tooLarge('The clipboard', bytes.length, maxBytes);
  return asImage(bytes, 'image/png');
}
