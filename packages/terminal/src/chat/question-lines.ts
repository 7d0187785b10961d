// A question as it is printed above the prompt: the whole of what would be done, in lines that are broken at the edge of the
// screen and never cut. It stays in the scroll, so that it can be read again, before the answer and after it.
import { scopeWords, type ChangeLine, type Permission } from '@percept/core/internal/permission';
import { plural } from './figures.ts';
import type { Measure } from './lines.ts';
import { safeLine } from './safe-text.ts';
import { accent, quiet, span, type Line, type Style } from './style.ts';
import { charactersOf, endIn } from './text-width.ts';
import { wrap } from './wrap.ts';

const looks: Readonly<Record<ChangeLine['change'], { sign: string; style: Style }>> = {
  same: { sign: ' ', style: quiet },
  removed: { sign: '-', style: { colour: 'red' } },
  added: { sign: '+', style: { colour: 'green' } },
  gap: { sign: '@', style: quiet },
};

export function questionLines(permission: Permission, measure: Measure): readonly Line[] {
  return [
    [],
    ...headLines(permission, measure),
    ...permission.lines.flatMap(({ change, text }) => {
      const { sign, style } = looks[change];
      return broken(text, measure.width - 4).map((piece, at): Line => [
        span(at === 0 ? `  ${sign} ` : '    ', style),
        span(piece, style),
      ]);
    }),
  ];
}

/** What is asked, to the letter, and what is to be known about it. */
export function headLines(
  { title, notes, lines }: Permission,
  { width, marks }: Measure,
): readonly Line[] {
  const count = (change: ChangeLine['change']): number =>
    lines.filter((line) => line.change === change).length;
  const [removed, added] = [count('removed'), count('added')];
  const size = removed + added === 0 ? plural(lines.length, 'line') : `-${removed} +${added} lines`;
  return [
    ...broken(title, width - 2).map((piece, at): Line => [
      span(at === 0 ? `${marks.dot} ` : '  ', { colour: 'yellow' }),
      span(piece, { bold: true }),
    ]),
    [span(`  ${size}, all of them shown`, quiet)],
    ...notes.flatMap((note) =>
      wrap([span(note, { colour: 'yellow' })], { width, first: [span('  ')] }),
    ),
  ];
}

/** The keys that answer. `y` is for once; what covers more has a digit. */
export function choiceLines(permission: Permission, { width }: Measure): readonly Line[] {
  const choices = [
    ...permission.scopes.map((scope, at) => ({
      key: at === 0 ? 'y' : String(at + 1),
      words: scopeWords(permission, scope),
    })),
    { key: 'n', words: 'No' },
  ];
  return choices.flatMap(({ key, words }) =>
    wrap([span(words)], { width, first: [span(`  ${key} `, accent)] }),
  );
}

/** Every cell that it has, blanks included. */
function broken(text: string, width: number): readonly string[] {
  const characters = charactersOf(safeLine(text));
  const pieces: string[] = [];
  let start = 0;
  do {
    const end = Math.max(start + 1, endIn(characters, Math.max(4, width), start));
    pieces.push(characters.slice(start, end).join(''));
    start = end;
  } while (start < characters.length);
  return pieces;
}
