// What the environment says before anything is asked. It decides who gets words, and whom a question would hurt; what a
// terminal can draw it never decides, because variables are lost over SSH and inherited by multiplexers.
import {
  isGraphicsChoice,
  plainGraphics,
  type Graphics,
  type GraphicsChoice,
  type Multiplexer,
} from './graphics.ts';
import type { ColourDepth } from './half-blocks.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

export interface Surroundings {
  readonly variables: Variables;
  readonly platform: string;
  /** Whether what is written reaches a terminal. */
  readonly isTerminal: boolean;
}

export type Assessment =
  /** Decided without a question. */
  | { readonly kind: 'decided'; readonly graphics: Graphics }
  | {
      readonly kind: 'ask';
      readonly multiplexer: Multiplexer;
      readonly depth: ColourDepth;
      /** Half blocks come out right here, as far as the environment tells. */
      readonly blocks: boolean;
      readonly forced?: GraphicsChoice;
      /** A terminal that names itself in the environment and may not answer XTVERSION. */
      readonly brand?: string;
    };

export function assess({ variables, platform, isTerminal }: Surroundings): Assessment {
  const wanted = variables['PERCEPT_GRAPHICS'];
  const forced = isGraphicsChoice(wanted) ? wanted : undefined;
  const multiplexer = multiplexerOf(variables);
  const depth = depthOf(variables, multiplexer);
  if (forced && (!isTerminal || forced === 'none' || forced === 'half')) {
    // Whoever forces half blocks into a pipe replays them somewhere else.
    const colours = isTerminal ? depth : 'true-colour';
    const reason = `PERCEPT_GRAPHICS=${forced}`;
    return decided(plainGraphics(forced, reason, { multiplexer, depth: colours }));
  }
  if (!forced) {
    const why = wordsBecause(variables, platform, isTerminal);
    if (why) return decided(plainGraphics('none', why, { multiplexer }));
    const mute = blocksBecause(variables, multiplexer);
    if (mute) return decided(plainGraphics('half', mute, { multiplexer, depth }));
  }
  const brand = brandOf(variables, multiplexer);
  return {
    kind: 'ask',
    multiplexer,
    depth,
    blocks: speaksUnicode(variables),
    ...(forced && { forced }),
    ...(brand && { brand }),
  };
}

function decided(graphics: Graphics): Assessment {
  return { kind: 'decided', graphics };
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

function wordsBecause(
  variables: Variables,
  platform: string,
  isTerminal: boolean,
): string | undefined {
  const term = variables['TERM'];
  if (!isTerminal) return 'the output is not a terminal';
  // no-color.org: "when present and not an empty string (regardless of its value)".
  if (variables['NO_COLOR']) return 'NO_COLOR is set';
  if (isSet(variables['CI'])) return 'CI is set';
  const reader = ['PERCEPT_SCREEN_READER', 'ACCESSIBLE', 'INK_SCREEN_READER'];
  const named = reader.find((name) => isSet(variables[name]));
  if (named) return `${named} is set: a screen reader`;
  if (!term) return platform === 'win32' ? undefined : 'TERM is not set';
  if (/^(?:dumb|unknown|emacs|vt\d+|ansi-m|cons\d+-m)\b/.test(term)) return `TERM is ${term}`;
  return undefined;
}

/** Terminals without pictures on which the questions themselves would show. */
function blocksBecause(variables: Variables, multiplexer: Multiplexer): string | undefined {
  if (multiplexer === 'screen') return 'GNU screen passes no pictures on';
  if (variables['TERM'] === 'linux') return 'the Linux console has no pictures';
  if (variables['TERM_PROGRAM'] === 'Apple_Terminal' && multiplexer === 'none')
    return 'Apple Terminal has no pictures';
  return undefined;
}

function multiplexerOf({ TMUX, STY, TERM = '' }: Variables): Multiplexer {
  if (TMUX || TERM.startsWith('tmux')) return 'tmux';
  return STY || /^screen\b/.test(TERM) ? 'screen' : 'none';
}

function depthOf({ COLORTERM, TERM = '' }: Variables, multiplexer: Multiplexer): ColourDepth {
  if (multiplexer === 'screen') return '256-colours';
  const said = COLORTERM === 'truecolor' || COLORTERM === '24bit' || TERM.endsWith('-direct');
  return said ? 'true-colour' : '256-colours';
}

/** A multiplexer inherits the variables of whatever it was started in, so inside one they prove nothing. */
function brandOf(
  { TERM_PROGRAM, LC_TERMINAL }: Variables,
  multiplexer: Multiplexer,
): string | undefined {
  if (multiplexer !== 'none') return undefined;
  return TERM_PROGRAM || LC_TERMINAL || undefined;
}

/** A locale that is set and is not UTF-8: a block would come out as three letters. */
export function speaksUnicode({ LC_ALL, LC_CTYPE, LANG }: Variables): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG;
  return locale === undefined || locale === '' || /utf-?8/i.test(locale);
}
