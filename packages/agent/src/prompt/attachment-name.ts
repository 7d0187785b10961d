// What an attachment is called in a session: its own name with its letters, as one word that a prompt can hold, and once.
import type { StoredBlock } from '@percept/core';
import { maxAttachmentNameChars } from './limits.ts';

/** @example attachmentName('/tmp/Größe 2\u202e.png') // 'Größe_2.png' */
export function attachmentName(given: string): string {
  const base = given.split(/[\\/]/).at(-1) ?? '';
  const plain = base
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, '')
    .replaceAll(/[^\p{L}\p{N}\p{M}._-]+/gu, '_')
    .replace(/^[._]+/, '');
  const short = [...plain].slice(-maxAttachmentNameChars).join('');
  return short === '' ? 'attachment' : short;
}

/** The same blocks, each under a name that nothing else in the session has. */
export function withOwnNames<Part extends { readonly type: string }>(
  parts: readonly (Part | StoredBlock)[],
  isTaken: (name: string) => boolean,
): readonly (Part | StoredBlock)[] {
  const given = new Set<string>();
  return parts.map((part) => {
    if (!('origin' in part) || part.origin.kind !== 'attachment') return part;
    const base = attachmentName(part.origin.name ?? part.type);
    let name = base;
    for (let next = 2; given.has(name) || isTaken(name); next++) name = `${next}-${base}`;
    given.add(name);
    return { ...part, origin: { ...part.origin, name } };
  });
}
