// A workspace on a real folder, with a real store, door and darkroom.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveProfile, type ModelProfile } from '@percept/core';
import {
  createDarkroom,
  createMemoryCache,
  standardRenderers,
  type Darkroom,
} from '@percept/render';
import { localTenant, openMemory, type Memory } from '@percept/store';
import { doorOnto } from '../../../test/door.ts';
import { createFreshness } from '../src/tools/freshness.ts';
import { type Workspace } from '../src/index.ts';

export interface Scene extends AsyncDisposable {
  readonly root: string;
  readonly memory: Memory;
  readonly darkroom: Darkroom;
  readonly workspace: Workspace;
  setProfile(profile: ModelProfile): void;
}

export async function openScene(): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), 'percept-tools-'));
  const root = join(folder, 'root');
  const memory = await openMemory({ directory: join(folder, 'data') });
  const store = memory.forTenant(localTenant);
  const door = doorOnto(store);
  const darkroom = createDarkroom({ renderers: standardRenderers(), cache: createMemoryCache() });
  let profile = resolveProfile({ provider: 'anthropic.messages', model: 'claude-sonnet-4-5' });
  return {
    root,
    memory,
    darkroom,
    workspace: {
      roots: [root],
      cwd: root,
      store,
      door,
      darkroom,
      profile: () => profile,
      freshness: createFreshness(),
      permit: () => Promise.resolve(true),
    },
    setProfile: (next) => {
      profile = next;
    },
    async [Symbol.asyncDispose]() {
      await darkroom.close();
      await memory.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
