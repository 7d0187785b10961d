// The servers of one session. They start side by side while the session is already open; a turn waits for them a moment, and
// what did not work is told to the person once.
import { waitFor, withLimits } from '@percept/core/internal';
import type { Door } from '@percept/ingest';
import type { LoopTool } from '../loop/toolbox.ts';
import { McpConnection, nameOf } from './mcp-connection.ts';
import { clientServerLimits, type ClientServerLimits } from './limits.ts';
import type { ClientServer, ServerPlace } from './server.ts';
import { labelsOf } from './tool-names.ts';

export interface ConnectionPlace extends ServerPlace {
  readonly door: Door;
  readonly limits?: Partial<ClientServerLimits> | undefined;
}

interface Invited {
  readonly name: string;
  readonly connection: McpConnection;
  offer: readonly LoopTool[];
  isOnTheWay: boolean;
  /** The person was told that a turn did not wait for it. */
  isLate: boolean;
  changes: number;
}

/** There at once: who was invited is still on the way. */
export class ClientServers {
  readonly #limits: ClientServerLimits;
  readonly #invited: readonly Invited[];
  readonly #all: Promise<unknown>;
  readonly #longest: Promise<void>;
  #notices: string[] = [];
  #tools: readonly LoopTool[] = [];

  constructor(servers: readonly ClientServer[], { door, ...place }: ConnectionPlace) {
    const limits = withLimits(clientServerLimits, place.limits);
    this.#limits = limits;
    const { maxServers } = limits;
    if (servers.length > maxServers)
      this.#notices.push(`Only the first ${maxServers} of ${servers.length} MCP servers are used.`);
    const taken = servers.slice(0, maxServers);
    const labels = labelsOf(taken.map(({ name }) => name));
    this.#invited = taken.map((server, at) => {
      const label = labels[at] ?? '';
      const onToolsChanged = (): void => this.#changed(invited);
      const connection = new McpConnection({
        server,
        label,
        place: { ...place, limits, onToolsChanged },
        door,
      });
      const state = { offer: [], isOnTheWay: false, isLate: false, changes: 0 };
      const invited: Invited = { name: nameOf(server), connection, ...state };
      return invited;
    });
    this.#all = Promise.all(this.#invited.map((invited) => this.#welcome(invited)));
    this.#longest = new Promise((resolve) => setTimeout(resolve, limits.maxWaitMs).unref());
  }

  /** Of everybody who has arrived, in the order in which they were configured. */
  tools(): readonly LoopTool[] {
    return this.#tools;
  }

  /** Until everybody has arrived or failed, or the moment is over that they were given from the beginning. */
  async arrived(signal: AbortSignal): Promise<void> {
    if (!this.#invited.some(({ isOnTheWay }) => isOnTheWay)) return;
    await waitFor(Promise.race([this.#all, this.#longest]), { signal });
    for (const invited of this.#invited) {
      if (!invited.isOnTheWay || invited.isLate) continue;
      invited.isLate = true;
      this.#notices.push(`The MCP server ${invited.name} is still starting; its tools come later.`);
    }
  }

  /** What the person should know and was not told yet. */
  takeNotices(): readonly string[] {
    const notices = this.#notices;
    this.#notices = [];
    return notices;
  }

  async close(): Promise<void> {
    await Promise.all(this.#invited.map(({ connection }) => connection.close()));
  }

  async #welcome(invited: Invited): Promise<void> {
    invited.isOnTheWay = true;
    const offer = await invited.connection.arrive();
    invited.isOnTheWay = false;
    if (!offer.ok) {
      // What it offered before can still be tried.
      if (invited.offer.length === 0)
        this.#notices.push(`The MCP server ${invited.name} is not used. ${offer.refusal.message}`);
      return;
    }
    this.#notices.push(...offer.value.notices);
    invited.offer = offer.value.tools;
    this.#gather();
  }

  /** While it is still being listened to, the list that is on its way may be either one. */
  #changed(invited: Invited): void {
    invited.changes += 1;
    if (invited.changes <= this.#limits.maxListChanges && !invited.isOnTheWay)
      void this.#welcome(invited);
  }

  #gather(): void {
    const all = this.#invited.flatMap(({ offer }) => offer);
    const { maxTools } = this.#limits;
    this.#tools = all.slice(0, maxTools);
    if (all.length > maxTools)
      this.#notices.push(`Of ${all.length} MCP tools the first ${maxTools} are offered.`);
  }
}
