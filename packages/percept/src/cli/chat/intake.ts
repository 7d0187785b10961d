// How things get into a conversation: the clipboard, a drop, a path. Everything goes through the door, and gets a name
// that is its own in the session, because a model looks again by name.
import { basename } from 'node:path';
import { stat } from 'node:fs/promises';
import { accept, doorLimits, refuse, type Outcome, type StoredBlock } from '@percept/core';
import { parseDrop, type Admitted, type Door, type DoorInput, type Place } from '@percept/ingest';
import type { Arrival } from '@percept/terminal/chat';
import { placeOf } from './complete-path.ts';

export interface IntakeParts {
  readonly door: Door;
  readonly place: Place & { readonly home: string };
  /** Whether the session has something of this name already. */
  readonly isTaken: (name: string) => boolean;
}

const userChosen = { followLinks: 'user-chosen' } as const;

export class Intake {
  readonly #parts: IntakeParts;
  readonly #given = new Set<string>();

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /** Undefined when a drop is plain text. */
  async take(
    arrival: Arrival,
    signal: AbortSignal,
  ): Promise<readonly Outcome<StoredBlock>[] | undefined> {
    switch (arrival.kind) {
      case 'clipboard':
        return this.#clipboard(signal);
      case 'drop':
        return this.#drop(arrival.text, signal);
      case 'path':
        return [await this.#path(arrival.path, signal)];
    }
  }

  async #clipboard(signal: AbortSignal): Promise<readonly Outcome<StoredBlock>[]> {
    const copied = await this.#parts.door.ingestClipboard(this.#parts.place, { signal });
    if (!copied.ok) return [copied];
    return copied.value.map((outcome) => this.#named(outcome, 'pasted'));
  }

  /** All of it names files, or none of it is taken. URLs are somebody's text. */
  async #drop(
    text: string,
    signal: AbortSignal,
  ): Promise<readonly Outcome<StoredBlock>[] | undefined> {
    const { platform } = this.#parts.place;
    const { maxSourceBytes: maxBytes } = doorLimits;
    const items = await parseDrop(text, { exists: isFile, platform, maxBytes });
    if (!items || items.some(({ kind }) => kind === 'url')) return undefined;
    const taken: Outcome<StoredBlock>[] = [];
    for (const item of items) {
      if (item.kind === 'path') taken.push(await this.#path(item.path, signal));
      else if (item.kind === 'bytes')
        taken.push(
          item.source.ok
            ? await this.#ingest({ kind: 'bytes', ...item.source.value }, 'dropped', signal)
            : item.source,
        );
    }
    return taken;
  }

  async #path(path: string, signal: AbortSignal): Promise<Outcome<StoredBlock>> {
    const { cwd, home } = this.#parts.place;
    const input = {
      kind: 'path',
      path: placeOf(path, cwd, home),
      cwd,
      access: userChosen,
    } as const;
    return this.#ingest(input, basename(path), signal);
  }

  async #ingest(
    input: DoorInput,
    name: string,
    signal: AbortSignal,
  ): Promise<Outcome<StoredBlock>> {
    const { door } = this.#parts;
    let taken = await door.ingest(input, { signal });
    // A drawing or a document has no pixels yet: kept as it is, and seen with view.
    if (!taken.ok && taken.refusal.refused === 'needs-render')
      taken = await door.ingest(input, { signal, expect: 'file' });
    if (taken.ok && taken.value.block.mime === 'text/plain') return refuse(plainText(name));
    return this.#named(taken, name);
  }

  #named(outcome: Outcome<Admitted>, fallback: string): Outcome<StoredBlock> {
    if (!outcome.ok) return outcome;
    const { block } = outcome.value;
    const given = block.origin.kind === 'attachment' ? block.origin.name : undefined;
    const name = this.#nameFor(given ?? fallback, block);
    return accept({ ...block, origin: { kind: 'attachment', name } });
  }

  /** Plain letters, and a number where the name is taken. */
  #nameFor(wanted: string, { mime }: StoredBlock): string {
    const plain = wanted.replaceAll(/[^\p{L}\p{N}._-]/gu, '_').slice(-80);
    const named = plain.includes('.') ? plain : `${plain}.${mime.split('/')[1] ?? 'bin'}`;
    const isTaken = (name: string) => this.#given.has(name) || this.#parts.isTaken(name);
    let name = named;
    for (let next = 2; isTaken(name); next++) name = `${next}-${named}`;
    this.#given.add(name);
    return name;
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

function plainText(name: string) {
  return {
    refused: 'unperceivable',
    message: `${name} is a text, and a text is not attached.`,
    hint: 'Name its path in the message: the model reads it with its tools.',
  } as const;
}
