// Which fonts a drawing names. Every list gets the family that is always there at its end, because an engine that finds
// none of the names would also forget weight and slant; and the names that are not here are told.
import { maxFontListChars } from '../limits.ts';

const lastFamily = 'Noto Sans';
const monoFamily = 'JetBrains Mono';
/** Names that are here, or that stand for whatever is. */
const present: ReadonlySet<string> = new Set([
  'noto sans',
  'jetbrains mono',
  'sans-serif',
  'monospace',
  'system-ui',
  'ui-sans-serif',
  'ui-monospace',
  'inherit',
  'initial',
  'unset',
]);
const monoPattern = /mono|courier|consol|menlo|code|typewriter/i;

export interface FamilyList {
  readonly list: string;
  /** The first choice, when it is not here. */
  readonly absent?: string;
}

export function completeFamilies(value: string): FamilyList {
  const names = value
    .slice(0, maxFontListChars)
    .replace(/!important\s*$/i, '')
    .split(',')
    .map((name) => name.trim().replaceAll(/^["']|["']$/g, ''))
    .filter((name) => name !== '');
  const [first = ''] = names;
  if (/^(inherit|initial|unset)$/i.test(first)) return { list: value };
  const last = monoPattern.test(value) ? monoFamily : lastFamily;
  const safe = [...names, last].map((name) =>
    isGeneric(name) ? name : `'${name.replaceAll(/["'\\<>&]/g, '')}'`,
  );
  const isHere = present.has(first.toLowerCase());
  return { list: safe.join(', '), ...(!isHere && first !== '' && { absent: first }) };
}

function isGeneric(name: string): boolean {
  return /^(sans-serif|serif|monospace|cursive|fantasy|system-ui|ui-[a-z-]+|emoji|math)$/.test(
    name,
  );
}

/** The same for every `font-family` in a block of declarations. */
export function completeSheet(css: string, onAbsent: (name: string) => void): string {
  if (!/font-family/i.test(css)) return css;
  return css.replaceAll(
    /(font-family\s{0,99}:)([^:;{}]{1,1000})(?=[;}]|$)/gi,
    (_, name: string, value: string) => {
      const { list, absent } = completeFamilies(value);
      if (absent !== undefined) onAbsent(absent);
      return `${name} ${list}`;
    },
  );
}
