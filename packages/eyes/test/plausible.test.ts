import { expect, test } from 'vitest';
import { plausibleElements } from '../src/controls/plausible.ts';
import type { ScreenElement } from '../src/description.ts';

function control(role: ScreenElement['role'], name: string, confidence: number): ScreenElement {
  return { role, name, confidence, box: [0, 0, 10, 10], point: [5, 5] };
}

const rows = ['Croissant', 'Flat white', 'TOTAL', ''].map((name) =>
  control('menuitem', name, 0.73),
);
const save = control('button', 'Save', 0.9);
const weak = control('checkbox', 'from', 0.42);

test('rows of a page that is read are no entries of a menu', { tags: ['f-eyes-kind'] }, () => {
  for (const kind of ['document', 'photo-of-text', 'table', 'chart'] as const)
    expect(plausibleElements([...rows, weak], kind)).toEqual([]);
});

test('controls that stand there surely are told whatever the kind, and bring their menu and weaker ones', () => {
  expect(plausibleElements([...rows, save, weak], 'document')).toEqual([
    ...rows.slice(0, 3),
    save,
    weak,
  ]);
  expect(plausibleElements([...rows, weak], 'code')).toEqual(rows.slice(0, 3));
  expect(plausibleElements([...rows, weak], 'screenshot')).toEqual([...rows, weak]);
});
