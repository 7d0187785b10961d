// The house behind the chat: its models, its sessions of this folder, and its pictures.
import { accept, isBlobId, refuse, type Outcome, type Size } from '@percept/core';
import type { Desk, House, HousePlan } from '@percept/agent/house';
import type { TerminalRead } from '@percept/ingest';
import type { Pixels } from '@percept/terminal';
import type {
  ChatHost,
  Conversation,
  ModelFacts,
  Picture,
  SessionFacts,
} from '@percept/terminal/chat';
import type { Environment } from '../command.ts';
import { developFor } from '../display.ts';
import { completePath } from './complete-path.ts';
import { factsOf, HouseConversation } from './house-conversation.ts';

export interface HostParts {
  readonly house: House;
  readonly environment: Environment;
  readonly version: string;
  readonly terminal?: TerminalRead | undefined;
}

export async function openChatHost(parts: HostParts): Promise<HouseChatHost> {
  const [plan, desk] = await Promise.all([parts.house.plan(), parts.house.desk()]);
  return new HouseChatHost(parts, plan, desk);
}

export class HouseChatHost implements ChatHost {
  readonly version: string;
  readonly folder: string;
  readonly notices: readonly string[];
  readonly models: readonly ModelFacts[];
  readonly #parts: HostParts;
  readonly #plan: HousePlan;
  readonly #desk: Desk;

  constructor(parts: HostParts, plan: HousePlan, desk: Desk) {
    this.#parts = parts;
    this.#plan = plan;
    this.#desk = desk;
    this.version = parts.version;
    this.folder = parts.environment.workingDirectory;
    this.notices = plan.lineup.notices;
    this.models = plan.picker.list().map(factsOf);
  }

  async open(id?: string): Promise<Outcome<Conversation>> {
    const cwd = this.folder;
    const opened =
      id === undefined ? await this.#desk.create({ cwd }) : await this.#desk.resume(id, { cwd });
    if (!opened.ok) return opened;
    const { environment, terminal } = this.#parts;
    const { platform, variables: env, homeDirectory: home } = environment;
    return accept(
      new HouseConversation({
        desk: this.#desk,
        plan: this.#plan,
        open: opened.value,
        place: { platform, env, cwd, home, terminal },
      }),
    );
  }

  async list(): Promise<Outcome<readonly SessionFacts[]>> {
    const listed = await this.#desk.list(this.folder, undefined);
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

  async develop(picture: Picture, size: Size): Promise<Outcome<Pixels>> {
    const { memory, door } = this.#desk.parts;
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
