// What all looks of one page are made from.
import type { Dice, Style } from './style.ts';

/** What the controls of one page share. */
export interface Ground {
  readonly dice: Dice;
  readonly style: Style;
  /** What a disabled control adds, and a focused one. */
  readonly faint: string;
  readonly focus: string;
  readonly mix: (colour: string, share: number, under?: string) => string;
}
