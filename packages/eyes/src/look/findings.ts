// What has been found out about a picture so far. A description can be written from it at any moment; what has not been
// looked at yet is undefined, and is said so.
import type { FilledArea } from '../colour/areas.ts';
import type { ColourShare } from '../colour/palette.ts';
import type { Quadrant } from '../colour/quadrants.ts';
import type { Chart, Kind, MachineCode, ScreenElement, UnreadText } from '../description.ts';
import type { FoundDiagram } from '../diagram/read-diagrams.ts';
import type { Block } from '../layout/blocks.ts';
import type { LineStates } from '../layout/line-state.ts';
import type { PackName } from '../models/catalogue.ts';
import type { VisualLine } from '../layout/visual-line.ts';

export interface Findings {
  readonly format: string;
  readonly size: { readonly width: number; readonly height: number };
  /** Set when the picture was larger than what is looked at. */
  readonly original?: { readonly width: number; readonly height: number };
  readonly palette?: readonly ColourShare[];
  readonly quadrants?: readonly Quadrant[];
  readonly areas?: readonly FilledArea[];
  readonly codes?: readonly MachineCode[];
  readonly text?: FoundText;
  /** Who ran the networks. */
  readonly runtime?: string;
  /** The packs that were asked about weak lines. */
  readonly packs?: readonly PackName[];
  readonly states?: LineStates;
  readonly elements?: readonly ScreenElement[];
  readonly charts?: readonly Chart[];
  readonly diagrams?: readonly FoundDiagram[];
  readonly kind?: Kind;
  /** Set when every stage is done. */
  readonly complete: boolean;
}

export interface FoundText {
  readonly blocks: readonly Block[];
  readonly lines: readonly VisualLine[];
  readonly unread: readonly UnreadText[];
}
