// What crosses between the host and the text renderer's thread: texts as bytes in, pages as scenes out. Scenes are drawn in
// another thread, so what comes back is told apart here and trusted with nothing.
import {
  bound,
  flag,
  group,
  isShape,
  listOf,
  oneOf,
  positive,
  shape,
  text,
} from '@percept/core/internal/options';
import type { Paper } from '../grid/paper.ts';
import type { PageRange, Theme } from '../options.ts';
import type { ReadWords } from '../renderer.ts';
import { warningKinds, type Warning } from '../rendering.ts';
import type { SceneNode } from '../takumi/scene.ts';
import type { Block } from '../document/node.ts';

/** How a text becomes lines. */
export type TextForm = 'code' | 'ansi' | 'json' | 'diff';

/** The language of a text that is not coloured. */
export const plain = 'plaintext';

export interface GridOrder {
  readonly bytes: Uint8Array;
  /** What the header says. */
  readonly label: string;
  readonly paper: Paper;
  readonly theme: Theme;
  readonly pages: PageRange;
}

export interface CodeOrder extends GridOrder {
  readonly kind: 'code';
  readonly form: TextForm;
  readonly name: string | undefined;
  /** Undefined: found by name and first line. */
  readonly language: string | undefined;
}

export interface TableOrder extends GridOrder {
  readonly kind: 'table';
  /** Undefined: found in the text. */
  readonly delimiter?: string | undefined;
}

/** Formats that become blocks, which are measured and cut into pages by the host. */
export type DocumentFormat = 'markdown' | 'html' | 'notebook' | 'docx';

export interface DocumentOrder {
  readonly kind: 'document';
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
  readonly theme: Theme;
  /** What the content may be wide, in pixels. */
  readonly width: number;
}

/** Blocks of a document whose code is yet without colours. */
export interface ColourOrder {
  readonly kind: 'colour';
  readonly nodes: readonly SceneNode[];
  readonly theme: Theme;
}

export interface SheetOrder extends GridOrder {
  readonly kind: 'sheet';
}

/** What is written in a document, without a look at it. */
export interface WordsOrder {
  readonly kind: 'words';
  readonly format: 'notebook' | 'docx' | 'xlsx';
  readonly bytes: Uint8Array;
  readonly maxChars: number;
}

/** Loads the grammar that an order of code will need. */
interface PrepareOrder {
  readonly kind: 'prepare';
  readonly language: string | undefined;
  readonly name: string | undefined;
  readonly head: Uint8Array;
  readonly theme: Theme;
}

export type TextOrder =
  | PrepareOrder
  | CodeOrder
  | TableOrder
  | SheetOrder
  | DocumentOrder
  | WordsOrder
  | ColourOrder;

export interface LaidPage {
  readonly page: number;
  readonly height: number;
  readonly node: SceneNode;
  readonly text: string;
}

export interface Laid {
  readonly pageCount: number;
  readonly pages: readonly LaidPage[];
  readonly warnings: readonly Warning[];
}

export interface Coloured {
  readonly nodes: readonly SceneNode[];
  /** Places in `nodes` of those with code that stays without colours, because it is too long. */
  readonly tooLong: readonly number[];
}

export interface Written {
  readonly blocks: readonly Block[];
  readonly css: readonly string[];
  readonly warnings: readonly Warning[];
}

export type Words = Omit<ReadWords, 'kind'>;

const warnings = listOf(shape({ kind: oneOf(warningKinds), message: text }));

/** A scene is judged by the thread that draws it. */
const page = shape({ page: positive, height: bound, node: group, text });
const block = shape({ node: group, keepWithNext: flag });

export const isLaid = isShape<Laid>({ pageCount: positive, pages: listOf(page), warnings });
export const isWritten = isShape<Written>({ blocks: listOf(block), css: listOf(text), warnings });
export const isWords = isShape<Words>({ text, chars: bound, pictures: bound });
export const isColoured = isShape<Coloured>({ nodes: listOf(group), tooLong: listOf(bound) });
