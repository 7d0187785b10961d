// Wayland and X11: ask for the list, take the best image that really is one, else the files that were copied. An owner
// may hand over anything under any name, so the bytes are looked at before a target counts as found.
import { accept, type Outcome } from '@percept/core';
import { beginsAs } from '../../probe/signature.ts';
import { quoted } from '../source.ts';
import type { TargetsBackend } from './backends.ts';
import { runCommand, type Ran } from './command.ts';
import { readFiles } from './files.ts';
import { clipboardTypes, type ClipboardContent, type ClipboardOptions } from './options.ts';
import { notAnImage, nothingCopied, stopped, unreadable } from './refusals.ts';
import { maxClipboardListBytes } from '../../limits.ts';

const noDisplay = /display|connect|compositor|wayland server/i;

export async function readTargets(
  backend: TargetsBackend,
  options: ClipboardOptions,
): Promise<Outcome<ClipboardContent>> {
  const offered = await list(backend, options);
  if (!offered.ok) return offered;
  let wrong: Outcome<never> | undefined;
  for (const type of clipboardTypes.filter((candidate) => offered.value.has(candidate))) {
    const ran = await read(backend, type, options.maxBytes, options);
    if (ran.kind !== 'ran') {
      return stopped(backend, ran, { ...backend.read, maxBytes: options.maxBytes });
    }
    if (ran.exitCode === 0 && beginsAs(ran.stdout)) {
      return accept([{ bytes: ran.stdout, declaredType: type }]);
    }
    wrong ??= notAnImage(ran.stdout.length, type);
  }
  if (offered.value.has('text/uri-list')) {
    const ran = await read(backend, 'text/uri-list', maxClipboardListBytes, options);
    if (ran.kind !== 'ran') {
      return stopped(backend, ran, { ...backend.read, maxBytes: maxClipboardListBytes });
    }
    const uris = Buffer.from(ran.stdout)
      .toString()
      .split(/\r?\n/)
      .filter((line) => line !== '' && !line.startsWith('#'));
    if (ran.exitCode === 0 && uris.length > 0) return readFiles(uris, options);
  }
  return wrong ?? nothingCopied();
}

async function list(
  backend: TargetsBackend,
  options: ClipboardOptions,
): Promise<Outcome<ReadonlySet<string>>> {
  const ran = await runCommand(backend.list, { ...options, maxBytes: maxClipboardListBytes });
  if (ran.kind !== 'ran') {
    return stopped(backend, ran, { ...backend.list, maxBytes: maxClipboardListBytes });
  }
  if (ran.exitCode === 0) {
    return accept(new Set(Buffer.from(ran.stdout).toString().split(/\s+/)));
  }
  // Both programs fail alike on an empty clipboard and on a missing display; only their words differ.
  return noDisplay.test(ran.stderr)
    ? unreadable(backend, quoted(ran.stderr.trim()))
    : nothingCopied();
}

function read(
  backend: TargetsBackend,
  type: string,
  maxBytes: number,
  options: ClipboardOptions,
): Promise<Ran> {
  const args = backend.read.args.map((word) => (word === '{type}' ? type : word));
  return runCommand({ ...backend.read, args }, { ...options, maxBytes });
}
