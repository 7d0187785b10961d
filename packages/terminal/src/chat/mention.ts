// `@path` in what is written: the word under the cursor while it is typed, and every file that is named when it is sent. A
// path with spaces stands in quotes: @"my chart.png".
import type { Draft } from './editor.ts';
import { charactersOf } from './text-width.ts';

export interface Mention {
  /** The first character of it, the @. */
  readonly start: number;
  /** What stands behind the @ so far. */
  readonly path: string;
}

/** The mention that the cursor is in, if it is in one. */
export function mentionAt({ characters, cursor }: Draft): Mention | undefined {
  const before = characters.slice(0, cursor);
  for (let at = before.length - 1; at >= 0; at--) {
    const isFirst = at === 0 || /\s/.test(before[at - 1] ?? '');
    if (before[at] !== '@' || !isFirst) continue;
    const typed = before.slice(at + 1).join('');
    const isQuoted = typed.startsWith('"');
    const path = isQuoted ? typed.slice(1) : typed;
    return (isQuoted ? path.includes('"') : /\s/.test(path)) ? undefined : { start: at, path };
  }
  return undefined;
}

export function completeMention(draft: Draft, { start }: Mention, path: string): Draft {
  const { characters, cursor } = draft;
  const isFolder = path.endsWith('/');
  const needsQuotes = /[\s"]/.test(path);
  // A folder is not the end: its quotes stay open.
  const words = needsQuotes ? `@"${path}${isFolder ? '' : '" '}` : `@${path}${isFolder ? '' : ' '}`;
  const put = charactersOf(words);
  return {
    characters: characters.toSpliced(start, cursor - start, ...put),
    cursor: start + put.length,
  };
}

/** Every path that a text names, in order. Punctuation after a word is the sentence's own. */
export function mentionsIn(text: string): readonly string[] {
  return [...text.matchAll(/(?<!\S)@(?:"([^"\n]+)"|([^\s"]+))/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
}
