// The judge after a fault: reopens the memory and compares it with what was acknowledged. Each violation is a sentence.
import { blobsOf } from '@percept/core/internal';
import { parseSessionId, type SessionId } from '@percept/core';
import { openMemory, type FsckReport, type Memory } from '@percept/store';

/** What a killed writer may leave behind: files that nobody refers to yet. */
const leftovers: ReadonlySet<string> = new Set([
  'files-have-rows',
  'rows-have-files',
  'temp-files-young',
  'room-to-write',
]);

export async function violations(
  directory: string,
  output: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  await using memory = await openMemory({ directory });
  for (const name of ['kept', 'dropped'])
    found.push(...(await sessionViolations(memory, name, output)));
  found.push(...complaints(await memory.fsck(), 'fsck'));
  found.push(...(await isUsable(memory)));
  await memory.fsck({ repair: true });
  found.push(...complaints(await memory.fsck(), 'fsck after repair'));
  return found;
}

async function sessionViolations(
  memory: Memory,
  name: string,
  output: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  const id = sessionId(name);
  const acks = output
    .map((line) => line.split(' '))
    .filter(([word, of]) => word === 'ack' && of === name);
  const mayBeGone = name === 'dropped' && output.includes('removing');
  const mustBeGone = name === 'dropped' && output.includes('removed');
  const entries = await memory.sessions.entries(id);
  if (!entries.ok) {
    const isExpected = entries.refusal.refused === 'absent' && (acks.length === 0 || mayBeGone);
    return isExpected ? [] : [`${name}: ${entries.refusal.message}`];
  }
  if (mustBeGone) found.push(`${name}: was removed, and is still there`);
  for (const [, , seq, hash] of acks) {
    if (entries.value.find((entry) => String(entry.seq) === seq)?.hash !== hash)
      found.push(`${name}: acked entry ${seq} is lost`);
  }
  for (const [index, { seq, entry }] of entries.value.entries()) {
    if (seq !== index + 1) found.push(`${name}: gap before entry ${seq}`);
    for (const blob of blobsOf(entry)) {
      const bytes = await memory.get(blob);
      if (!bytes.ok)
        found.push(`${name}: entry ${seq} refers to a blob that is ${bytes.refusal.refused}`);
    }
  }
  const verified = await memory.sessions.verify(id);
  if (!verified.ok) found.push(`${name}: ${verified.refusal.message}`);
  return found;
}

function complaints({ findings }: FsckReport, when: string): readonly string[] {
  return findings
    .filter(({ check, severity }) => severity === 'error' || !leftovers.has(check))
    .map(({ check, message }) => `${when}: ${check}: ${message}`);
}

async function isUsable(memory: Memory): Promise<readonly string[]> {
  const blob = await memory.put(new TextEncoder().encode('after the fault'));
  const session = await memory.sessions.open({ id: sessionId('kept') });
  if (!blob.ok || !session.ok) return ['the store refuses work after the fault'];
  const entry = { type: 'custom', name: 'after', data: null, blobs: [blob.value] } as const;
  const receipt = await memory.sessions.append(session.value.id, entry);
  return receipt.ok ? [] : [`append after the fault: ${receipt.refusal.message}`];
}

function sessionId(name: string): SessionId {
  const id = parseSessionId(name);
  if (!id.ok) throw new Error(id.refusal.message);
  return id.value;
}
