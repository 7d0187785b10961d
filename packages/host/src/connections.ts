// The connections that are open, and what each is waiting for. However many somebody holds open without saying anything,
// or says something so slowly that it never ends, a request that is really made finds a place: whoever brings the least is
// sent away first, and one address never has more than its share.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { HostLimits } from './limits.ts';

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  readonly openedAt: number;
  /** Whether there was time to read what it sent with its first packets. Before, nobody knows what it brings. */
  isHeard: boolean;
  /** Requests whose answer is under way. What is still being sent to us is not one of them. */
  answering: number;
  /** Bodies that are still coming, since when, and how much had come by then. */
  body:
    | { readonly since: number; readonly bytes: number; readonly request: IncomingMessage }
    | undefined;
}

export class Connections {
  readonly #limits: HostLimits;
  readonly #clock: () => number;
  readonly #open = new Map<Socket, Connection>();

  constructor(limits: HostLimits, clock: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#clock = clock;
  }

  get size(): number {
    return this.#open.size;
  }

  get isAnswering(): boolean {
    return [...this.#open.values()].some(({ answering }) => answering > 0);
  }

  /**
   * Takes the connection in. When there is no room, the one that brings the least goes, which may be the new one; the choice waits
   * until the new one was heard, because many may come at once and those that asked something are among them.
   */
  add(socket: Socket): void {
    const connection: Connection = {
      socket,
      address: socket.remoteAddress ?? '',
      openedAt: this.#clock(),
      isHeard: false,
      answering: 0,
      body: undefined,
    };
    this.#open.set(socket, connection);
    socket.once('close', () => this.#open.delete(socket));
    if (this.#open.size > 2 * this.#limits.maxConnections) this.#end(socket);
    else
      afterReading(() => {
        connection.isHeard = true;
        if (this.#open.has(socket)) this.#makeRoomFor(connection);
      });
  }

  /** A request whose head is complete: it counts as work as soon as its body is there. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#open.get(request.socket);
    if (!connection) return;
    const { socket } = connection;
    connection.body = { since: this.#clock(), bytes: socket.bytesRead, request };
    connection.answering += 1;
    response.once('close', () => {
      connection.answering -= 1;
      if (connection.body?.request === request) connection.body = undefined;
    });
  }

  /** Ends what has said nothing, and bodies that come so slowly that they only hold a place. */
  sweep(): void {
    const now = this.#clock();
    const { headersTimeoutMs, minBodyBytesPerSecond, bodyGraceMs } = this.#limits;
    for (const connection of this.#open.values()) {
      const { socket, openedAt, answering } = connection;
      if (answering === 0 && socket.bytesRead === 0 && now - openedAt > headersTimeoutMs)
        socket.destroy();
      const body = bodyOf(connection);
      if (!body || now - body.since < bodyGraceMs) continue;
      const rate = ((socket.bytesRead - body.bytes) * 1000) / (now - body.since);
      // One that we do not read from at the moment is not slow: we are.
      if (rate < minBodyBytesPerSecond && !body.request.isPaused()) socket.destroy();
    }
  }

  #makeRoomFor(newest: Connection): void {
    const all = [...this.#open.values()];
    const own = all.filter(({ address }) => address === newest.address);
    if (own.length > this.#limits.maxConnectionsPerAddress) this.#sendAway(own, newest);
    else if (all.length > this.#limits.maxConnections) this.#sendAway(all, newest);
  }

  #sendAway(among: readonly Connection[], newest: Connection): void {
    const now = this.#clock();
    const idle = among.filter(
      (connection) =>
        connection !== newest &&
        connection.isHeard &&
        (connection.answering === 0 || bodyOf(connection)),
    );
    const least = idle.toSorted((one, other) => worth(one, now) - worth(other, now))[0];
    this.#end((least ?? newest).socket);
  }

  /** Forgotten at once: its place is free before the system has closed it. */
  #end(socket: Socket): void {
    this.#open.delete(socket);
    socket.destroy();
  }
}

/** Once sockets that are open now were read from: the next turn of the event loop does that. */
function afterReading(then: () => void): void {
  setImmediate(() => setImmediate(then));
}

/** The body that is still coming, if there is one. */
function bodyOf({ body }: Connection): Connection['body'] {
  return body && !body.request.complete ? body : undefined;
}

/** Bytes a second since it was opened, or since its body began. */
function worth(connection: Connection, now: number): number {
  const { since, bytes } = bodyOf(connection) ?? { since: connection.openedAt, bytes: 0 };
  return (connection.socket.bytesRead - bytes) / (now - since + 1);
}
