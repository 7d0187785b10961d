// A memory that shows one session what it holds itself, and nothing else. Blobs have no owner and can be named by their
// hash; an agent of a tenant must not read another tenant's by knowing one.
import { blobsOf, refuse, type BlobId, type Outcome, type SessionId } from '@percept/core';
import type { Memory, SessionRecord } from '@percept/store';

export async function sessionMemory(memory: Memory, session: SessionId): Promise<Outcome<Memory>> {
  const known = await memory.sessions.entries(session);
  if (!known.ok) return known;
  const held = new Set<BlobId>(known.value.flatMap(({ entry }) => blobsOf(entry)));
  const { sessions } = memory;
  const watched: SessionRecord = {
    open: (request) => sessions.open(request),
    append: async (id, entry) => {
      const kept = await sessions.append(id, entry);
      if (kept.ok) for (const blob of blobsOf(entry)) held.add(blob);
      return kept;
    },
    entries: (id, range) => sessions.entries(id, range),
    list: (filter) => sessions.list(filter),
    remove: (id) => sessions.remove(id),
    verify: (id) => sessions.verify(id),
  };
  const whenHeld = async <T>(id: BlobId, read: () => Promise<Outcome<T>>): Promise<Outcome<T>> =>
    held.has(id) ? read() : notHere;
  return {
    ok: true,
    value: {
      ...memory,
      sessions: watched,
      put: async (bytes) => {
        const kept = await memory.put(bytes);
        if (kept.ok) held.add(kept.value);
        return kept;
      },
      get: (id) => whenHeld(id, () => memory.get(id)),
      size: (id) => whenHeld(id, () => memory.size(id)),
      open: (id) => whenHeld(id, () => memory.open(id)),
    },
  };
}

const notHere: Outcome<never> = refuse({
  refused: 'absent',
  message: 'This session holds no such blob.',
  hint: 'Use media that was attached here, or that a tool returned.',
});
