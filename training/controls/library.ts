// How a component library from npm draws its controls, each of several elements, and by which classes their states. For training only.
import type { Dice } from './style.ts';

/** A control to draw: where its truth stands, and what its states add. */
export interface Part {
  readonly dice: Dice;
  readonly on: boolean;
  readonly mixed: boolean;
  readonly isDefault: boolean;
  readonly isFilled: boolean;
  /** From 0 to 1. */
  readonly value: number;
  readonly words: string;
  readonly width: number;
  readonly icon: string;
  /** The attribute of the element whose box is the control's. */
  readonly tag: string;
  /** Attributes that put classes on while disabled, and while focused. */
  readonly states: (disabled: string, focused?: string) => string;
  /** The attribute that adds declarations while disabled, and while focused. */
  readonly css: (disabled: string, focused?: string) => string;
  /** Disables a form control as such. */
  readonly off: string;
  readonly isOff: boolean;
  readonly isFocused: boolean;
}
export type Draw = (part: Part) => string;

export interface Library {
  /** Folder and path of each style sheet in what gather.sh fills. */
  readonly files: readonly string[];
  /** Rules about other classes are left out. */
  readonly keep: RegExp;
  readonly isDark?: boolean;
  readonly root?: string;
  readonly checkbox?: Draw;
  readonly radio?: Draw;
  readonly toggle?: Draw;
  readonly slider?: Draw;
  readonly button?: Draw;
  /** False where a default button looks like any other. */
  readonly hasDefault?: boolean;
  readonly field?: Draw;
  readonly select?: Draw;
  readonly progress?: Draw;
  readonly tab?: Draw;
  /** What stands around tabs. */
  readonly tabs?: (items: string, dice: Dice) => string;
  readonly menuitem?: Draw;
  readonly menu?: (items: string) => string;
}

/** A library without its style sheets. */
export type Controls = Omit<Library, 'files'>;

export const when = (is: boolean, words: string): string => (is ? ` ${words}` : '');
export const share = (value: number): string => `${Math.round(value * 1000) / 10}%`;
export const caret =
  '<svg viewBox="0 0 16 16" width="12" height="12"><path d="M3 6l5 5 5-5" fill="none" stroke="currentColor" stroke-width="1.6"/></svg>';
export const tick =
  '<svg viewBox="0 0 14 14" width="12" height="12" class="p-icon p-checkbox-icon"><path d="M2 7l3.500 3.500L12 4" fill="none" stroke="currentColor" stroke-width="1.8"/></svg>';
export const dash =
  '<svg viewBox="0 0 14 14" width="12" height="12" class="p-icon p-checkbox-icon"><path d="M2 7h10" fill="none" stroke="currentColor" stroke-width="1.8"/></svg>';
export const given = ({ isFilled, words }: Part): string =>
  isFilled ? `value="${words}"` : `placeholder="${words}"`;
