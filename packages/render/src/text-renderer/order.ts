// What crosses between the host and the text renderer's thread: texts as bytes in, pages as scenes out. Scenes are drawn in
// another thread, so what comes back is told apart here and trusted with nothing.
import { isRecord } from '@percept/core/internal';
import type { Paper } from '../grid/paper.ts';
import type { PageRange, Theme } from '../options.ts';
import { warningKinds, type Warning } from '../rendering.ts';
import type { SceneNode } from '../takumi/scene.ts';
import type { Block } from '../document/block.ts';

/** How a text becomes lines. */
export type TextForm = 'code' | 'ansi' | 'json' | 'diff';

interface GridOrder {
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

const kinds: ReadonlySet<unknown> = new Set([
  'prepare',
  'code',
  'table',
  'sheet',
  'document',
  'colour',
]);

export function isTextOrder(value: unknown): value is TextOrder {
  return isRecord(value) && kinds.has(value['kind']);
}

export function isLaid(value: unknown): value is Laid {
  return (
    isRecord(value) &&
    typeof value['pageCount'] === 'number' &&
    Array.isArray(value['pages']) &&
    value['pages'].every(
      (page) =>
        isRecord(page) &&
        isRecord(page['node']) &&
        typeof page['text'] === 'string' &&
        typeof page['height'] === 'number',
    ) &&
    areWarnings(value['warnings'])
  );
}

export function isWritten(value: unknown): value is Written {
  return (
    isRecord(value) &&
    Array.isArray(value['blocks']) &&
    value['blocks'].every((block) => isRecord(block) && isRecord(block['node'])) &&
    Array.isArray(value['css']) &&
    value['css'].every((sheet) => typeof sheet === 'string') &&
    areWarnings(value['warnings'])
  );
}

export function isColoured(value: unknown): value is Coloured {
  return (
    isRecord(value) &&
    Array.isArray(value['nodes']) &&
    value['nodes'].every(isRecord) &&
    Array.isArray(value['tooLong'])
  );
}

const warnings: ReadonlySet<unknown> = new Set(warningKinds);

function areWarnings(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((item) => isRecord(item) && warnings.has(item['kind']) && 'message' in item)
  );
}
