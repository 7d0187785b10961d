// A session of another memory, copied with its hashes, its tenant and its kind: out of one, and into the other by the same
// way as any import.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome, SessionId } from '@percept/core';
import { refuseRead } from '../failure.ts';
import type { Memory } from '../memory.ts';
import { importSession, type Imported, type ImportParts } from './import.ts';

export async function adoptSession(
  parts: ImportParts,
  source: Memory,
  id: SessionId,
): Promise<Outcome<Imported>> {
  const session = await source.sessions.find(id);
  if (!session.ok) return session;
  const { tenant, kind, imported } = session.value;
  const folder = await mkdtemp(join(tmpdir(), 'percept-import-'));
  try {
    const exported = await source.exportSession(id, join(folder, 'export'));
    return exported.ok
      ? await importSession(parts, join(folder, 'export'), { tenant, kind, imported })
      : exported;
  } catch (error) {
    return refuseRead(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
