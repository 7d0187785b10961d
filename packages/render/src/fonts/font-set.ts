// The fonts that everything is drawn with: from packages, never from the system, so that the same source looks the same
// everywhere. The large ones are loaded only when a text needs them.
import { keeping } from '@percept/core/internal';
import {
  checkFields,
  has,
  listOf,
  maybe,
  shape,
  type Rule,
  word,
} from '@percept/core/internal/options';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { toSfnt, tableOf } from './sfnt.ts';
import { maxNamedGlyphs } from '../limits.ts';
import type { Warning } from '../rendering.ts';

export type Generic = 'sans-serif' | 'serif' | 'monospace' | 'emoji' | 'system-ui';

export interface Font {
  /** Unique in its set; names the exact bytes, because it stands in cache keys. */
  readonly id: string;
  readonly generic?: Generic;
  load(): Promise<Uint8Array>;
}

export interface FontSet {
  /** Stands in cache keys: another font gives other pixels. */
  readonly id: string;
  /** In order of preference. */
  readonly always: readonly Font[];
  readonly emoji?: Font;
  /** Covers what nothing else does, plainly. */
  readonly lastResort?: Font;
}

export type EmojiStyle = 'colour' | 'plain';

/** What a text needs beyond the fonts that are always there. */
export interface FontNeed {
  readonly fonts: readonly Font[];
  /** Characters that no font of the set has. */
  readonly missing: readonly string[];
}

const require = createRequire(import.meta.url);

interface Packaged {
  /** As `package.json` pins it; a test holds the two together. */
  readonly package: string;
  readonly version: string;
  readonly file: string;
  readonly generic?: Generic;
  /** Any file of the package that can be resolved, and the way from its folder to the package's. */
  readonly locate: () => string;
  readonly up: string;
}

const latin = {
  package: '@embedpdf/fonts-latin',
  version: '1.0.0',
  locate: () => require.resolve('@embedpdf/fonts-latin'),
  up: '..',
} as const;
const mono = {
  package: '@expo-google-fonts/jetbrains-mono',
  version: '0.4.1',
  locate: () => require.resolve('@expo-google-fonts/jetbrains-mono/metadata.json'),
  up: '.',
} as const;

export const packagedFonts = {
  sans: { ...latin, file: 'fonts/NotoSans-Regular.ttf', generic: 'sans-serif' },
  sansBold: { ...latin, file: 'fonts/NotoSans-Bold.ttf', generic: 'sans-serif' },
  sansItalic: { ...latin, file: 'fonts/NotoSans-Italic.ttf', generic: 'sans-serif' },
  sansBoldItalic: { ...latin, file: 'fonts/NotoSans-BoldItalic.ttf', generic: 'sans-serif' },
  mono: { ...mono, file: '400Regular/JetBrainsMono_400Regular.ttf', generic: 'monospace' },
  monoBold: { ...mono, file: '700Bold/JetBrainsMono_700Bold.ttf', generic: 'monospace' },
  monoItalic: {
    ...mono,
    file: '400Regular_Italic/JetBrainsMono_400Regular_Italic.ttf',
    generic: 'monospace',
  },
  emoji: {
    package: 'twemoji-colr-font',
    version: '15.0.3',
    file: 'twemoji.woff2',
    generic: 'emoji',
    locate: () => require.resolve('twemoji-colr-font/package.json'),
    up: '.',
  },
  unifont: {
    package: '@fontsource/unifont',
    version: '5.3.0',
    file: 'files/unifont-latin-400-normal.woff',
    locate: () => require.resolve('@fontsource/unifont/package.json'),
    up: '.',
  },
} as const satisfies Readonly<Record<string, Packaged>>;

function packaged({ package: name, version, file, generic, locate, up }: Packaged): Font {
  return {
    id: `${name}@${version}/${file}`,
    ...(generic && { generic }),
    load: async () => new Uint8Array(await readFile(join(dirname(locate()), up, file))),
  };
}

/**
 * JetBrains Mono and Noto Sans always; colour emoji and GNU Unifont when a text asks for them.
 *
 * @example createFontSet({ ...standardFonts(), lastResort });
 */
export function standardFonts(): FontSet {
  const { emoji, unifont, ...always } = packagedFonts;
  return createFontSet({
    always: Object.values(always).map(packaged),
    emoji: packaged(emoji),
    lastResort: packaged(unifont),
  });
}

/**
 * Fonts for takumi and PDFium, under an id that is part of every cache key.
 *
 * @example createTakumi({ fonts: createFontSet({ ...standardFonts(), lastResort }) });
 */
