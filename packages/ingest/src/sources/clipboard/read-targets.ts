// Wayland and X11: ask for the list, take the best image that really is one, else the files that were copied. An owner
// may hand over anything under any name, so the bytes are looked at before a target counts as found.
import { accept, type Outcome } from '@percept/core';
import { quoted } from '../source.ts';
import type { TargetsBackend } from './backends.ts';
import type { Command } from './command.ts';
import {
  asImage,
  ask,
  clipboardTypes,
  readFiles,
  type ClipboardContent,
  type ClipboardOptions,
} from './content.ts';
import { notAnImage, nothingCopied, unreadable } from './refusals.ts';
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
    const ran = await ask(backend, reading(backend, type), options.maxBytes, options);
    if (!ran.ok) return ran;
    const { exitCode, stdout } = ran.value;
    const image = asImage(stdout, type);
    if (exitCode === 0 && image.ok) return image;
    wrong ??= notAnImage(stdout.length, type);
  }
  if (offered.value.has('text/uri-list')) {
    const command = reading(backend, 'text/uri-list');
    const ran = await ask(backend, command, maxClipboardListBytes, options);
    if (!ran.ok) return ran;
    const uris = Buffer.from(ran.value.stdout)
      .toString()
      .split(/\r?\n/)
      .filter((line) => line !== '' && !line.startsWith('#'));
    if (ran.value.exitCode === 0 && uris.length > 0) return readFiles(uris, options);
  }
  return wrong ?? nothingCopied();
}

async function list(
  backend: TargetsBackend,
  options: ClipboardOptions,
): Promise<Outcome<ReadonlySet<string>>> {
  const ran = await ask(backend, backend.list, maxClipboardListBytes, options);
  if (!ran.ok) return ran;
  const { exitCode, stdout, stderr } = ran.value;
  if (exitCode === 0) return accept(new Set(Buffer.from(stdout).toString().split(/\s+/)));
  // Both programs fail alike on an empty clipboard and on a missing display; only their words differ.
  return noDisplay.test(stderr) ? unreadable(backend, quoted(stderr.trim())) : nothingCopied();
}

function reading({ read }: TargetsBackend, type: string): Command {
  return { ...read, args: read.args.map((word) => (word === '{type}' ? type : word)) };
}
