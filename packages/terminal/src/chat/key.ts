// Keys, and what many of them at once may be.
import {
  eraseAfter,
  eraseBefore,
  eraseToEnd,
  eraseToStart,
  eraseWord,
  insert,
  move,
  type Draft,
  type Motion,
} from './editor.ts';

/** A key as Ink tells it, as far as it matters here. */
export type Key = Readonly<typeof noKey>;

/** What a key does to what is written; undefined when it does something else. */
export function editOf(input: string, key: Key): ((draft: Draft) => Draft) | undefined {
  const motion = motionOf(input, key);
  if (motion) return (draft) => move(draft, motion);
  if (key.return) return key.meta || key.shift ? newLine : undefined;
  if (key.backspace) return key.meta ? eraseWord : eraseBefore;
  if (key.delete) return eraseAfter;
  return key.ctrl ? controls[input] : undefined;
}

const newLine = (draft: Draft): Draft => insert(draft, '\n');

const controls: Readonly<Record<string, (draft: Draft) => Draft>> = {
  d: eraseAfter,
  h: eraseBefore,
  j: newLine,
  k: eraseToEnd,
  u: eraseToStart,
  w: eraseWord,
};

const motions: Readonly<Record<string, Motion>> = {
  a: 'line-start',
  b: 'left',
  e: 'line-end',
  f: 'right',
};

function motionOf(input: string, key: Key): Motion | undefined {
  const byWord = key.meta || key.ctrl;
  if (key.leftArrow) return byWord ? 'word-left' : 'left';
  if (key.rightArrow) return byWord ? 'word-right' : 'right';
  if (key.home) return 'line-start';
  if (key.end) return 'line-end';
  if (key.ctrl) return motions[input];
  if (key.meta && input === 'b') return 'word-left';
  return key.meta && input === 'f' ? 'word-right' : undefined;
}

const noKey = {
  ctrl: false,
  meta: false,
  shift: false,
  return: false,
  escape: false,
  tab: false,
  backspace: false,
  delete: false,
  leftArrow: false,
  rightArrow: false,
  upArrow: false,
  downArrow: false,
  home: false,
  end: false,
};

export interface Stroke {
  readonly input: string;
  readonly key: Key;
}

/** What came in one piece over a slow line, key by key: Ink takes it for one text. */
export function strokesOf(input: string): readonly Stroke[] {
  // oxlint-disable-next-line no-control-regex
  return [...input.matchAll(/[^\u0000-\u001f\u007f]+|[\u0000-\u001f\u007f]/g)].map(([part]) => {
    const code = part.charCodeAt(0);
    if (code >= 0x20 && code !== 0x7f) return { input: part, key: noKey };
    if (part === '\r') return { input: '', key: { ...noKey, return: true } };
    if (part === '\t') return { input: '', key: { ...noKey, tab: true } };
    if (part === '\u007f') return { input: '', key: { ...noKey, backspace: true } };
    return { input: String.fromCharCode(code + 0x60), key: { ...noKey, ctrl: true } };
  });
}

/** A whole path, or a list of them: nobody types that in one go. */
export function looksDropped(text: string): boolean {
  return text.length > 4 && /^\s*(?:['"]?(?:~?\/[^\s/]+\/|[A-Za-z]:[\\/])|file:\/\/)/.test(text);
}
