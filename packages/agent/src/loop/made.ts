// What a model makes is as untrusted as anybody's bytes: it goes through the door into the store, and what is refused is told
// in its place, so that the turn goes on and nothing is dropped in silence.
import { madeLimits, printable, type Outcome, type StoredBlock } from '@percept/core';
import type { Door, DoorInput } from '@percept/ingest';

export interface MadeFile {
  readonly bytes: Uint8Array;
  /** As the provider says it; the door looks for itself. */
  readonly mediaType: string;
  readonly name?: string | undefined;
}

export interface MakerParts {
  readonly door: Door;
  readonly model: string;
  readonly signal: AbortSignal;
}

export type Made =
  | { readonly kind: 'kept'; readonly block: StoredBlock }
  | { readonly kind: 'told'; readonly text: string };

/** The media of one answer: so many pieces and no more. */
export class MadeMedia {
  readonly #parts: MakerParts;
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
    const origin = { kind: 'made', model, ...(name !== undefined && { name }) } as const;
    const expect = expectationOf(mediaType);
    let taken = await door.ingest(input, { origin, expect, signal });
    // A drawing or a page has no pixels yet: kept as it is, and seen with view.
    if (!taken.ok && taken.refusal.refused === 'needs-render' && expect !== 'image')
      taken = await door.ingest(input, { origin, expect: 'file', signal });
    return taken.ok ? { ok: true, value: taken.value.block } : taken;
  }
}

function expectationOf(mediaType: string): 'image' | 'media' | 'file' {
  if (mediaType === 'image/svg+xml') return 'media';
  if (mediaType.startsWith('image/')) return 'image';
  return mediaType.startsWith('audio/') ? 'media' : 'file';
}

function nounOf(mediaType: string): string {
  if (mediaType.startsWith('image/')) return 'A picture';
  return mediaType.startsWith('audio/') ? 'A sound' : 'A file';
}

function told(text: string): Made {
  return { kind: 'told', text };
}
