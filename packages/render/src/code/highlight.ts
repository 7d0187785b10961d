// Colours for code, from the grammars that editors use. Runs in the text renderer's thread only: a grammar is a set of regular
// expressions, and a line can be made that keeps one busy for ever.
import {
  codeToTokensBase,
  createShikiPrimitiveAsync,
  type ShikiPrimitive,
} from '@shikijs/primitive';
import { createRequire } from 'node:module';
import { createOnigurumaEngine } from 'shiki/engine/oniguruma';
import { bundledLanguages, bundledLanguagesInfo } from 'shiki/langs';
import { compileWasm, instantiateWasm } from '../engine/wasm.ts';
import type { StyleRun } from '../grid/segment.ts';
import type { Theme } from '../options.ts';
import { plain } from '../text-renderer/order.ts';
import { languageOf } from './language.ts';

/** Each is loaded when a page in it is first asked for. */
const themes = {
  light: {
    name: 'github-light-high-contrast',
    load: () => import('shiki/themes/github-light-high-contrast.mjs'),
  },
  dark: {
    name: 'github-dark-high-contrast',
    load: () => import('shiki/themes/github-dark-high-contrast.mjs'),
  },
} as const satisfies Readonly<Record<Theme, object>>;

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
const require = createRequire(import.meta.url);
let started: Promise<ShikiPrimitive> | undefined;

/** From its file: the copy that is written as text inside a module takes ten times as long to read. */
async function oniguruma(imports: object = {}): Promise<{ readonly exports: object }> {
  return instantiateWasm(await compileWasm(require.resolve('shiki/onig.wasm')), imports);
}

function start(): Promise<ShikiPrimitive> {
  return (started ??= createShikiPrimitiveAsync({
    engine: createOnigurumaEngine({ instantiator: oniguruma }),
  }));
}

/** Loads what a language needs; false where there is no grammar. */
export async function prepare(language: string, theme: Theme): Promise<boolean> {
  const loader = loaders.get(language);
  if (language === plain || !loader) return false;
  const highlighter = await start();
  const { name, load } = themes[theme];
  const isThemed = highlighter.getLoadedThemes().includes(name);
  await Promise.all([isThemed || highlighter.loadTheme(load()), highlighter.loadLanguage(loader)]);
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
  if (!(await prepare(language, theme))) return lines.map(() => []);
  const highlighter = await start();
  const tokens = codeToTokensBase(highlighter, lines.join('\n'), {
    lang: language,
    theme: themes[theme].name,
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
