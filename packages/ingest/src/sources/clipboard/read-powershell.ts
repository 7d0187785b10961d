// Windows, and Linux inside Windows: one script prints what the clipboard holds as lines of base64, read here strictly.
import { accept, type Outcome } from '@percept/core';
import { decodeBase64 } from '../base64.ts';
import { quoted, tooLarge } from '../source.ts';
import type { PowerShellBackend } from './backends.ts';
import { runCommand } from './command.ts';
import {
  asImage,
  ask,
  readFiles,
  type ClipboardContent,
  type ClipboardOptions,
} from './content.ts';
import { notAFile, nothingCopied, stopped, unreadable } from './refusals.ts';
import { maxClipboardPathBytes } from '../../limits.ts';

export async function readPowerShell(
  backend: PowerShellBackend,
  options: ClipboardOptions,
): Promise<Outcome<ClipboardContent>> {
  const { maxBytes } = options;
  const maxPrintedBytes = Math.ceil(maxBytes / 3) * 4 + maxClipboardPathBytes;
  const ran = await runCommand(backend.read, { ...options, maxBytes: maxPrintedBytes });
  if (ran.kind === 'too-large')
    return tooLarge('The clipboard', Math.floor((ran.actual * 3) / 4), maxBytes);
  if (ran.kind !== 'ran') return stopped(backend, ran, { ...backend.read, maxBytes });
  if (ran.exitCode !== 0)
    return unreadable(backend, `it ended with code ${ran.exitCode} ${quoted(ran.stderr.trim())}`);
  const lines = Buffer.from(ran.stdout)
    .toString('latin1')
    .split(/\r?\n/)
    .filter((line) => line !== '');
  const [first] = lines;
  if (first === undefined) return nothingCopied();
  if (first.startsWith('image ')) {
    const decoded = decodeBase64(first.slice('image '.length), maxBytes);
    if (!decoded.ok) return decoded;
    return asImage(decoded.value, 'image/png');
  }
  const paths: string[] = [];
  for (const line of lines) {
    const path = await pathOf(line, backend, options);
    if (!path.ok) return path;
    paths.push(path.value);
  }
  return readFiles(paths, options);
}

async function pathOf(
  line: string,
  backend: PowerShellBackend,
  options: ClipboardOptions,
): Promise<Outcome<string>> {
  if (!line.startsWith('file ')) return unreadable(backend, `it printed ${quoted(line)}`);
  const decoded = decodeBase64(line.slice('file '.length), maxClipboardPathBytes);
  if (!decoded.ok) return decoded;
  const path = Buffer.from(decoded.value).toString();
  if (!backend.translate) return accept(path);
  // Only a drive path becomes an argument: it cannot be taken for an option.
  if (!/^[A-Za-z]:\\/.test(path) || path.includes('\0')) return notAFile(path);
  const args = backend.translate.args.map((word) => (word === '{path}' ? path : word));
  const command = { ...backend.translate, args };
  const ran = await ask(backend, command, maxClipboardPathBytes, options);
  if (!ran.ok) return ran;
  return ran.value.exitCode === 0
    ? accept(Buffer.from(ran.value.stdout).toString().replace(/\n$/, ''))
    : notAFile(path);
}
