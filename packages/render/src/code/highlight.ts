// Colours for code, from the grammars that editors use. Runs in the scribe's thread only: a grammar is a set of regular
// expressions, and a line can be made that keeps one busy for ever.
import { createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createOnigurumaEngine } from 'shiki/engine/oniguruma';
import { bundledLanguages, bundledLanguagesInfo } from 'shiki/langs';
import type { StyleRun } from '../grid/segment.ts';
import type { Theme } from '../options.ts';
import { languageOf, plain } from './language.ts';

const themes: Readonly<Record<Theme, string>> = {
  light: 'github-light-high-contrast',
  dark: 'github-dark-high-contrast',
};

/** Every name and alias that a grammar exists for. */
export const knownLanguages: ReadonlySet<string> = new Set([
  ...Object.keys(bundledLanguages),
  ...bundledLanguagesInfo.flatMap(({ id, aliases = [] }) => [id, ...aliases]),
]);

/** The language of a text by its name and first line. */
export function guessLanguage(name: string | undefined, bytes: Uint8Array): string {
  return languageOf(name, new TextDecoder().decode(bytes.subarray(0, headBytes)), knownLanguages);
}

const headBytes = 256;

const loaders = new Map(Object.entries(bundledLanguages));
let started: Promise<HighlighterCore> | undefined;

function start(): Promise<HighlighterCore> {
  return (started ??= createHighlighterCore({
    themes: [
      import('shiki/themes/github-light-high-contrast.mjs'),
      import('shiki/themes/github-dark-high-contrast.mjs'),
    ],
    engine: createOnigurumaEngine(import('shiki/wasm')),
  }));
}

/** Loads what a language needs; false where there is no grammar. */
export async function prepare(language: string): Promise<boolean> {
  const loader = loaders.get(language);
  if (language === plain || !loader) return false;
  const highlighter = await start();
  await highlighter.loadLanguage(loader);
  return true;
}

const italic = 1;
const bold = 2;
const underline = 4;

/** Runs of style for each of these lines. Lines over `maxLineChars` stay plain and are not looked into. */
export async function highlight(
  lines: readonly string[],
  language: string,
  theme: Theme,
  maxLineChars: number,
): Promise<readonly (readonly StyleRun[])[]> {
  if (!(await prepare(language))) return lines.map(() => []);
  const highlighter = await start();
  const tokens = highlighter.codeToTokensBase(lines.join('\n'), {
    lang: language,
    theme: themes[theme],
    tokenizeMaxLineLength: maxLineChars,
    // No clock in here: the thread has a deadline, and what is drawn must not depend on how busy the machine is.
    tokenizeTimeLimit: 0,
  });
  return tokens.map((line) =>
    line.map(({ content, color, fontStyle = 0 }) => ({
      length: content.length,
      colour: color,
      ...(fontStyle > 0 && {
        italic: (fontStyle & italic) > 0,
        bold: (fontStyle & bold) > 0,
        underline: (fontStyle & underline) > 0,
      }),
    })),
  );
}
