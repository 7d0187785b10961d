// The parts of an agent that reach what one session holds itself, and nothing else. Blobs have no owner and can be named by
// their hash, in a tool's reference and in plain words; an agent of a tenant must not read another tenant's by knowing one.
import type { AgentParts } from '@percept/agent';
import { accept, refuse, type BlobId, type Outcome, type SessionId } from '@percept/core';
import { blobsOf, isBlobId } from '@percept/core/internal';
import type { Door } from '@percept/ingest';
import type { Memory, SessionRecord } from '@percept/store';

export async function sessionParts(
  parts: AgentParts,
  session: SessionId,
): Promise<Outcome<AgentParts>> {
  const known = await parts.memory.sessions.entries(session);
  if (!known.ok) return known;
  const held = new Set<BlobId>(known.value.flatMap(({ entry }) => blobsOf(entry)));
  return accept({
    ...parts,
    memory: memoryOf(parts.memory, held),
    door: doorOf(parts.door, held),
  });
}

/** What the session brings through the door, or has fitted there, is its own. */
function doorOf(door: Door, held: Set<BlobId>): Door {
  return {
    limits: door.limits,
    ingest: async (input, request) => {
      const taken = await door.ingest(input, request);
      if (taken.ok) held.add(taken.value.block.sha256);
      return taken;
    },
    keep: async (input, request) => {
      const kept = await door.keep(input, request);
      if (kept.ok) held.add(kept.value.original.sha256);
      return kept;
    },
    fit: async (picture, request) => {
      if (isBlobId(picture) && !held.has(picture)) return notHere;
      const fitted = await door.fit(picture, request);
      if (fitted.ok) held.add(fitted.value.block.sha256);
      return fitted;
    },
    ingestClipboard: (place, request) => door.ingestClipboard(place, request),
    bitmap: (bytes, request) => door.bitmap(bytes, request),
    isolation: () => door.isolation(),
    close: () => door.close(),
    [Symbol.asyncDispose]: () => door.close(),
  };
}

function memoryOf(memory: Memory, held: Set<BlobId>): Memory {
  const { sessions } = memory;
  const watched: SessionRecord = {
    open: (request) => sessions.open(request),
    append: async (id, entry) => {
      const kept = await sessions.append(id, entry);
      if (kept.ok) for (const blob of blobsOf(entry)) held.add(blob);
      return kept;
    },
    entries: (id, range) => sessions.entries(id, range),
    find: (id) => sessions.find(id),
    list: (filter) => sessions.list(filter),
    count: (filter) => sessions.count(filter),
    settle: (id) => sessions.settle(id),
    remove: (id) => sessions.remove(id),
    verify: (id) => sessions.verify(id),
  };
  const whenHeld = async <T>(id: BlobId, read: () => Promise<Outcome<T>>): Promise<Outcome<T>> =>
    held.has(id) ? read() : notHere;
  return {
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
  };
}

const notHere: Outcome<never> = refuse({
  refused: 'absent',
  message: 'This session holds no such blob.',
  hint: 'Use media that was attached here, or that a tool returned.',
});