export function createFontSet(fonts: Omit<FontSet, 'id'>): FontSet {
  checkFields('createFontSet', fonts, {
    always: listOf(font, 1),
    emoji: maybe(font),
    lastResort: maybe(font),
  });
  const all = [...fonts.always, fonts.emoji, fonts.lastResort];
  const id = createHash('sha256').update(JSON.stringify(all.map((font) => font?.id ?? null)));
  return { ...fonts, id: id.digest('hex').slice(0, 16) };
}

const font: Rule = (value, path) => shape({ id: word })(value, path) ?? has('load')(value, path);

const emojiPattern = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
/** Invisible by nature: no font needs them. */
const unseen = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Variation_Selector}]/u;
/** Latin letters and punctuation are in every font that is always there. */
const plainText = /^[\t\n\r\x20-\x7e\u00a0-\u017f]*$/;

/** Knows which fonts a text needs; reads a font's cmap at most once. `plain`: without the colour font, for engines that leave its glyphs out. */
export function fontNeeds(set: FontSet): (text: string, emoji: EmojiStyle) => Promise<FontNeed> {
  const { emoji: colourFont, lastResort } = set;
  const alwaysCovered = keeping(() => coverageOf(set.always));
  const lastCovered = keeping(() => coverageOf(lastResort ? [lastResort] : []));
  return async (text, emoji) => {
    if (plainText.test(text)) return { fonts: [], missing: [] };
    const always = await alwaysCovered();
    const fonts: Font[] = [];
    const rare: string[] = [];
    let hasEmoji = false;
    for (const char of new Set(text)) {
      if (always.has(char.codePointAt(0) ?? 0) || unseen.test(char)) continue;
      if (colourFont && emoji === 'colour' && emojiPattern.test(char)) hasEmoji = true;
      else rare.push(char);
    }
    if (hasEmoji && colourFont) fonts.push(colourFont);
    if (rare.length === 0 || !lastResort) return { fonts, missing: rare };
    const last = await lastCovered();
    const isCovered = (char: string): boolean => last.has(char.codePointAt(0) ?? 0);
    if (rare.some(isCovered)) fonts.push(lastResort);
    return { fonts, missing: rare.filter((char) => !isCovered(char)) };
  };
}

async function coverageOf(fonts: readonly Font[]): Promise<Coverage> {
  const coverage = new Coverage();
  for (const font of fonts) addCoverage(coverage, toSfnt(await font.load()));
  return coverage;
}

/** What is said of characters that no font has. */
export function missingGlyphs(missing: readonly string[]): readonly Warning[] {
  if (missing.length === 0) return [];
  const more = missing.length > maxNamedGlyphs ? ' …' : '';
  const named = missing.slice(0, maxNamedGlyphs).join(' ');
  const message = `No font has ${missing.length} of the characters: ${named}${more}`;
  return [{ kind: 'font-missing', message }];
}

// Which characters a font has, read from its cmap. It decides which fonts a job needs, and it is how a missing glyph is
// known: the engines draw a box and say nothing.
const codePoints = 0x110000;
/** "cmap" */
const cmapTag = 0x636d6170;

class Coverage {
  readonly #bits = new Uint8Array(codePoints / 8);

  add(first: number, last: number): void {
    for (let code = first; code <= Math.min(last, codePoints - 1); code++)
      this.#bits[code >> 3] = (this.#bits[code >> 3] ?? 0) | (1 << (code & 7));
  }

  has(code: number): boolean {
    return ((this.#bits[code >> 3] ?? 0) & (1 << (code & 7))) !== 0;
  }
}

/** Adds the characters of a plain sfnt to `coverage`. */
function addCoverage(coverage: Coverage, sfnt: Uint8Array): void {
  const cmap = tableOf(sfnt, cmapTag);
  if (!cmap) return;
  const view = new DataView(cmap.buffer, cmap.byteOffset, cmap.byteLength);
  for (let index = 0; index < view.getUint16(2); index++) {
    const offset = view.getUint32(4 + index * 8 + 4);
    const format = view.getUint16(offset);
    if (format === 4) addSegments(coverage, view, offset);
    else if (format === 12) addGroups(coverage, view, offset);
  }
}

function addSegments(coverage: Coverage, view: DataView, offset: number): void {
  const double = view.getUint16(offset + 6);
  for (let index = 0; index < double; index += 2) {
    const last = view.getUint16(offset + 14 + index);
    const first = view.getUint16(offset + 16 + double + index);
    if (last !== 0xffff) coverage.add(first, last);
  }
}

function addGroups(coverage: Coverage, view: DataView, offset: number): void {
  const groups = view.getUint32(offset + 12);
  for (let index = 0; index < groups; index++) {
    const group = offset + 16 + index * 12;
    coverage.add(view.getUint32(group), view.getUint32(group + 4));
  }
}
