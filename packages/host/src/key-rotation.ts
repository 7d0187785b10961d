// Asset URLs get a new key every thirty days, from one of the servers that share a memory. A lease that lasts as long says
// whose turn it was, so restarts and other servers do not rotate again.
import { randomUUID } from 'node:crypto';
import type { Memory } from '@percept/store';
import type { Assets } from './assets/index.ts';

export interface KeyRotationParts {
  readonly leases: Memory['leases'];
  readonly assets: Pick<Assets, 'rotateKeys'>;
  readonly report: (error: unknown) => void;
}

const rotateEveryMs = 30 * 24 * 60 * 60 * 1000;
const lookEveryMs = 60 * 60 * 1000;

/** Rotates when it is time; says whether it did. */
export async function rotateWhenDue({
  leases,
  assets,
}: Omit<KeyRotationParts, 'report'>): Promise<boolean> {
  const holder = randomUUID();
  const taken = await leases.take('rotation of asset keys', holder, rotateEveryMs);
  if (!taken.ok || taken.value !== holder) return false;
  return (await assets.rotateKeys()).ok;
}

/** Looks every hour, until it is stopped. */
export function startKeyRotation(parts: KeyRotationParts): () => void {
  const timer = setInterval(() => void rotateWhenDue(parts).catch(parts.report), lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
