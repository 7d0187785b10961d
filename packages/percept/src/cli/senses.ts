// The senses of this machine and the version of this program, found in one place for every command that opens a house.
import { readFileSync } from 'node:fs';
import type { AcpSetup } from '@percept/agent/acp';
import { isRecord, readText } from '@percept/core';

interface Senses {
  readonly found: AcpSetup['senses'];
  readonly close: () => Promise<void>;
}

/** Local eyes are a package of their own: with them installed nothing has to be configured. */
export function findSenses(): Senses {
  const load = async () => (await import('@percept/eyes')).createEyes();
  let opened: ReturnType<typeof load> | undefined;
  const open = () => (opened ??= load());
  const close = async (): Promise<void> => (await opened)?.[Symbol.asyncDispose]();
  try {
    import.meta.resolve('@percept/eyes');
  } catch {
    return { found: undefined, close };
  }
  return { found: { open, hears: async () => (await open()).ready() }, close };
}

export function ownVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const manifest: unknown = JSON.parse(text);
  return (isRecord(manifest) ? readText(manifest['version']) : undefined) ?? 'unknown';
}
