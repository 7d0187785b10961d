// Where names, values and places of controls come from: the characters in them, beside them and above them.
import { describe, expect, it } from 'vitest';
import { elementLines } from '../src/compose/element-words.ts';
import { elementsOf } from '../src/controls/elements.ts';
import type { Sighting } from '../src/controls/sighting.ts';
import type { TextLine } from '../src/ocr/text-line.ts';

/** Every character is half as wide as the line is high. */
function written(text: string, left: number, top: number, height = 20): TextLine {
  const width = text.length * height * 0.5;
  return {
    text,
    characters: [...text].map((char, index) => ({
      char,
      probability: 1,
      x: (index + 0.5) * height * 0.5,
    })),
    region: { centre: { x: left + width / 2, y: top + height / 2 }, width, height, angle: 0 },
    box: [left, top, left + width, top + height],
    confidence: 1,
    weakest: 1,
    ink: '#000000',
    paper: '#ffffff',
  };
}

const off = {
  on: false,
  mixed: false,
  disabled: false,
  focused: false,
  default: false,
  placeholder: false,
};
function seen(
  role: Sighting['role'],
  box: Sighting['box'],
  more: Partial<Omit<Sighting, 'states'>> & { states?: Partial<Sighting['states']> } = {},
): Sighting {
  const { states, ...rest } = more;
  return { role, box, score: 0.9, value: 0, icon: 'other', ...rest, states: { ...off, ...states } };
}

describe('controls on one row', () => {
  // A reader of lines reads the circles as letters, and the row as one line.
  const lines = [written('O Hourly O Daily O Weekly', 10, 10)];
  const radio = (left: number, on: boolean): Sighting =>
    seen('radio', [left, 12, left + 16, 28], { states: { on } });
  const found = elementsOf([radio(7, false), radio(97, true), radio(177, false)], lines);

  it('have the words behind them until the next one', () => {
    expect(found.map(({ name, checked }) => [name, checked])).toEqual([
      ['Hourly', false],
      ['Daily', true],
      ['Weekly', false],
    ]);
  });

  it('are told with their state and the point to click at', () => {
    expect(elementLines(found)).toEqual([
      '[controls, with the point to click at]',
      '- radio button “Hourly”: not chosen (x 15, y 20)',
      '- radio button “Daily”: chosen (x 105, y 20)',
      '- radio button “Weekly”: not chosen (x 185, y 20)',
    ]);
  });
});

describe('names and values', () => {
  it('of a switch stand at the other end of its row', () => {
    const [found] = elementsOf(
      [seen('switch', [500, 10, 540, 30], { states: { on: true } })],
      [written('Dark mode', 20, 10), written('Other row', 20, 60)],
    );
    expect(found).toMatchObject({ name: 'Dark mode', checked: true, point: [520, 20] });
  });

  it('of a field stand above it or on its left, and its own words are its value', () => {
    const lines = [
      written('Email:', 20, 10),
      written('a@example.com', 30, 45),
      written('Phone', 20, 100),
      written('Your number', 130, 100),
    ];
    const fields = [
      seen('textbox', [20, 38, 320, 72]),
      seen('textbox', [120, 94, 320, 126], { states: { placeholder: true, focused: true } }),
    ];
    expect(elementsOf(fields, lines)).toMatchObject([
      { name: 'Email', value: 'a@example.com' },
      { name: 'Phone', value: '', placeholder: 'Your number', focused: true },
    ]);
  });

  it('of a field that hides what was typed are dots, and it is not empty', () => {
    const states = { placeholder: true };
    const fields = [
      seen('textbox', [20, 38, 320, 72], { states, hidden: 3 }),
      seen('textbox', [20, 98, 320, 132], { states, hidden: 3 }),
    ];
    expect(elementsOf(fields, [written('Old password', 30, 105)])).toMatchObject([
      { value: '•••' },
      { value: '', placeholder: 'Old password' },
    ]);
  });

  it('are whole words, also where a box begins a letter too late', () => {
    const [found] = elementsOf(
      [seen('button', [38, 6, 150, 34])],
      [written('Door 1,204 of', 20, 10)],
    );
    expect(found).toMatchObject({ role: 'button', name: 'Door 1,204 of' });
    const [other] = elementsOf(
      [seen('button', [62, 6, 131, 34])],
      [written('Door 1,204 of', 20, 10)],
    );
    expect(other).toMatchObject({ name: '1,204' });
  });

  it('of two labelled columns do not mix', () => {
    const lines = [written('First', 20, 10), written('Last', 320, 10)];
    const fields = [seen('combobox', [20, 38, 220, 72]), seen('combobox', [320, 38, 520, 72])];
    expect(elementsOf(fields, lines).map(({ name }) => name)).toEqual(['First', 'Last']);
  });

  it('are absent where nothing is near', () => {
    const [found] = elementsOf([seen('checkbox', [10, 10, 26, 26])], [written('Far', 10, 300)]);
    expect(found).toMatchObject({ role: 'checkbox', name: '', checked: false });
    expect(found).not.toHaveProperty('selected');
  });
});

describe('a tree', () => {
  const lines = [written('Delete file?', 120, 110), written('Cancel', 130, 210)];
  const found = elementsOf(
    [
      seen('dialog', [100, 100, 500, 300]),
      seen('button', [120, 200, 220, 240]),
      seen('button', [440, 105, 480, 135], { states: { default: true } }),
      seen('img', [450, 110, 470, 130], { icon: 'close' }),
      seen('progressbar', [10, 400, 210, 410], { value: 0.416 }),
    ],
    lines,
  );

  it('has the controls of a dialog in it, and the icon in its button', () => {
    expect(found.map(({ role, name }) => [role, name])).toEqual([
      ['dialog', 'Delete file?'],
      ['progressbar', ''],
    ]);
    const [dialog, progress] = found;
    expect(dialog?.children?.map(({ role, name }) => [role, name])).toEqual([
      ['button', 'close'],
      ['button', 'Cancel'],
    ]);
    expect(dialog?.children?.[0]?.children).toMatchObject([{ role: 'img', name: 'close' }]);
    expect(progress?.value).toBe(0.42);
  });

  it('is told indented, with icons counted', () => {
    expect(elementLines(found).slice(1)).toEqual([
      '- dialog “Delete file?” (x 300, y 200)',
      '  - button “close”: default (x 460, y 120)',
      '  - button “Cancel” (x 170, y 220)',
      '- progress bar: at 42 % (x 110, y 405)',
      '(and one icon)',
    ]);
  });
});
