// Controls as a list of a few words each: what it is, its name, its state, and where to click. Icons and links are counted:
// their words stand in the text already.
import type { ScreenElement } from '../description.ts';
import { shownOnOneLine } from './shown.ts';
import { maxToldElements } from '../limits.ts';

const plainRoles: Readonly<Partial<Record<ScreenElement['role'], string>>> = {
  radio: 'radio button',
  progressbar: 'progress bar',
  scrollbar: 'scroll bar',
  textbox: 'field',
  combobox: 'drop-down list',
  menuitem: 'menu entry',
  img: 'icon',
  cursor: 'mouse pointer',
};

export function elementLines(elements: readonly ScreenElement[]): readonly string[] {
  const all = elements.flatMap((element) => flat(element, 0));
  const told = all.filter(({ element: { role } }) => role !== 'link' && role !== 'img');
  const count = (role: ScreenElement['role']): number =>
    all.filter(({ element }) => element.role === role).length;
  const [links, icons] = [count('link'), count('img')];
  const rest = [
    ...(told.length > maxToldElements ? [`${told.length - maxToldElements} more controls`] : []),
    ...(links > 0 ? [links === 1 ? 'one link' : `${links} links`] : []),
    ...(icons > 0 ? [icons === 1 ? 'one icon' : `${icons} icons`] : []),
  ];
  return [
    '[controls, with the point to click at]',
    ...told
      .slice(0, maxToldElements)
      .map(({ element, depth }) => `${'  '.repeat(depth)}${line(element)}`),
    ...(rest.length > 0 ? [`(and ${rest.join(', ')})`] : []),
  ];
}

interface Placed {
  readonly element: ScreenElement;
  readonly depth: number;
}

function flat(element: ScreenElement, depth: number): readonly Placed[] {
  const below = (element.children ?? []).flatMap((child) => flat(child, depth + 1));
  return [{ element, depth }, ...below];
}

function line(element: ScreenElement): string {
  const { role, name, point } = element;
  const words = [plainRoles[role] ?? role, ...(name === '' ? [] : [quoted(name)])].join(' ');
  const states = statesOf(element);
  const told = states.length > 0 ? `${words}: ${states.join(', ')}` : words;
  return `- ${told} (x ${point[0]}, y ${point[1]})`;
}

function statesOf(element: ScreenElement): readonly string[] {
  const { role, checked, selected, value, placeholder } = element;
  const isSwitch = role === 'switch';
  return [
    ...(checked === 'mixed' ? ['partly checked'] : []),
    ...(checked === true ? [isSwitch ? 'on' : role === 'radio' ? 'chosen' : 'checked'] : []),
    ...(checked === false ? [isSwitch ? 'off' : role === 'radio' ? 'not chosen' : 'empty'] : []),
    ...(selected === true ? ['selected'] : []),
    ...(typeof value === 'number' ? [`at ${Math.round(value * 100)} %`] : []),
    ...(typeof value === 'string' && value !== '' ? [quoted(value)] : []),
    ...(role === 'textbox' && value === '' ? ['empty'] : []),
    ...(placeholder === undefined ? [] : [`shows ${quoted(placeholder)}`]),
    ...(element.default ? ['default'] : []),
    ...(element.disabled ? ['disabled'] : []),
    ...(element.focused ? ['focused'] : []),
  ];
}

function quoted(text: string): string {
  return `“${shownOnOneLine(text)}”`;
}
