// One process, one port, every face. The socket comes first, because addresses and cookies are made for the port that it
// got; requests that arrive before the faces are ready wait for them.
import {
  bound,
  call,
  checkOptions,
  limitsOf,
  maybe,
  exact,
  word,
} from '@percept/core/internal/options';
import { setTimeout as pause } from 'node:timers/promises';
import { withLimits } from '@percept/core/internal';
import { type TenantId } from '@percept/core';
import { localTenant } from '@percept/store';
import { hostPartsRules, compose, wordsOf, type Composed, type HostParts } from './compose.ts';
import { answerRaw, failed } from './face.ts';
import { holdFolder, type FolderHold } from './folder-hold.ts';
import { hostLimits, type HostLimits } from './limits.ts';
import { takesSocket } from './gateway/index.ts';
import { listen } from './listen.ts';
import { secretFor } from './server-secret.ts';

export interface HostSetup extends HostParts {
  /** Port 0 takes any free one. */
  readonly listen: { readonly port: number; readonly address: string };
  /** Under which address browsers reach it, where that is not the address it listens on. */
  readonly origin?: string | undefined;
  /** One line each: requests, and what went wrong. */
  readonly log?: (line: string) => void;
  readonly limits?: Partial<HostLimits>;
  readonly clock?: () => number;
}

export interface RunningHost extends AsyncDisposable {
  readonly origin: string;
  readonly port: number;
  readonly faces: readonly string[];
  /** For programs of the person at this machine. */
  readonly localToken: string;
  /** A link that signs one browser in, once. */
  signInLink(tenant?: TenantId): string;
  /** Turns that run now. */
  running(): number;
  /** Acknowledged work ends by itself, within a bound; then everything does. */
  close(): Promise<void>;
}

/**
 * Rejects with the error of the system where the port cannot be had, and with a `FolderTakenError` where another server
 * works in the folder of the memory.
 *
 * @example await using host = await openHost({ version, memory, runtime, cwd, listen: { port: 0, address: '127.0.0.1' } });
 */
export async function openHost(setup: HostSetup): Promise<RunningHost> {
  checkOptions('openHost', setup, {
    ...hostPartsRules,
    listen: exact({ port: bound, address: word }),
    origin: maybe(word),
    log: maybe(call),
    limits: limitsOf(hostLimits),
    clock: maybe(call),
  });
  const hold = holdFolder(setup.memory.directory);
  try {
    return await openIn(setup, hold);
  } catch (error) {
    hold[Symbol.dispose]();
    throw error;
  }
}

async function openIn(setup: HostSetup, hold: FolderHold): Promise<RunningHost> {
  const { clock = Date.now, log = () => {} } = setup;
  const limits: HostLimits = withLimits(hostLimits, setup.limits);
  const secret = await secretFor(setup, clock);
  const ready = Promise.withResolvers<Composed>();
  // Whoever waits for it is told; nobody may be waiting.
  ready.promise.catch(() => undefined);
  const socket = await listen(
    (request, response) => {
      ready.promise
        .then((composed) => composed.receive(request, response))
        .catch((error: unknown) => {
          log(`error: ${wordsOf(error)}`);
          answerRaw(response, failed);
        });
    },
    setup.listen,
    limits,
    setup.upstreams && takesSocket,
  );
  const { port } = socket;
  const origin = setup.origin ?? `http://${hostName(setup.listen.address)}:${port}`;
  try {
    ready.resolve(await compose(setup, { origin, port, secret, limits, clock, log }));
  } catch (error) {
    ready.reject(error);
    await socket.close(0);
    throw error;
  }
  const { faces, names, localToken, signIn, running } = await ready.promise;
  hold.say(origin);
  const close = async (): Promise<void> => {
    const deadline = clock() + limits.shutdownMs;
    const closing = socket.close(limits.shutdownMs);
    while (running() > 0 && clock() < deadline) await pause(50);
    for (const face of faces) await face.close();
    await closing;
    hold[Symbol.dispose]();
  };
  return {
    origin,
    port,
    faces: names,
    localToken,
    signInLink: (tenant = localTenant) => `${origin}/?key=${signIn.issue(tenant)}`,
    running,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function hostName(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}
