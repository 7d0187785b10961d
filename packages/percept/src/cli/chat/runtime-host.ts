// The runtime behind the chat: its models, its sessions of this folder, and its pictures.
import { resolve } from 'node:path';
import { accept, refuse, type Outcome } from '@percept/core';
import { isBlobId } from '@percept/core/internal';
import type { Runtime } from '@percept/agent/runtime';
import type { TerminalRead } from '@percept/ingest';
import type { ChatHost } from '@percept/terminal/chat';
import type { Environment } from '../command.ts';
import { writeNewFile } from '../new-file.ts';
import { developFor } from '../display.ts';
import { completePath } from './complete-path.ts';
import { playSound } from './player.ts';
import { factsOf, RuntimeConversation } from './runtime-conversation.ts';

export interface HostParts {
  readonly runtime: Runtime;
  readonly environment: Environment;
  readonly version: string;
  readonly terminal?: TerminalRead | undefined;
}

export async function openChatHost(parts: HostParts): Promise<ChatHost> {
  const { runtime, environment, version, terminal } = parts;
  const [plan, pool] = await Promise.all([runtime.plan(), runtime.pool()]);
  const { workingDirectory: cwd, platform, variables: env } = environment;
  const { memory, door } = pool.parts;
  const held = async (id: string): Promise<Outcome<Uint8Array>> =>
    isBlobId(id) ? memory.get(id) : refuse(notStored);
  return {
    version,
    folder: cwd,
    notices: plan.catalogue.notices,
    models: plan.picker.list().map(factsOf),
    open: async (id) => {
      const opened = id === undefined ? await pool.create({ cwd }) : await pool.resume(id, { cwd });
      if (!opened.ok) return opened;
      const stdin = environment.stdin.isTTY ? undefined : environment.stdin;
      const place = { platform, env, cwd, home: environment.homeDirectory, terminal, stdin };
      return accept(new RuntimeConversation({ pool, open: opened.value, place }));
    },
    list: async () => {
      const listed = await pool.list(cwd, undefined);
      if (!listed.ok) return listed;
      return accept(
        listed.value.sessions
          .filter(({ title }) => title !== undefined)
          .map(({ sessionId: id, title = '', updatedAt }) => ({ id, title, updatedAt })),
      );
    },
    complete: (beginning) => completePath(beginning, { cwd, home: environment.homeDirectory }),
    save: async (made, path = made.name) => {
      const bytes = await held(made.id);
      if (!bytes.ok) return bytes;
      const written = await writeNewFile(resolve(cwd, path), bytes.value);
      return written.ok
        ? written
        : refuse({ ...written.refusal, hint: 'Say another place: /save NAME PATH' });
    },
    play: async ({ id, name }, signal) => {
      const bytes = await held(id);
      return bytes.ok ? playSound({ bytes: bytes.value, name }, environment, signal) : bytes;
    },
    develop: async (picture, size) => {
      const bytes = await held(picture.id);
      return bytes.ok ? developFor({ ...picture, bytes: bytes.value }, size, door) : bytes;
    },
  };
}

const notStored = {
  refused: 'absent',
  message: 'The picture is not in the store.',
  hint: 'Attach it again.',
} as const;
