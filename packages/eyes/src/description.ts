// What a picture says, as data and as Markdown. Every word that came out of the picture is inside the Markdown's fence;
// whoever describes (local eyes or a remote model) answers in this shape.
import type { FilledArea } from './colour/areas.ts';
import type { ColourShare } from './colour/palette.ts';
import type { Quadrant } from './colour/quadrants.ts';
import type { ControlRole } from './controls/sighting.ts';
import type { Box } from './pixels/picture.ts';

const kinds = [
  'screenshot',
  'code',
  'table',
  'chart',
  'diagram',
  'document',
  'photo',
  'photo-of-text',
  'graphic',
  'machine-code',
  'blank',
  /** The time was over before it could be told. */
  'unknown',
] as const;
/** A heuristic over pixels and layout, and labelled as one. */
export type Kind = (typeof kinds)[number];

export interface DescribedLine {
  readonly text: string;
  readonly box: Box;
  /** Of its least sure character, 0 to 1; a line under 0.7 is marked uncertain. */
  readonly confidence: number;
  /** A small box or circle to the left of the words: what a control looks like, and whether something is in it. */
  readonly beside?: { readonly shape: 'box' | 'circle'; readonly state: 'empty' | 'marked' };
  /** The packs for other languages that read some of it; absent when none did. */
  readonly readWith?: readonly string[];
  /**
   * Fainter than the other lines, or on a ground of its own: what disabled and selected things look like. A ground of red or
   * green among others is what a comparison shows.
   */
  readonly look?: 'faint' | 'highlighted' | 'on red' | 'on green';
}

/** One control of a screen, as an accessibility tree would have it. What its role does not have is absent. */
export interface ScreenElement {
  /** As ARIA names it; `img` is an icon, `cursor` the pointer on the screen. */
  readonly role: ControlRole;
  /** The words in it, beside it or above it; of an icon what it shows. Empty where none were found. */
  readonly name: string;
  readonly box: Box;
  /** Where to click. */
  readonly point: readonly [x: number, y: number];
  /** How sure the network is, 0 to 1. */
  readonly confidence: number;
  /** Of a checkbox, a radio button or a switch. */
  readonly checked?: boolean | 'mixed';
  /** Of a tab or an entry of a menu. */
  readonly selected?: boolean;
  readonly disabled?: true;
  readonly focused?: true;
  /** A button that stands out as the one to press. */
  readonly default?: true;
  /** The words in a field or a drop-down list, a dot for each letter that a field hides; 0 to 1 of a slider, a progress bar or a scroll bar. */
  readonly value?: string | number;
  /** What an empty field says. */
  readonly placeholder?: string;
  /** What it holds: the controls of a dialog, the icon of a button. */
  readonly children?: readonly ScreenElement[];
}

/** Text whose script the engine does not read: its place is told, and no look-alike is shown. */
export interface UnreadText {
  readonly box: Box;
  readonly reason: 'unsupported-script' | 'illegible';
}

export interface MachineCode {
  /** As zxing names it: `QRCode`, `EAN13`, `Code128` … */
  readonly format: string;
  readonly text: string;
  readonly box: Box;
}

export interface Table {
  readonly rows: readonly (readonly string[])[];
  readonly box: Box;
}

export interface CodeBlock {
  /** With its indentation, and its line numbers where the picture shows them. */
  readonly text: string;
  readonly box: Box;
}

export interface Series {
  readonly name: string;
  /** One per category; null where the value could not be measured. */
  readonly values: readonly (number | null)[];
}

export interface Chart {
  readonly type: 'bar' | 'line' | 'scatter' | 'pie';
  /** Bars whose series stand on each other. */
  readonly stacked?: true;
  /** Of a pie the names of its slices, clockwise from the top. */
  readonly categories: readonly string[];
  /**
   * Of a pie one, in per cent, measured as angles. None where values were not seen: of a scatter plot (marks may cover each other), of bars
   * without an axis and without numbers, of stacks and slices whose names were not found.
   */
  readonly series: readonly Series[];
  /** The marks of a scatter plot that stand apart. */
  readonly points?: number;
  /** The least and the largest number that was read at each axis of a scatter plot. */
  readonly ranges?: {
    readonly x: readonly [number, number];
    readonly y: readonly [number, number];
  };
}

export interface DiagramNode {
  readonly id: string;
  readonly text: string;
  readonly box: Box;
}

export interface DiagramEdge {
  /** Ids of the boxes that its stroke was followed between. */
  readonly from: string;
  readonly to: string;
  /** The words on it; empty where there are none, or where they may belong to another. */
  readonly label: string;
  /** Whether an arrowhead was seen; without one the order of the two says nothing. */
  readonly directed: boolean;
  /** Arrowheads at both ends. */
  readonly both?: true;
}

/** Boxes and the arrows between them. What no stroke was followed to is not in it. */
export interface Diagram {
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly DiagramEdge[];
}

export interface Description {
  readonly markdown: string;
  readonly kind: Kind;
  readonly lines: readonly DescribedLine[];
  /** The controls of a screen with their states, in reading order. */
  readonly elements: readonly ScreenElement[];
  readonly unread: readonly UnreadText[];
  readonly palette: readonly ColourShare[];
  readonly quadrants: readonly Quadrant[];
  readonly areas: readonly FilledArea[];
  readonly codes: readonly MachineCode[];
  readonly tables: readonly Table[];
  readonly blocks: readonly CodeBlock[];
  readonly charts: readonly Chart[];
  readonly diagrams: readonly Diagram[];
  readonly size: { readonly width: number; readonly height: number };
  /** Who looked: `embedded-ocr` for local eyes, else the model's own name. */
  readonly engine: string;
  readonly version: string;
  /** False when the time or the memory ran out: what is here is true, and something may be missing. */
  readonly complete: boolean;
}
