import { expect, it } from 'vitest';
import type { Glyph } from '../src/ocr/recogniser.ts';
import { settleShapes, type Shown } from '../src/ocr/same-shape.ts';
import { emptyPicture } from '../src/pixels/picture.ts';

const cell = 20;
/** Half of the width and of the height of what each sign of the truth is drawn as: an ellipse, or a bar. */
const shapes: Readonly<Record<string, readonly [number, number]>> = {
  '0': [5, 8],
  O: [6, 8],
  '-': [3, 1],
  '=': [5, 2],
  '–': [5, 1],
  '—': [9, 1],
};

/** A line that was read as `read`, and whose ink is that of `truth`. */
function line(read: string, truth: string): Shown {
  const crop = emptyPicture(cell * truth.length, cell + 4);
  crop.data.fill(255);
  for (const [at, char] of [...truth].entries()) {
    const [across, up] = shapes[char] ?? [4, 5];
    for (let y = 0; y < crop.height; y += 1)
      for (let x = at * cell; x < (at + 1) * cell; x += 1) {
        const dx = (x + 0.5 - (at + 0.5) * cell) / across;
        const isInk = Math.hypot(dx, (y + 0.5 - crop.height / 2) / up) < 1;
        if (isInk) crop.data.fill(20, (y * crop.width + x) * 3, (y * crop.width + x) * 3 + 3);
      }
  }
  const glyphs = [...read].map((char, at): Glyph => {
    const rival = { char: char === 'O' ? '0' : 'O', probability: 0.2 };
    return { char, probability: 0.8, rival, x: (at + 0.5) / truth.length };
  });
  return { crop, glyphs };
}

function settled(lines: readonly Shown[]): readonly string[] {
  settleShapes(lines);
  return lines.map(({ glyphs }) => glyphs.map(({ char }) => char).join(''));
}

it(
  'A zero or an O that nobody can guess is what has its shape elsewhere on the page',
  { tags: ['f-eyes-confusables'] },
  () => {
    const page = [line('2004', '2004'), line('INFO', 'INFO'), line('k3OxO0q', 'k30xO0q')];
    expect(settled(page)).toEqual(['2004', 'INFO', 'k30xO0q']);
    expect(page[2]?.glyphs.map(({ probability }) => probability)).toEqual([
      0.8, 0.8, 0.98, 0.8, 0.98, 0.98, 0.8,
    ]);
  },
);

it(
  'Without a word that has an O the widest are told, and without numbers nothing is',
  { tags: ['f-eyes-confusables'] },
  () => {
    expect(settled([line('2004', '2004'), line('k3OxOq', 'k30xOq')])).toEqual(['2004', 'k30xOq']);
    expect(settled([line('2004', '2004'), line('k3Oxq', 'k30xq')])).toEqual(['2004', 'k30xq']);
    expect(settled([line('INFO', 'INFO'), line('k3Oxq', 'k30xq')])).toEqual(['INFO', 'k3Oxq']);
  },
);

it(
  'Where both have one shape, and in words, a sign stays what it was read as',
  { tags: ['f-eyes-confusables'] },
  () => {
    const alike = [line('2004', '2004'), line('INFO', 'INF0'), line('k3Ox0q', 'k30x0q')];
    expect(settled(alike)).toEqual(['2004', 'INFO', 'k3Ox0q']);
    expect(settled([line('2004', '2004'), line('Open', '0pen')])).toEqual(['2004', 'Open']);
  },
);

it(
  'A hyphen that is wider and thicker than the others of its page is two bars that have run together',
  { tags: ['f-eyes-confusables'] },
  () => {
    const page = [
      line('2004-06-11', '2004-06-11'),
      line('ab-cd-ef', 'ab-cd-ef'),
      line('id-a7', 'id=a7'),
    ];
    expect(settled(page)).toEqual(['2004-06-11', 'ab-cd-ef', 'id=a7']);
    expect(settled(page.slice(1))).toEqual(['ab-cd-ef', 'id=a7']);
    expect(settled([line('ab-cd', 'ab-cd'), line('id-a7', 'id=a7')])).toEqual(['ab-cd', 'id-a7']);
  },
);

it('A dash that may be another is as long as it looks', { tags: ['f-eyes-confusables'] }, () => {
  const dash = (read: string, truth: string, probability: number): string => {
    const shown = line(`noun ${read}`, `noun ${truth}`);
    shown.glyphs = shown.glyphs.map((glyph) =>
      glyph.char === read
        ? { ...glyph, rival: { char: read === '–' ? '—' : '–', probability } }
        : glyph,
    );
    return settled([shown])[0] ?? '';
  };
  expect([dash('—', '–', 0.3), dash('–', '—', 0.3)]).toEqual(['noun –', 'noun —']);
  expect([dash('—', '—', 0.3), dash('—', '–', 0.01)]).toEqual(['noun —', 'noun —']);
});
