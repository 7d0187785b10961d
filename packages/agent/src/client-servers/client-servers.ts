// The servers of one session. They start side by side while the session is already open; a turn waits for them a moment, and
// what did not work is told to the person once.
import { waitFor, withLimits } from '@percept/core/internal';
import type { Door } from '@percept/ingest';
import type { LoopTool } from '../loop/toolbox.ts';
import { McpConnection, nameOf } from './mcp-connection.ts';
import { clientServerLimits, type ClientServerLimits } from './limits.ts';
import type { ClientServer, ServerPlace } from './server.ts';
import { labelsOf } from './tool-name.ts';

export interface ConnectionPlace extends ServerPlace {
  readonly door: Door;
  readonly limits?: Partial<ClientServerLimits> | undefined;
}

export interface ClientServers {
  /** Of everybody who has arrived, in the order in which they were configured. */
  tools(): readonly LoopTool[];
  /** Until everybody has arrived or failed, or the moment is over that they were given from the beginning. */
  arrived(signal: AbortSignal): Promise<void>;
  /** What the person should know and was not told yet. */
  takeNotices(): readonly string[];
  close(): Promise<void>;
}

/** Returns at once: who was invited is still on the way. */
export function connectServers(
  servers: readonly ClientServer[],
  place: ConnectionPlace,
): ClientServers {
  return new Party(servers, place);
}

class Party implements ClientServers {
  readonly #limits: ClientServerLimits;
  readonly #clientServers: readonly { readonly name: string; readonly connection: McpConnection }[];
  readonly #offers: (readonly LoopTool[])[];
  readonly #onTheWay = new Set<number>();
  readonly #late = new Set<number>();
  readonly #all: Promise<unknown>;
  readonly #longest: Promise<void>;
  readonly #changes: number[];
  #notices: string[] = [];
  #tools: readonly LoopTool[] = [];

  constructor(servers: readonly ClientServer[], { door, ...place }: ConnectionPlace) {
    const limits = withLimits(clientServerLimits, place.limits);
    this.#limits = limits;
    const invited = servers.slice(0, limits.maxServers);
    if (invited.length < servers.length)
      this.#notices.push(
        `Only the first ${limits.maxServers} of ${servers.length} MCP servers are used.`,
      );
    const labels = labelsOf(invited.map(({ name }) => name));
    this.#offers = invited.map(() => []);
    this.#clientServers = invited.map((server, at) => ({
      name: nameOf(server),
      connection: new McpConnection({
        server,
        label: labels[at] ?? '',
        place: { ...place, limits, onToolsChanged: () => this.#changed(at) },
        door,
      }),
    }));
    this.#changes = invited.map(() => 0);
    this.#all = Promise.all(this.#clientServers.map((_, at) => this.#welcome(at)));
    this.#longest = new Promise((resolve) => setTimeout(resolve, limits.maxWaitMs).unref());
  }

  tools(): readonly LoopTool[] {
    return this.#tools;
  }

  async arrived(signal: AbortSignal): Promise<void> {
    if (this.#onTheWay.size === 0) return;
    await waitFor(Promise.race([this.#all, this.#longest]), { signal });
    for (const at of this.#onTheWay) {
      if (this.#late.has(at)) continue;
      this.#late.add(at);
      this.#notices.push(
        `The MCP server ${this.#clientServers[at]?.name} is still starting; its tools come later.`,
      );
    }
  }

  takeNotices(): readonly string[] {
    const notices = this.#notices;
    this.#notices = [];
    return notices;
  }

  async close(): Promise<void> {
    await Promise.all(this.#clientServers.map(({ connection }) => connection.close()));
  }

  async #welcome(at: number): Promise<void> {
    const found = this.#clientServers[at];
    if (!found) return;
    const { name, connection } = found;
    this.#onTheWay.add(at);
    const offer = await connection.arrive();
    this.#onTheWay.delete(at);
    if (!offer.ok) {
      // What it offered before can still be tried.
      const isNew = this.#offers[at]?.length === 0;
      if (isNew) this.#notices.push(`The MCP server ${name} is not used. ${offer.refusal.message}`);
      return;
    }
    this.#notices.push(...offer.value.notices);
    this.#offers[at] = offer.value.tools;
    this.#gather();
  }

  /** While it is still being listened to, the list that is on its way may be either one. */
  #changed(at: number): void {
    const changes = (this.#changes[at] ?? 0) + 1;
    this.#changes[at] = changes;
    if (changes <= this.#limits.maxListChanges && !this.#onTheWay.has(at)) void this.#welcome(at);
  }

  #gather(): void {
    const all = this.#offers.flat();
    const { maxTools } = this.#limits;
    this.#tools = all.slice(0, maxTools);
    if (all.length > maxTools)
      this.#notices.push(`Of ${all.length} MCP tools the first ${maxTools} are offered.`);
  }
}
