// Keys, and what many of them at once may be.
import type { Motion } from './editor.ts';

/** A key as Ink tells it, as far as it matters here. */
export interface Key {
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly shift: boolean;
  readonly return: boolean;
  readonly escape: boolean;
  readonly tab: boolean;
  readonly backspace: boolean;
  readonly delete: boolean;
  readonly leftArrow: boolean;
  readonly rightArrow: boolean;
  readonly upArrow: boolean;
  readonly downArrow: boolean;
  readonly home: boolean;
  readonly end: boolean;
}

export function motionOf(key: Key, input: string): Motion | undefined {
  if (key.leftArrow) return key.meta ? 'word-left' : 'left';
  if (key.rightArrow) return key.meta ? 'word-right' : 'right';
  if (key.home) return 'line-start';
  if (key.end) return 'line-end';
  if (key.meta && input === 'b') return 'word-left';
  return key.meta && input === 'f' ? 'word-right' : undefined;
}

export const noKey: Key = {
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
export const enter: Key = { ...noKey, return: true };

/** A whole path, or a list of them: nobody types that in one go. */
export function looksDropped(text: string): boolean {
  return text.length > 4 && /^\s*(?:['"]?(?:~?\/[^\s/]+\/|[A-Za-z]:[\\/])|file:\/\/)/.test(text);
}
