// Whatever a program changes in a terminal is undone: at its end, on a signal, and when it falls over. Undoing is
// synchronous and happens once.
import { writeSync } from 'node:fs';

/** Ends a sequence that was cut off in the middle, then the colours. */
const calm = '\u001b\\\u001b[0m';
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

export interface RestoreOptions {
  /** Writes at once; the process may be gone after it. */
  readonly write?: (text: string) => void;
}

export class TerminalGuard {
  readonly #undo: (() => void)[] = [];
  readonly #write: (text: string) => void;
  #restored = false;

  constructor({ write = writeNow }: RestoreOptions = {}) {
    this.#write = write;
    process.on('exit', this.#onExit);
    for (const signal of signals) process.on(signal, this.#onSignal);
  }

  /** Runs `enter` now, and `leave` at the end, in reverse order of entering. */
  change(enter: () => void, leave: () => void): void {
    if (this.#restored) return;
    this.#undo.push(leave);
    enter();
  }

  /** A mode of the terminal, such as bracketed paste: the sequence that turns it on, and the one that turns it off. */
  mode(on: string, off: string): void {
    this.change(
      () => this.#write(on),
      () => this.#write(off),
    );
  }

  restore(): void {
    if (this.#restored) return;
    this.#restored = true;
    process.off('exit', this.#onExit);
    for (const signal of signals) process.off(signal, this.#onSignal);
    for (const leave of this.#undo.toReversed()) attempt(leave);
  }

  [Symbol.dispose](): void {
    this.restore();
  }

  readonly #onExit = (): void => {
    attempt(() => this.#write(calm));
    this.restore();
  };

  /** Whoever else handles the signal ends the program in its own time, and the end restores. Alone, it ends here. */
  readonly #onSignal = (signal: NodeJS.Signals): void => {
    if (process.listenerCount(signal) > 1) return;
    this.#onExit();
    process.kill(process.pid, signal);
  };
}

/** One step that fails must not keep the others from being undone. */
function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // The terminal is gone: there is nothing left to restore.
  }
}

function writeNow(text: string): void {
  writeSync(1, text);
}
