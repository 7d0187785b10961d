// Reads one layer of configuration and keeps the first problem, by the name of its key. A value is never repeated in a
// message: it may be a credential that stands under the wrong key.
import { isRecord, printable, readPositive, readText, readWord } from '@percept/core/internal';
import { type Refusal } from '@percept/core';

export type Fields = Readonly<Record<string, unknown>>;

export class ConfigReader {
  readonly #source: string;
  #problem: Refusal | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  get problem(): Refusal | undefined {
    return this.#problem;
  }

  get source(): string {
    return this.#source;
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
    if (value === undefined) return undefined;
    if (!isRecord(value)) return this.complain(key, `is ${kindOf(value)}`, 'Make it an object.');
    const stray = Object.keys(value).find((name) => !known.includes(name));
    if (stray === undefined) return value;
    const path = key === '' ? stray : `${key}.${stray}`;
    return this.complain(path, 'is not a known key', `The keys are ${known.join(', ')}.`);
  }

  text(value: unknown, key: string, hint: string): string | undefined {
    if (value === undefined) return undefined;
    const text = readText(value)?.trim();
    if (text) return text;
    return this.complain(key, `is ${kindOf(value)}`, hint);
  }

  positive(value: unknown, key: string): number | undefined {
    if (value === undefined) return undefined;
    const number = readPositive(value);
    if (number !== undefined) return number;
    return this.complain(key, `is ${kindOf(value)}`, 'Give a whole number above zero.');
  }

  truth(value: unknown, key: string): boolean | undefined {
    if (value === undefined || typeof value === 'boolean') return value;
    return this.complain(
      key,
      'is neither true nor false',
      'Write true or false, in a file without quotes.',
    );
  }

  word<W extends string>(words: readonly W[], value: unknown, key: string): W | undefined {
    if (value === undefined) return undefined;
    const word = readWord(words, value);
    if (word !== undefined) return word;
    return this.complain(key, 'is not one of its words', `The words are ${words.join(', ')}.`);
  }

  texts(value: unknown, key: string, hint: string): readonly string[] | undefined {
    if (value === undefined) return undefined;
    const items: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined;
    const texts = items?.map(readText).filter((item) => item !== undefined && item !== '');
    if (!items || texts?.length !== items.length)
      return this.complain(key, `is ${kindOf(value)}`, hint);
    return texts.filter((item) => item !== undefined);
  }

  url(value: unknown, key: string): string | undefined {
    const hint = 'Give an address such as http://localhost:11434/v1.';
    const text = this.text(value, key, hint);
    if (text === undefined) return undefined;
    if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
      return text.replace(/\/+$/, '');
    return this.complain(key, 'is not an http or https address', hint);
  }
}

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
