// What a long comparison has measured so far, a line for each reading: a run that was cut off goes on after the last whole page.
import { isRecord } from '@percept/core/internal';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Note {
  readonly name: string;
  readonly seed: number;
  readonly column: string;
  readonly errors: number;
  readonly length: number;
  readonly cpuMs: number;
  /** Identifiers on the page, and how many of them were read whole. */
  readonly ids: number;
  readonly right: number;
}

export class Notes {
  readonly #file: string;
  readonly #notes: Note[];

  constructor(file: string) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    this.#notes = lines.flatMap((line) => parsed(line));
  }

  /** Whether every contender has read this page. */
  has(seed: number, contenders: readonly { readonly name: string }[]): boolean {
    return contenders.every(({ name }) =>
      this.#notes.some((note) => note.name === name && note.seed === seed),
    );
  }

  /** All readings of one page, in one write. */
  add(notes: readonly Note[]): void {
    appendFileSync(this.#file, notes.map((note) => `${JSON.stringify(note)}\n`).join(''));
    this.#notes.push(...notes);
  }

  of(
    name: string,
    { first, count }: { readonly first: number; readonly count: number },
  ): readonly Note[] {
    return this.#notes.filter(
      (note) => note.name === name && note.seed >= first && note.seed < first + count,
    );
  }
}

/** Nothing of a line that was cut off. */
function parsed(line: string): readonly Note[] {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return [];
  }
  if (!isRecord(value)) return [];
  const { name, seed, column, errors, length, cpuMs, ids, right } = value;
  const isNote =
    typeof name === 'string' &&
    typeof column === 'string' &&
    typeof seed === 'number' &&
    typeof errors === 'number' &&
    typeof length === 'number' &&
    typeof cpuMs === 'number' &&
    typeof ids === 'number' &&
    typeof right === 'number';
  return isNote ? [{ name, seed, column, errors, length, cpuMs, ids, right }] : [];
}
