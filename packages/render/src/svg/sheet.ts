// Style sheets inside a drawing: what would load something is taken out, the rest stays. Every list of fonts gets the family that is
// always there at its end, because an engine that finds none of the names would also forget weight and slant; and the names that are
// not here are told.
import { maxFontListChars } from '../limits.ts';

export interface Stripped {
  readonly sheet: string;
  readonly external: boolean;
}

/** Takes out `@import` and `@font-face`: both name files, and every font here comes from the host. */
export function stripSheet(css: string): Stripped {
  const sheet = css.includes('@')
    ? css
        .replaceAll(/@import\b[^;{}]{0,2000};?/gi, '')
        .replaceAll(/@font-face\s{0,99}\{[^{}]{0,100000}\}/gi, '')
    : css;
  return { sheet, external: sheet !== css || pointsOutside(css) };
}

const skipped: ReadonlySet<string> = new Set([' ', '\t', '\n', '\r', '"', "'"]);

/** Whether a `url()` names anything but a part of the drawing itself. One step forward per character. */
export function pointsOutside(text: string): boolean {
  for (let at = text.indexOf('url('); at >= 0; at = text.indexOf('url(', at)) {
    at += 'url('.length;
    while (skipped.has(text.charAt(at))) at++;
    const isInside =
      text.charAt(at) === '#' || /^&(?:quot|apos|#3[49]);\s{0,9}#/.test(text.slice(at, at + 20));
    if (!isInside) return true;
  }
  return false;
}

/** The declarations of a style attribute; a later one wins. */
export function readStyle(style: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon <= 0) continue;
    const name = declaration.slice(0, colon).trim().toLowerCase();
    found.set(name, declaration.slice(colon + 1).trim());
  }
  return found;
}

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
