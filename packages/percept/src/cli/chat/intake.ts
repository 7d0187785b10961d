// What a terminal brings into a conversation: the clipboard, a drop, a path. Which of it names files is decided here; how
// it is taken in, by the one intake.
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { accept, refuse, type Outcome, type Refusal, type StoredBlock } from '@percept/core';
import { printable } from '@percept/core/internal';
import { takeIn } from '@percept/agent/internal';
import { type IntakeParts as DoorParts } from '@percept/agent';
import { parseDrop, readClipboard } from '@percept/ingest/internal';
import { type DoorInput, type Place } from '@percept/ingest';
import type { Arrival } from '@percept/terminal/chat';
import { placeOf } from './complete-path.ts';

export interface IntakeParts extends DoorParts {
  /** `stdin`: where `-` is a file. */
  readonly maxFiles?: number | undefined;
  readonly place: Place & { readonly home: string; readonly stdin?: Readable | undefined };
}

type Taken = Outcome<StoredBlock>;
const userChosen = { followLinks: 'user-chosen' } as const;

/** Undefined when a drop is plain text. */
export async function takeArrival(
  parts: IntakeParts,
  arrival: Arrival,
  signal: AbortSignal,
): Promise<readonly Taken[] | undefined> {
  const { place, door, maxFiles } = parts;
  const { maxSourceBytes: maxBytes } = door.limits;
  switch (arrival.kind) {
    case 'clipboard': {
      const { platform, env, terminal } = place;
      const bounds = { maxBytes, maxFiles, signal };
      const copied = await readClipboard({ platform, env, terminal, ...bounds });
      if (!copied.ok) return [copied];
      const pasted: Taken[] = [];
      for (const source of copied.value)
        pasted.push(await take(parts, { kind: 'bytes', ...source }, 'pasted', signal));
      return pasted;
    }
    case 'drop': {
      const { platform } = place;
      const items = await parseDrop(arrival.text, { exists: isFile, platform, maxBytes });
      // All of it names files, or none of it is taken. URLs are somebody's text.
      if (!items || items.some(({ kind }) => kind === 'url')) return undefined;
      const taken: Taken[] = [];
      for (const item of items)
        if (item.kind === 'path')
          taken.push(await take(parts, inputOf(item.path, place), undefined, signal));
        else if (item.kind === 'bytes')
          taken.push(
            item.source.ok
              ? await take(parts, { kind: 'bytes', ...item.source.value }, 'dropped', signal)
              : item.source,
          );
      return taken;
    }
    case 'path': {
      const { stdin } = place;
      const isPiped = arrival.path === '-' && stdin;
      const input: DoorInput = isPiped
        ? { kind: 'stream', stream: stdin, name: 'stdin' }
        : inputOf(arrival.path, place);
      return [await take(parts, input, undefined, signal)];
    }
  }
}

function inputOf(path: string, { cwd, home }: IntakeParts['place']): DoorInput {
  return { kind: 'path', path: placeOf(path, cwd, home), cwd, access: userChosen };
}

async function take(
  parts: IntakeParts,
  input: DoorInput,
  fallback: string | undefined,
  signal: AbortSignal,
): Promise<Taken> {
  const given = 'name' in input ? input.name : undefined;
  const name = given ?? fallback;
  const taken = await takeIn(parts, input, { signal, name });
  return taken.ok ? accept(taken.value.block) : refuse(namedIn(taken.refusal, name, input));
}

/** Several files come at once: words about one of them say which. */
function namedIn(refusal: Refusal, name: string | undefined, input: DoorInput): Refusal {
  const { message } = refusal;
  const called = name ?? (input.kind === 'path' ? basename(String(input.path)) : undefined);
  if (called === undefined || message.includes(called)) return refusal;
  return { ...refusal, message: `${printable(called)} was not taken: ${message}` };
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
