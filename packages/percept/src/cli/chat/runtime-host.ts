// The runtime behind the chat: its models, its sessions of this folder, and its pictures.
import { resolve } from 'node:path';
import { accept, refuse, type Outcome, type Size } from '@percept/core';
import { isBlobId } from '@percept/core/internal';
import type { SessionPool, Runtime, RuntimePlan } from '@percept/agent/runtime';
import type { TerminalRead } from '@percept/ingest';
import type { Pixels } from '@percept/terminal';
import type {
  Attachment,
  ChatHost,
  Conversation,
  ModelFacts,
  Picture,
  SessionFacts,
} from '@percept/terminal/chat';
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

export async function openChatHost(parts: HostParts): Promise<RuntimeChatHost> {
  const [plan, pool] = await Promise.all([parts.runtime.plan(), parts.runtime.pool()]);
  return new RuntimeChatHost(parts, plan, pool);
}

export class RuntimeChatHost implements ChatHost {
  readonly version: string;
  readonly folder: string;
  readonly notices: readonly string[];
  readonly models: readonly ModelFacts[];
  readonly #parts: HostParts;
  readonly #pool: SessionPool;

  constructor(parts: HostParts, plan: RuntimePlan, pool: SessionPool) {
    this.#parts = parts;
    this.#pool = pool;
    this.version = parts.version;
    this.folder = parts.environment.workingDirectory;
    this.notices = plan.catalogue.notices;
    this.models = plan.picker.list().map(factsOf);
  }

  async open(id?: string): Promise<Outcome<Conversation>> {
    const cwd = this.folder;
    const opened =
      id === undefined ? await this.#pool.create({ cwd }) : await this.#pool.resume(id, { cwd });
    if (!opened.ok) return opened;
    const { environment, terminal } = this.#parts;
    const { platform, variables: env, homeDirectory: home } = environment;
    const stdin = environment.stdin.isTTY ? undefined : environment.stdin;
    return accept(
      new RuntimeConversation({
        pool: this.#pool,
        open: opened.value,
        place: { platform, env, cwd, home, terminal, stdin },
      }),
    );
  }

  async list(): Promise<Outcome<readonly SessionFacts[]>> {
    const listed = await this.#pool.list(this.folder, undefined);
    if (!listed.ok) return listed;
    return accept(
      listed.value.sessions
        .filter(({ title }) => title !== undefined)
        .map(({ sessionId: id, title = '', updatedAt }) => ({ id, title, updatedAt })),
    );
  }

  complete(beginning: string): Promise<readonly string[]> {
    const { homeDirectory: home } = this.#parts.environment;
    return completePath(beginning, { cwd: this.folder, home });
  }

  async save(made: Attachment, path: string = made.name): Promise<Outcome<string>> {
    const held = await this.#held(made.id);
    if (!held.ok) return held;
    const place = resolve(this.folder, path);
    const refusal = await writeNewFile(place, held.value);
    return refusal
      ? refuse({ ...refusal, hint: 'Say another place: /save NAME PATH' })
      : accept(place);
  }

  async play({ id, name }: Attachment, signal: AbortSignal): Promise<Outcome<string>> {
    const held = await this.#held(id);
    return held.ok ? playSound({ bytes: held.value, name }, this.#parts.environment, signal) : held;
  }

  async #held(id: string): Promise<Outcome<Uint8Array>> {
    return isBlobId(id) ? this.#pool.parts.memory.get(id) : refuse(notStored);
  }

  async develop(picture: Picture, size: Size): Promise<Outcome<Pixels>> {
    const { memory, door } = this.#pool.parts;
    if (!isBlobId(picture.id)) return refuse(notStored);
    const bytes = await memory.get(picture.id);
    return bytes.ok ? developFor({ ...picture, bytes: bytes.value }, size, door) : bytes;
  }
}

const notStored = {
  refused: 'absent',
  message: 'The picture is not in the store.',
  hint: 'Attach it again.',
} as const;
