// Everything that an agent needs to see, opened by one call: a memory, a door, a darkroom, local eyes. Each part is there to
// be used alone, and each can be replaced by one's own.
import { resolve } from 'node:path';
import { parseSessionId, unwrap } from '@percept/core';
import type { Permission } from '@percept/core/internal/permission';
import { DecoderPool } from '@percept/ingest/internal';
import { openDoor, type Door } from '@percept/ingest';
import {
  createDarkroom,
  createStoreCache,
  standardRenderers,
  type Darkroom,
} from '@percept/render';
import { openMemory, type Memory } from '@percept/store';
import type { Describer } from '../bridge/describer.ts';
import { Conversation, type ConversationEvent } from './conversation.ts';

export interface PerceptParts {
  /** Where conversations and media are kept. */
  readonly directory: string;
  /** The only folders that tools may look into; the first is what paths are relative to. Default: the working directory. */
  readonly roots?: readonly string[];
  /** Who looks and listens for models that do not see or hear, in order of preference. */
  readonly describers?: readonly Describer[];
  readonly darkroom?: Darkroom;
  /** Asked before anything is written; without it `edit` is not offered. */
  readonly permit?: (permission: Permission, callId: string) => Promise<boolean>;
  readonly onEvent?: (event: ConversationEvent) => void;
}

export interface Percept extends AsyncDisposable {
  readonly memory: Memory;
  readonly door: Door;
  readonly darkroom: Darkroom;
  /**
   * The conversation of that name, or a new one.
   *
   * @example const chat = await percept.session('support-4711');
   */
  session(id: string): Promise<Conversation>;
}

export async function openParts(parts: PerceptParts): Promise<Percept> {
  const { directory, describers = [], permit, onEvent } = checked(parts);
  const roots = (parts.roots ?? [process.cwd()]).map((root) => resolve(root));
  const [{ jsonSchema }, memory] = await Promise.all([import('ai'), openMemory({ directory })]);
  const decoders = new DecoderPool({});
  const door = openDoor({ store: memory, decoder: decoders });
  const cache = createStoreCache(memory, memory.memos);
  const darkroom = parts.darkroom ?? createDarkroom({ renderers: standardRenderers(), cache });
  const shared = { memory, decoders, darkroom, describers, roots, jsonSchema, permit, onEvent };
  return {
    memory,
    door,
    darkroom,
    session: async (id) => Conversation.open(shared, unwrap(parseSessionId(id))),
    async [Symbol.asyncDispose]() {
      if (!parts.darkroom) await darkroom.close();
      await door.close();
      await memory.close();
    },
  };
}

/** A mistake of the program is told by the name of the option, and never loosens anything. */
function checked(parts: PerceptParts): PerceptParts {
  const expect = (holds: boolean, words: string): void => {
    if (!holds) throw new TypeError(`openPercept: ${words}`);
  };
  expect(typeof parts === 'object' && parts !== null, 'the options are an object.');
  const { directory, roots, describers, permit, onEvent } = parts;
  const isWord = (value: unknown): boolean => typeof value === 'string' && value !== '';
  expect(isWord(directory), 'directory is a path.');
  expect(
    roots === undefined || (Array.isArray(roots) && roots.length > 0 && roots.every(isWord)),
    'roots is a list of at least one folder.',
  );
  expect(describers === undefined || Array.isArray(describers), 'describers is a list.');
  expect(permit === undefined || typeof permit === 'function', 'permit is a function.');
  expect(onEvent === undefined || typeof onEvent === 'function', 'onEvent is a function.');
  return parts;
}
