// The text that is being written, as a value: every key makes a new one. Positions count characters as a reader does.
import { charactersOf } from './text-width.ts';

export interface Draft {
  readonly characters: readonly string[];
  /** Before which character the cursor stands. */
  readonly cursor: number;
}

export const emptyDraft: Draft = { characters: [], cursor: 0 };

export function textOf({ characters }: Draft): string {
  return characters.join('');
}

export function draftOf(text: string): Draft {
  const characters = charactersOf(text);
  return { characters, cursor: characters.length };
}

/** A mark may join the character before it, and a joiner the one behind: these two are counted anew, and no others. */
export function insert({ characters, cursor }: Draft, text: string): Draft {
  const start = Math.max(0, cursor - 1);
  const before = characters.slice(start, cursor).join('') + text;
  const around = charactersOf(before + (characters[cursor] ?? ''));
  return {
    characters: [...characters.slice(0, start), ...around, ...characters.slice(cursor + 1)],
    cursor: start + charactersOf(before).length,
  };
}

function erase({ characters }: Draft, start: number, end: number): Draft {
  return { characters: characters.toSpliced(start, end - start), cursor: start };
}

export function eraseBefore(draft: Draft): Draft {
  return erase(draft, Math.max(0, draft.cursor - 1), draft.cursor);
}

export function eraseAfter(draft: Draft): Draft {
  return erase(draft, draft.cursor, draft.cursor + 1);
}

export function eraseWord(draft: Draft): Draft {
  return erase(draft, wordStart(draft), draft.cursor);
}

export function eraseToStart(draft: Draft): Draft {
  return erase(draft, lineStart(draft), draft.cursor);
}

export function eraseToEnd(draft: Draft): Draft {
  return erase(draft, draft.cursor, lineEnd(draft));
}

/** Where each motion leads. Up and down depend on where the text is broken, and belong to its layout. */
const targets = {
  left: ({ cursor }: Draft) => Math.max(0, cursor - 1),
  right: ({ characters, cursor }: Draft) => Math.min(characters.length, cursor + 1),
  'word-left': wordStart,
  'word-right': wordEnd,
  'line-start': lineStart,
  'line-end': lineEnd,
};
export type Motion = keyof typeof targets;

export function move(draft: Draft, motion: Motion): Draft {
  return { ...draft, cursor: targets[motion](draft) };
}

function isSpace(character: string | undefined): boolean {
  return character === undefined || /^\s$/.test(character);
}

function wordStart({ characters, cursor }: Draft): number {
  let at = cursor;
  while (at > 0 && isSpace(characters[at - 1])) at--;
  while (at > 0 && !isSpace(characters[at - 1])) at--;
  return at;
}

function wordEnd({ characters, cursor }: Draft): number {
  let at = cursor;
  while (at < characters.length && isSpace(characters[at])) at++;
  while (at < characters.length && !isSpace(characters[at])) at++;
  return at;
}

function lineStart({ characters, cursor }: Draft): number {
  return cursor === 0 ? 0 : characters.lastIndexOf('\n', cursor - 1) + 1;
}

function lineEnd({ characters, cursor }: Draft): number {
  const found = characters.indexOf('\n', cursor);
  return found === -1 ? characters.length : found;
}
