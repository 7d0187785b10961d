// Media of a record that somebody else wrote: decoded like anything that comes in, and taken only where it is what the record
// says. A file that is no picture and no sound is what its bytes are, and is decoded by whoever shows it.
import { accept, refuse, type Outcome, type StoredBlock } from '@percept/core';
import type { Door } from '@percept/ingest';

/** @example await memory.importSession(folder, { inspect: inspectMedia(door) }) */
export function inspectMedia(
  door: Door,
): (block: StoredBlock, bytes: Uint8Array) => Promise<Outcome<unknown>> {
  return async (block, bytes) => {
    if (block.type === 'file') return accept(block);
    const kept = await door.keep(
      { kind: 'bytes', bytes },
      { expect: block.type === 'image' ? 'image' : 'media' },
    );
    if (!kept.ok) return refuse(untrue(block, kept.refusal.message));
    const { kind, original } = kept.value;
    if (kind !== block.type || original.mime !== block.mime)
      return refuse(untrue(block, `It is ${kind} of the type ${original.mime}.`));
    if (
      block.type === 'image' &&
      (original.width !== block.width || original.height !== block.height)
    )
      return refuse(untrue(block, `It has ${original.width}×${original.height} pixels.`));
    return accept(block);
  };
}

function untrue({ type, mime, sha256 }: StoredBlock, why: string) {
  return {
    refused: 'corrupt',
    message: `The record says that ${sha256} is ${type} of the type ${mime}, and it is not. ${why}`,
    hint: 'Nothing was imported. Ask whoever gave it to you for another export.',
  } as const;
}
