// A session on a real store, door and darkroom, against a real HTTP server that speaks Chat Completions.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  AgentSession,
  type AgentParts,
  type LoopEvent,
  type LoopModel,
  type Permit,
  type PromptPart,
} from '@percept/agent';
import { commonProfile, type ImageBlock, type ModelProfile, type StoredBlock } from '@percept/core';
import type { Door } from '@percept/ingest';
import { createDarkroom, createMemoryCache, standardRenderers } from '@percept/render';
import { openMemory, type Memory } from '@percept/store';
import { startCaptureServer, type CaptureServer, type Script } from 'percept/conformance';
import { doorOnto } from '../door.ts';

export interface Rig extends AsyncDisposable {
  readonly root: string;
  readonly memory: Memory;
  readonly door: Door;
  readonly server: CaptureServer;
  readonly parts: AgentParts;
  readonly session: AgentSession;
  say(parts: string | readonly PromptPart[], options?: Partial<SayOptions>): Promise<LoopEvent[]>;
  attach(bytes: Uint8Array, name: string): Promise<StoredBlock>;
}

interface SayOptions {
  readonly signal: AbortSignal;
  readonly permit: Permit;
  readonly session: AgentSession;
}

export async function openRig(
  script: Script,
  change: Partial<AgentParts> = {},
  profile: ModelProfile = commonProfile,
): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), 'percept-loop-'));
  const root = folder;
  const server = await startCaptureServer({ script });
  const memory = await openMemory({ directory: join(folder, 'data') });
  const door = doorOnto(memory);
  const darkroom = createDarkroom({ renderers: standardRenderers(), cache: createMemoryCache() });
  const models = [model(server, 'seeing', profile), model(server, 'other', profile)];
  const parts: AgentParts = {
    memory,
    door,
    darkroom,
    models: { list: () => models, main: () => models[0] },
    ...change,
  };
  const session = unwrap(await AgentSession.create(parts, { cwd: root, roots: [root] }));
  return {
    root,
    memory,
    door,
    server,
    parts,
    session,
    say: async (prompt, options = {}) => {
      const words: readonly PromptPart[] =
        typeof prompt === 'string' ? [{ type: 'text', text: prompt }] : prompt;
      const { signal = new AbortController().signal, permit } = options;
      const events: LoopEvent[] = [];
      for await (const event of (options.session ?? session).prompt(words, { signal, permit }))
        events.push(event);
      return events;
    },
    attach: async (bytes, name) =>
      unwrap(
        await door.ingest({ kind: 'bytes', bytes, name }, { origin: { kind: 'attachment', name } }),
      ).block,
    async [Symbol.asyncDispose]() {
      await server.close();
      await darkroom.close();
      await memory.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function model(server: CaptureServer, name: string, profile: ModelProfile): LoopModel {
  return {
    name,
    host: '127.0.0.1',
    profile,
    maxContextTokens: 100_000,
    price: { usdPerMillionInput: 1, usdPerMillionOutput: 2 },
    open: async () =>
      createOpenAICompatible({ name: 'local', baseURL: server.baseUrl('chat-completions') })(name),
  };
}

export function unwrap<T>(
  outcome:
    | { readonly ok: true; readonly value: T }
    | { readonly ok: false; readonly refusal: object },
): T {
  if (outcome.ok) return outcome.value;
  throw new Error(JSON.stringify(outcome.refusal));
}

export function said(events: readonly LoopEvent[]): string {
  return events.flatMap((event) => (event.type === 'text-written' ? [event.text] : [])).join('');
}

export function picturesOf(event: LoopEvent | undefined): readonly ImageBlock[] {
  return event?.type === 'tool-answered'
    ? event.content.flatMap((part) => (part.type === 'image' ? [part] : []))
    : [];
}
