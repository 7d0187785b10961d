// Whose a session is stands in its id, so that no list and no read can ever mix two tenants: a foreign id is turned away
// before anything is looked up, and looks the same as one that does not exist.
import { createHash, randomBytes } from 'node:crypto';
import { parseSessionId, type SessionId, type TenantId } from '@percept/core';

/** `w`: a conversation in the browser. `j`: its journal. `u`: a file that waits to be sent. */
export type OwnedKind = 'w' | 'j' | 'u';

export function newId(kind: OwnedKind, tenant: TenantId): SessionId {
  const id = parseSessionId(`${prefixOf(kind, tenant)}${randomBytes(16).toString('hex')}`);
  if (!id.ok) throw new Error('An id that was just made is not one.');
  return id.value;
}

export function parseOwned(kind: OwnedKind, tenant: TenantId, text: string): SessionId | undefined {
  const isOwned = text.startsWith(prefixOf(kind, tenant)) && /-[0-9a-f]{32}$/.test(text);
  const id = isOwned ? parseSessionId(text) : undefined;
  return id?.ok ? id.value : undefined;
}

function prefixOf(kind: OwnedKind, tenant: TenantId): string {
  const owner = createHash('sha256').update(`percept web ${tenant}`).digest('hex').slice(0, 24);
  return `${kind}-${owner}-`;
}

/** The journal beside a conversation: same owner, same number. */
export function journalOf(session: SessionId): SessionId {
  const id = parseSessionId(session.replace(/^w-/, 'j-'));
  if (!id.ok) throw new Error('The id of a journal is not one.');
  return id.value;
}
