// What the network of controls says at one place of a picture: a role, a box, and states. The order of the lists is that of
// its outputs; `training/controls/net.py` has the same.
import type { Box } from '../pixels/picture.ts';

export const controlRoles = [
  'checkbox',
  'radio',
  'switch',
  'slider',
  'progressbar',
  'img',
  'scrollbar',
  'cursor',
  'tab',
  'button',
  'textbox',
  'combobox',
  'menuitem',
  'link',
  'dialog',
] as const;
/** As ARIA names them; `img` is an icon, and `cursor` the pointer on the screen. */
export type ControlRole = (typeof controlRoles)[number];

/** Shapes, things with words in them, and dialogs: one place of a picture may be one of each. */
export const groupOf: Readonly<Record<ControlRole, 0 | 1 | 2>> = {
  checkbox: 0,
  radio: 0,
  switch: 0,
  slider: 0,
  progressbar: 0,
  img: 0,
  scrollbar: 0,
  cursor: 0,
  tab: 1,
  button: 1,
  textbox: 1,
  combobox: 1,
  menuitem: 1,
  link: 1,
  dialog: 2,
};
export const groups = 3;

export const controlStates = [
  'on',
  'mixed',
  'disabled',
  'focused',
  'default',
  'placeholder',
] as const;
export type ControlState = (typeof controlStates)[number];

export const iconKinds = [
  'other',
  'close',
  'menu',
  'search',
  'settings',
  'add',
  'delete',
  'edit',
  'user',
  'notification',
  'home',
  'back',
  'forward',
  'up',
  'down',
  'more',
  'favourite',
  'download',
  'upload',
  'check',
  'information',
  'warning',
  'lock',
  'calendar',
  'mail',
  'folder',
  'file',
  'play',
  'refresh',
  'copy',
  'visibility',
  'link',
] as const;
export type IconKind = (typeof iconKinds)[number];

export interface Sighting {
  readonly role: ControlRole;
  /** Of the less sure of the two networks, 0 to 1. */
  readonly score: number;
  readonly box: Box;
  readonly states: Readonly<Record<ControlState, boolean>>;
  /** Where a slider, a progress bar or a scroll bar stands, 0 to 1. */
  readonly value: number;
  readonly icon: IconKind;
  /** Letters that a field shows as dots. */
  readonly hidden?: number;
}
