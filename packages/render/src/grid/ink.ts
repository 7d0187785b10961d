// The colours of a page: dark ink on white paper unless the caller asks for the other way round.
import type { Theme } from '../options.ts';

const light = {
  paper: '#ffffff',
  text: '#0e1116',
  faint: '#66707b',
  band: '#e7ecf0',
  rule: '#c4cad1',
  link: '#0349b4',
  added: '#d2fedb',
  removed: '#ffe2e0',
  hunk: '#dff0ff',
  /** Ground and ink of characters that are shown by their number. */
  alarm: '#a0111f',
  alarmText: '#ffffff',
  shade: '#f4f6f8',
};

export type Ink = Readonly<Record<keyof typeof light, string>>;

const dark: Ink = {
  paper: '#0a0c10',
  text: '#f0f3f6',
  faint: '#9ea7b3',
  band: '#272b33',
  rule: '#525964',
  link: '#71b7ff',
  added: '#0b3b1b',
  removed: '#5a1312',
  hunk: '#0c2d5a',
  alarm: '#ff9492',
  alarmText: '#0a0c10',
  shade: '#151a21',
};

export function inkOf(theme: Theme): Ink {
  return theme === 'dark' ? dark : light;
}
