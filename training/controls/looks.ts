// Looks of controls as programs, phones and web pages have them, put together anew for each page for training: shapes, rims, fills, states. Held-out pages have none of them.
import { buttons } from './look-buttons.ts';
import { fieldLooks } from './look-fields.ts';
import { checkboxes, radios } from './look-marks.ts';
import { progresses, sliders } from './look-sliders.ts';
import { tabLooks } from './look-tabs.ts';
import { toggles } from './look-toggles.ts';
import type { Ground } from './look-ground.ts';
import type { Library } from './library.ts';
import type { Dice, Style } from './style.ts';

export type Look = Omit<Library, 'files' | 'keep'>;

export function lookOf(dice: Dice, style: Style): Look {
  const mix = (colour: string, share: number, under = style.card): string =>
    `color-mix(in srgb, ${colour} ${share}%, ${under})`;
  const ground: Ground = { dice, style, faint: faintOf(dice), focus: focusOf(dice, style), mix };
  return {
    checkbox: checkboxes(ground),
    radio: radios(ground),
    toggle: toggles(ground),
    slider: sliders(ground),
    button: buttons(ground),
    progress: progresses(ground),
    ...fieldLooks(ground),
    ...tabLooks(ground),
  };
}

function faintOf(dice: Dice): string {
  const share = dice.real(0.28, 0.62);
  return dice.one([
    `opacity:${share}`,
    `opacity:${share}`,
    `opacity:${share}`,
    `filter:grayscale(1) opacity(${share})`,
    `filter:grayscale(1) contrast(.6) opacity(.75)`,
    `filter:saturate(.15) contrast(.5)`,
    `opacity:.7;filter:grayscale(1);background-image:repeating-linear-gradient(45deg,#8884 0 3px,#0000 3px 6px)`,
    `filter:grayscale(.8) opacity(${share})`,
  ]);
}

function focusOf(dice: Dice, { accent, ink, paper, focus }: Style): string {
  const clear = (share: number, of: string): string =>
    `color-mix(in srgb, ${of} ${share}%, transparent)`;
  const colour = dice.one([accent, accent, ink, '#0a84ff', '#1a73e8', '#f80', '#7a5cff']);
  return dice.one([
    focus,
    focus,
    focus,
    `outline:3px solid #fd0;outline-offset:0;box-shadow:inset 0 0 0 2px #0b0c0c`,
    `box-shadow:0 0 0 ${dice.int(5, 11)}px ${clear(dice.int(16, 34), colour)}`,
    `outline:2px solid ${colour};outline-offset:${dice.int(1, 5)}px`,
    `box-shadow:0 0 0 1px ${paper},0 0 0 3px ${ink}`,
    `box-shadow:0 0 0 2px ${paper},0 0 0 ${dice.int(4, 6)}px ${clear(60, colour)}`,
    `border-color:${colour};box-shadow:0 0 0 ${dice.real(2, 4)}px ${clear(dice.int(25, 55), colour)}`,
    `box-shadow:0 0 ${dice.int(5, 14)}px ${dice.int(1, 3)}px ${clear(dice.int(60, 95), colour)}`,
    `outline:${dice.one([1, 2])}px dashed ${colour};outline-offset:${dice.int(1, 4)}px`,
    `outline:${dice.one([1, 1.5])}px solid ${ink};outline-offset:${dice.int(-4, 3)}px`,
    `outline:2px solid ${paper};outline-offset:-4px;box-shadow:0 0 0 2px ${colour}`,
  ]);
}
