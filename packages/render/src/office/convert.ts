// An office file to PDF by the LibreOffice of the host. Whatever happens, nothing of it is left.
import { accept, refuse, type Outcome, type Refusal } from '@percept/core';
import { waitFor } from '@percept/core/internal';
import { killGroup } from '@percept/ingest/internal/host-program';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderContext } from '../renderer.ts';
import { walled, type Program } from '../program/programs.ts';

export async function convert(
  program: Program,
  bytes: Uint8Array,
  context: RenderContext,
): Promise<Outcome<Uint8Array>> {
  const folder = await mkdtemp(join(tmpdir(), 'percept-office-'));
  try {
    return await convertIn(program, folder, bytes, context);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function convertIn(
  program: Program,
  folder: string,
  bytes: Uint8Array,
  { limits, signal }: RenderContext,
): Promise<Outcome<Uint8Array>> {
  const profile = join(folder, 'profile');
  await linkSettings(profile);
  await writeFile(join(folder, 'source.bin'), bytes, { flag: 'wx', mode: 0o600 });
  const flags = [
    '--headless',
    '--norestore',
    '--nolockcheck',
    '--nodefault',
    '--nofirststartwizard',
  ];
  const where = `-env:UserInstallation=${pathToFileURL(profile).href}`;
  const work = ['--convert-to', 'pdf', '--outdir', folder, join(folder, 'source.bin')];
  const args = [...flags, where, ...work];
  const ended = await runToEnd(program, args, folder, limits.officeTimeoutMs, signal);
  if (ended === 'absent') return refuse(missing);
  if (ended === 'late') return refuse(late(limits.officeTimeoutMs));
  return readResult(join(folder, 'source.pdf'), limits.maxPdfBytes);
}

/** `absent`: there is no such program. */
type Ended = 'ended' | 'late' | 'absent';

/** Behind its walls: no input, nothing read of what it prints, and its whole group ended at the deadline. */
async function runToEnd(
  program: Program,
  args: readonly string[],
  folder: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Ended> {
  const command = walled(program, args, folder);
  const child = spawn(command.file, command.args, {
    cwd: folder,
    env: command.env,
    stdio: 'ignore',
    // Its own group: LibreOffice starts a second process that must end with it.
    detached: true,
  });
  const { promise, resolve } = Promise.withResolvers<Ended>();
  child.once('error', () => resolve('absent'));
  child.once('exit', () => resolve('ended'));
  const waited = await waitFor(promise, { timeoutMs, signal });
  killGroup(child);
  return waited.kind === 'done' ? waited.value : 'late';
}

async function readResult(path: string, maxBytes: number): Promise<Outcome<Uint8Array>> {
  try {
    const { size } = await stat(path);
    if (size > 0 && size <= maxBytes) return accept(new Uint8Array(await readFile(path)));
  } catch {
    // Nothing was written: the same words as for an empty file.
  }
  return refuse({
    refused: 'corrupt',
    message: 'LibreOffice could not turn this file into pages.',
    hint: 'Open it in an office program and export it as PDF.',
  });
}

const missing: Refusal = {
  refused: 'renderer-missing',
  message: 'LibreOffice is not installed on this host.',
  hint: 'Install it (Debian: `apt-get install libreoffice-nogui`), or export the file as PDF and look at that.',
};

function late(max: number): Refusal {
  return {
    refused: 'timed-out',
    message: `LibreOffice did not finish within ${max} ms, and was ended.`,
    hint: 'Export the file as PDF and look at that.',
    limit: { name: 'officeTimeoutMs', max, actual: max },
  };
}

/** LibreOffice follows no link, runs no macro and asks nobody. */
const settings: readonly (readonly [path: string, name: string, value: string])[] = [
  ['/org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'DisableActiveContent', 'true'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
  ['/org.openoffice.Office.Calc/Content/Update', 'Link', '1'],
  // A proxy that nobody listens at: what slips through a setting reaches no host.
  ['/org.openoffice.Inet/Settings', 'ooInetProxyType', '2'],
  ['/org.openoffice.Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'],
  ['/org.openoffice.Inet/Settings', 'ooInetHTTPProxyPort', '9'],
  ['/org.openoffice.Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'],
  ['/org.openoffice.Inet/Settings', 'ooInetHTTPSProxyPort', '9'],
];

async function linkSettings(profile: string): Promise<void> {
  const items = settings.map(
    ([path, name, value]) =>
      `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  const file =
    '<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry" ' +
    `xmlns:xs="http://www.w3.org/2001/XMLSchema">${items.join('')}</oor:items>`;
  await mkdir(join(profile, 'user'), { recursive: true });
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), file);
}
