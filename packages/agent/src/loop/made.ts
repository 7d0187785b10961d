// What a model makes is as untrusted as anybody's bytes: it goes through the door into the store, and what is refused is told
// in its place, so that the turn goes on and nothing is dropped in silence.
import { accept, type Outcome, type StoredBlock } from '@percept/core';
import { madeLimits, printable } from '@percept/core/internal';
import type { Door, DoorInput } from '@percept/ingest';
import { attachmentName } from '../prompt/attachment-name.ts';

export interface MadeFile {
  readonly bytes: Uint8Array;
  /** As the provider says it; the door looks for itself. */
  readonly mediaType: string;
  readonly name?: string | undefined;
}

export interface MakerParts {
  readonly door: Door;
  /** Who made it. */
  readonly model: string;
  /** Whether something in the session has this name already. */
  readonly isTaken: (name: string) => boolean;
  readonly signal: AbortSignal;
}

export type Made =
  | { readonly kind: 'kept'; readonly block: StoredBlock }
  | { readonly kind: 'told'; readonly text: string };

/** The media of one answer: so many pieces and no more. */
export class MadeMedia {
  readonly #parts: MakerParts;
  readonly #names = new Set<string>();
  #count = 0;
  #bytes = 0;

  constructor(parts: MakerParts) {
    this.#parts = parts;
  }

  async take(file: MadeFile): Promise<Made> {
    const { maxMediaPerStep, maxBytesPerStep } = madeLimits;
    this.#count += 1;
    this.#bytes += file.bytes.length;
    const what = `${nounOf(file.mediaType)} (${printable(file.mediaType, 100)})`;
    if (this.#count > maxMediaPerStep)
      return told(`${what} was left out: one answer may hold ${maxMediaPerStep} pieces of media.`);
    if (this.#bytes > maxBytesPerStep)
      return told(
        `${what} was left out: the media of one answer may have ${maxBytesPerStep} bytes.`,
      );
    const taken = await this.#admit(file);
    if (taken.ok) return { kind: 'kept', block: taken.value };
    const { message, hint } = taken.refusal;
    return told(`${what} was not taken: ${message} ${hint}`);
  }

  async #admit({ bytes, mediaType, name }: MadeFile): Promise<Outcome<StoredBlock>> {
    const { door, model, signal } = this.#parts;
    const input: DoorInput = { kind: 'bytes', bytes };
    const origin = { kind: 'made', model } as const;
    const expect = expectationOf(mediaType);
    let taken = await door.ingest(input, { origin, expect, signal });
    // A drawing has no pixels yet: kept as it is, and seen with view.
    if (!taken.ok && taken.refusal.refused === 'needs-render' && expect === 'media')
      taken = await door.ingest(input, { origin, expect: 'file', signal });
    return taken.ok ? accept(this.#named(taken.value.block, name)) : taken;
  }

  /** People and models call it by this name: `view` shows it under it, and the page saves it so. */
  #named(block: StoredBlock, given: string | undefined): StoredBlock {
    const isTaken = (name: string): boolean => this.#names.has(name) || this.#parts.isTaken(name);
    const name = madeName(block, given, isTaken);
    this.#names.add(name);
    const origin = { ...block.origin, name };
    return block.type === 'image' ? { ...block, origin } : { ...block, name, origin };
  }
}

/** `made-1.png`, or the first such name that is free. */
function madeName(
  { mime }: StoredBlock,
  given: string | undefined,
  isTaken: (name: string) => boolean,
): string {
  if (given !== undefined && !isTaken(attachmentName(given))) return attachmentName(given);
  const ending = endings.get(mime) ?? (/\/([a-z0-9]+)$/.exec(mime)?.[1] || 'bin');
  let number = 1;
  while (isTaken(`made-${number}.${ending}`)) number += 1;
  return `made-${number}.${ending}`;
}

const endings: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpg'],
  ['image/svg+xml', 'svg'],
  ['audio/mpeg', 'mp3'],
  ['text/plain', 'txt'],
  ['text/markdown', 'md'],
]);

function expectationOf(mediaType: string): 'image' | 'audio' | 'media' | 'file' {
  if (mediaType === 'image/svg+xml') return 'media';
  if (mediaType.startsWith('image/')) return 'image';
  return mediaType.startsWith('audio/') ? 'audio' : 'file';
}

function nounOf(mediaType: string): string {
  if (mediaType.startsWith('image/')) return 'A picture';
  return mediaType.startsWith('audio/') ? 'A sound' : 'A file';
}

function told(text: string): Made {
  return { kind: 'told', text };
}
