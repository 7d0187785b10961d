// Ctrl-C and SIGTERM end a command, whatever it is doing. One that asked for the signal ends by itself and tidies up;
// any other is given a moment to finish, and its process ends: the store is made for that.
import { once } from 'node:events';
import { exitCodes } from './print.ts';

export const endings = ['SIGINT', 'SIGTERM'] as const;
export type Ending = (typeof endings)[number];

const momentMs = 250;

/** Until the command is ended. */
export async function ended(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

export class Interrupt {
  readonly #abort = new AbortController();
  #isHeeded = false;
  #heard: Ending | undefined;

  /** The signal, for a command that will end by itself. */
  heed(): AbortSignal {
    this.#isHeeded = true;
    return this.#abort.signal;
  }

  hear(ending: Ending): void {
    // The second one is for whoever does not want to wait.
    if (this.#heard) process.exit(exitCodes[ending]);
    this.#heard = ending;
    this.#abort.abort();
    if (!this.#isHeeded) setTimeout(() => process.exit(exitCodes[ending]), momentMs).unref();
  }

  /** What the process ends with when it was interrupted. */
  get exitCode(): number | undefined {
    return this.#heard && exitCodes[this.#heard];
  }
}
