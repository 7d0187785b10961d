// Reads one layer of configuration and keeps the first problem, by the name of its key. A value is never repeated in a
// message: it may be a credential that stands under the wrong key.
import {
  isRecord,
  printable,
  readPositive,
  readText,
  readWord,
  type Fields,
} from '@percept/core/internal';
import { type Refusal } from '@percept/core';

/** What a value means that was given; undefined once it was complained about. */
export type Read<T> = (value: unknown, key: string, reader: ConfigReader) => T | undefined;

/** How each field of an object is read. */
export type Reads<T> = { readonly [K in keyof T]-?: Read<Exclude<T[K], undefined>> };

export class ConfigReader {
  readonly #source: string;
  #problem: Refusal | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  get problem(): Refusal | undefined {
    return this.#problem;
  }

  complain(key: string, what: string, hint: string): undefined {
    this.#problem ??= {
      refused: 'invalid-input',
      message: `${printable(key)} in ${this.#source} ${what}.`,
      hint,
    };
    return undefined;
  }

  object(value: unknown, key: string, known: readonly string[]): Fields | undefined {
    if (!isRecord(value)) return this.complain(key, `is ${kindOf(value)}`, 'Make it an object.');
    const stray = Object.keys(value).find((name) => !known.includes(name));
    if (stray === undefined) return value;
    return this.complain(
      pathOf(key, stray),
      'is not a known key',
      `The keys are ${known.join(', ')}.`,
    );
  }

  /** The fields that were given, of an object that has no others. */
  fields<T extends object>(value: unknown, key: string, reads: Reads<T>): Partial<T> {
    const given = this.object(value, key, Object.keys(reads)) ?? {};
    const found: Partial<T> = {};
    for (const [name, read] of Object.entries<Read<unknown>>(reads)) {
      if (given[name] === undefined) continue;
      const meant = read(given[name], pathOf(key, name), this);
      if (meant !== undefined) Object.assign(found, { [name]: meant });
    }
    return found;
  }
}

function pathOf(key: string, name: string): string {
  return key === '' ? name : `${key}.${name}`;
}

export function text(hint: string): Read<string> {
  return (value, key, reader) =>
    readText(value)?.trim() || reader.complain(key, `is ${kindOf(value)}`, hint);
}

export const positive: Read<number> = (value, key, reader) =>
  readPositive(value) ??
  reader.complain(key, `is ${kindOf(value)}`, 'Give a whole number above zero.');

export const truth: Read<boolean> = (value, key, reader) => {
  if (typeof value === 'boolean') return value;
  const hint = 'Write true or false, in a file without quotes.';
  return reader.complain(key, 'is neither true nor false', hint);
};

export function word<W extends string>(words: readonly W[]): Read<W> {
  return (value, key, reader) =>
    readWord(words, value) ??
    reader.complain(key, 'is not one of its words', `The words are ${words.join(', ')}.`);
}

export function texts(hint: string): Read<readonly string[]> {
  return (value, key, reader) => {
    const items: readonly unknown[] = Array.isArray(value) ? value : [''];
    const found = items.flatMap((item) => readText(item) || []);
    if (found.length === items.length) return found;
    return reader.complain(key, `is ${kindOf(value)}`, hint);
  };
}

const addressHint = 'Give an address such as http://localhost:11434/v1.';

export const url: Read<string> = (value, key, reader) => {
  const address = text(addressHint)(value, key, reader);
  if (address === undefined) return undefined;
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol))
    return address.replace(/\/+$/, '');
  return reader.complain(key, 'is not an http or https address', addressHint);
};

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return value.trim() === '' ? 'an empty text' : 'a text';
    case 'number':
      return 'a number that cannot be used here';
    case 'boolean':
      return 'true or false';
    default:
      return 'of the wrong kind';
  }
}
