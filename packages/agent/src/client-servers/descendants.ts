// Everything that a program started, remembered by number and time of birth while it lives: what clears its environment,
// leaves its group or loses its parent is still known. Where the system tells no parents, nothing is remembered.
import { fewFilesHint, reasonOf } from '@percept/core/internal';
import { readdirSync, readFileSync } from 'node:fs';

const lookEveryMs = 1_000;

interface Born {
  readonly parent: number;
  /** In the clock of the system; with it a number that was given again is another process. */
  readonly at: string;
}

export class Descendants {
  readonly #root: number;
  readonly #seen = new Map<number, string>();
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(root: number) {
    this.#root = root;
    if (process.platform !== 'linux') return;
    this.#timer = setInterval(() => this.living(), lookEveryMs).unref();
  }

  /** Those that live now: nobody is known to where this process may open no more files, and nobody is forgotten. */
  living(): readonly number[] {
    const all = processes();
    if (!all) return [];
    for (const [pid, at] of this.#seen) if (all.get(pid)?.at !== at) this.#seen.delete(pid);
    for (let found = true; found;) {
      found = false;
      for (const [pid, { parent, at }] of all) {
        if (this.#seen.has(pid) || (parent !== this.#root && !this.#seen.has(parent))) continue;
        this.#seen.set(pid, at);
        found = true;
      }
    }
    return [...this.#seen.keys()];
  }

  forget(): void {
    clearInterval(this.#timer);
  }
}

function processes(): ReadonlyMap<number, Born> | undefined {
  const found = new Map<number, Born>();
  try {
    for (const name of processNumbers()) {
      const born = bornOf(name);
      if (born) found.set(Number(name), born);
    }
    return found;
  } catch (error) {
    if (isWithoutFiles(error)) return undefined;
    throw error;
  }
}

/** Where the system lists them; elsewhere none. */
export function processNumbers(): readonly string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}

/** Whether this process may open no more files. */
export function isWithoutFiles(error: unknown): boolean {
  return fewFilesHint(reasonOf(error)) !== undefined;
}

/** "(name) state parent …": a name may hold anything, so what counts stands behind the last bracket (proc(5)). */
function bornOf(pid: string): Born | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parent, at] = [fields[0], fields[1], fields[19]];
    if (parent === undefined || at === undefined || state === 'Z') return undefined;
    return { parent: Number(parent), at };
  } catch (error) {
    if (isWithoutFiles(error)) throw error;
    return undefined;
  }
}
