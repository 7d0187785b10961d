// Everything that an agent needs to see, opened by one call: a memory, a door, a darkroom, local eyes. Each part is there to
// be used alone, and each can be replaced by one's own.
import { resolve } from 'node:path';
import { commonProfile, parseSessionId, unwrap, type ModelProfile } from '@percept/core';
import type { Look } from '@percept/core/lens';
import type { Permission } from '@percept/core/internal/permission';
import { profileRule } from '@percept/core/internal';
import { checkOptions, maybe } from '@percept/core/internal/options';
import { openDoor, type Door } from '@percept/ingest';
import {
  createDarkroom,
  createStoreCache,
  standardRenderers,
  type Darkroom,
} from '@percept/render';
import { openMemory } from '@percept/store';
import { createBridge, type Bridge } from '../bridge/bridge.ts';
import type { Describer } from '../bridge/describer.ts';
import { createSessionBridge } from '../bridge/session-bridge.ts';
import { createToolbox } from '../loop/toolbox.ts';
import { createFreshness } from '../tools/index.ts';
import { OwnMedia } from '../tools/own-media.ts';
import type { OwnTool } from '../tools/define-tool.ts';
import { Conversation, type PerceptEvent, type PerceptMemory } from './conversation.ts';
import { observedTool, ownTools } from './own-tools.ts';
import { pictureMark, picturesIn, plainTools, type PlainTool } from './plain-tools.ts';

export interface PerceptParts {
  /** Where conversations and media are kept. */
  readonly directory: string;
  /** The only folders that tools may look into; the first is what paths are relative to. Default: the working directory. */
  readonly roots?: readonly string[];
  /** Who looks and listens for models that do not see or hear, in order of preference. */
  readonly describers?: readonly Describer[];
  /** Where bytes and records go in place of a memory in `directory`. Whoever opened it closes it, and every other part that is given. */
  readonly memory?: PerceptMemory;
  /** With its limits, its sandbox and its decoders. */
  readonly door?: Door;
  readonly darkroom?: Darkroom;
  /** Offered beside ours, by `defineTool`. */
  readonly tools?: readonly OwnTool[];
  /** Asked before anything is written; without it `edit` is not offered. */
  readonly permit?: (permission: Permission, callId: string) => Promise<boolean>;
  /** Told of everything that happens, parts that are opened here included. */
  readonly onEvent?: (event: PerceptEvent) => void;
}

export interface Percept extends AsyncDisposable {
  readonly memory: PerceptMemory;
  readonly door: Door;
  readonly darkroom: Darkroom;
  /**
   * The conversation of that name, or a new one.
   *
   * @example const chat = await percept.session('support-4711');
   */
  session(id: string): Promise<Conversation>;
  /**
   * `view`, `read`, `listen` and the program's own for any framework: schemas, and functions from input to text. Use them with `percept.fetch`, which
   * shows the pictures that the text names.
   *
   * @example const definitions = percept.tools().map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }));
   */
  tools(options?: PlainToolOptions): readonly PlainTool[];
}

export interface PlainToolOptions {
  /** Who will look: pages are drawn for it, and questions about pictures answered where it does not see. */
  readonly profile?: ModelProfile;
}

/** What was opened, with what only this package and its sisters use. */
export interface OpenedParts {
  readonly percept: Percept;
  readonly bridge: Bridge;
  readonly named: { readonly mark: string; find(text: string): Promise<Look | undefined> };
}

export async function openParts(parts: PerceptParts): Promise<OpenedParts> {
  const { directory, describers = [], tools = [], permit, onEvent } = parts;
  const roots = (parts.roots ?? [process.cwd()]).map((root) => resolve(root));
  const [{ jsonSchema }, opened] = await Promise.all([
    import('ai'),
    parts.memory ? undefined : openMemory({ directory, onEvent }),
  ]);
  const memory = parts.memory ?? opened;
  if (!memory) throw new Error('A memory was neither given nor opened.');
  const door = parts.door ?? openDoor({ store: memory, onEvent });
  const cache = createStoreCache(memory, memory.memos);
  const darkroom =
    parts.darkroom ?? createDarkroom({ renderers: standardRenderers(), cache, onEvent });
  const shared = { memory, door, darkroom, describers, roots, tools, jsonSchema, permit, onEvent };
  const own = OwnMedia.ofFolders(memory, 'library', roots);
  const ownDoor = door.onto(own);
  const bridge = createBridge({
    describers,
    door: ownDoor,
    store: own,
    memos: memory.memos,
    localChosen: { image: true, audio: true },
    ...(onEvent && { onEvent }),
  });
  const percept: Percept = {
    memory,
    door,
    darkroom,
    session: async (id) => Conversation.open(shared, unwrap(parseSessionId(id))),
    tools: (options = {}) => {
      checkOptions('percept.tools', options, { profile: maybe(profileRule) });
      const { profile = commonProfile } = options;
      const [cwd = process.cwd()] = roots;
      const workspace = {
        roots,
        cwd,
        store: own,
        door: ownDoor,
        darkroom,
        profile: () => profile,
        freshness: createFreshness(),
      };
      const reader = () => ({ host: 'this device', profile });
      const observer = { bridge: createSessionBridge(bridge), reader };
      const reading = createToolbox(workspace, observer).filter(({ readsOnly }) => readsOnly);
      const offered = reading.filter(({ isOffered }) => isOffered?.() ?? true);
      const all = [...offered, ...ownTools(tools, { door: ownDoor, cwd })];
      return plainTools(all.map((tool) => observedTool(tool, onEvent)));
    },
    async [Symbol.asyncDispose]() {
      if (!parts.darkroom) await darkroom.close();
      if (!parts.door) await door.close();
      await opened?.close();
    },
  };
  return { percept, bridge, named: { mark: pictureMark, find: (text) => picturesIn(text, own) } };
}
