// What is written before it is sent: the draft, the paths that it names, the commands that it may be, and its frame.
import { editPermission, type Permission } from '@percept/core/internal/permission';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandNames, readCommand } from '../src/chat/command.ts';
import {
  draftOf,
  emptyDraft,
  eraseAfter,
  eraseBefore,
  eraseToEnd,
  eraseToStart,
  eraseWord,
  insert,
  move,
  textOf,
  type Draft,
  type Motion,
} from '../src/chat/editor.ts';
import { layOut, moveRow } from '../src/chat/draft-layout.ts';
import { frameOf, type FrameView } from '../src/chat/frame.ts';
import { strokesOf } from '../src/chat/key.ts';
import { completeMention, mentionAt, mentionsIn } from '../src/chat/mention.ts';
import { asciiMarks, render, span, unicodeMarks } from '../src/chat/style.ts';
import { widthOf } from '../src/chat/text-width.ts';

/** A draft with the cursor at the bar. */
function at(marked: string): Draft {
  const [before = '', after = ''] = marked.split('|');
  const draft = insert(emptyDraft, before);
  return { characters: [...draft.characters, ...draftOf(after).characters], cursor: draft.cursor };
}

function shown({ characters, cursor }: Draft): string {
  return `${characters.slice(0, cursor).join('')}|${characters.slice(cursor).join('')}`;
}

function question(path: string, old: string, fresh: string): Permission {
  const asked = editPermission({
    path,
    before: `a\n${old}\n`,
    replacements: [{ at: 2, removed: old.length, added: fresh }],
  });
  if (!asked.ok) throw new Error(asked.refusal.message);
  return asked.value;
}

describe('the draft', () => {
  test.each<[string, Motion, string]>([
    ['ab|c', 'left', 'a|bc'],
    ['|abc', 'left', '|abc'],
    ['ab|c', 'right', 'abc|'],
    ['one two|', 'word-left', 'one |two'],
    ['|one two', 'word-right', 'one| two'],
    ['one\ntwo|', 'line-start', 'one\n|two'],
    ['on|e\ntwo', 'line-end', 'one|\ntwo'],
    ['👩‍👩‍👧|x', 'left', '|👩‍👩‍👧x'],
  ])('from %j, %s leads to %j', (from, motion, to) => {
    expect(shown(move(at(from), motion))).toBe(to);
  });

  test('is erased by character, word and line', () => {
    expect(shown(eraseBefore(at('ab👩‍👩‍👧|c')))).toBe('ab|c');
    expect(shown(eraseBefore(at('|a')))).toBe('|a');
    expect(shown(eraseAfter(at('a|bc')))).toBe('a|c');
    expect(shown(eraseWord(at('one two |')))).toBe('one |');
    expect(shown(eraseToStart(at('x\none tw|o')))).toBe('x\n|o');
    expect(shown(eraseToEnd(at('on|e\ntwo')))).toBe('on|\ntwo');
  });

  test('joins a mark to the letter that it was typed behind', () => {
    expect(insert(at('e|'), '\u0301').characters).toHaveLength(1);
    expect(textOf(insert(at('a|c'), 'b'))).toBe('abc');
    expect(shown(insert(at('|c'), 'ab'))).toBe('ab|c');
  });

  test('loses nothing and keeps its cursor behind what was typed, wherever that was', () => {
    const pieces = ['a', ' ', '\n', '漢', '👩', '\u200d', '👧', 'e', '\u0301', '🇩', '🇪', '\u001b'];
    const typed = fc.array(fc.tuple(fc.constantFrom(...pieces), fc.nat(20)));
    fc.assert(
      fc.property(typed, (strokes) => {
        let draft = emptyDraft;
        for (const [text, place] of strokes) {
          const cursor = Math.min(place, draft.characters.length);
          const before = draft.characters.slice(0, cursor).join('');
          const after = draft.characters.slice(cursor).join('');
          draft = insert({ characters: draft.characters, cursor }, text);
          expect(textOf(draft)).toBe(before + text + after);
          const passed = draft.characters.slice(0, draft.cursor).join('');
          expect(passed.startsWith(before + text)).toBe(true);
        }
      }),
    );
  });
});

describe('the layout of a draft', () => {
  const rows = (text: string, width: number): readonly string[] =>
    layOut(draftOf(text), width).rows.map((row) => row.text);

  test('breaks between words, cuts a word that is longer than a row, and lets spaces hang', () => {
    expect(rows('one two three', 8)).toEqual(['one two', 'three']);
    expect(rows('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
    expect(rows('漢字漢字', 5)).toEqual(['漢字', '漢字']);
    expect(rows('a\n\nb', 5)).toEqual(['a', '', 'b']);
    expect(rows('\u001b[2J', 20)).toEqual(['\\u{1b}[2J']);
  });

  test.each<[string, number, number, number]>([
    ['|', 8, 0, 0],
    ['abc|', 8, 0, 3],
    ['abcdefgh|', 8, 0, 8],
    ['one two |', 8, 0, 8],
    ['one two    |', 8, 0, 8],
    ['one two |three', 8, 1, 0],
    ['one two th|ree', 8, 1, 2],
    ['漢|字', 8, 0, 2],
    ['a👍|b', 8, 0, 3],
    ['a\n|', 8, 1, 0],
    ['a|\nb', 8, 0, 1],
  ])('in %j, %i wide, the cursor is on row %i at column %i', (text, width, row, column) => {
    expect(layOut(at(text), width).cursor).toEqual({ row, column });
  });

  test.each<[string, -1 | 1, string | undefined]>([
    ['one two th|ree', -1, 'on|e two three'],
    ['on|e two three', 1, 'one two th|ree'],
    ['one tw|o three', 1, 'one two three|'],
    ['a\nlonger|', -1, 'a|\nlonger'],
    ['on|e\ntwo', 1, 'one\ntw|o'],
    ['漢字\nab|', -1, '漢|字\nab'],
    ['one|', -1, undefined],
    ['one two three|', 1, undefined],
  ])('from %j, a row by %i leads to %j', (from, step, to) => {
    const moved = moveRow(at(from), 8, step);
    expect(moved && shown(moved)).toBe(to);
  });

  test('loses no character and is never wider than its room', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 8, max: 40 }),
        (text, width) => {
          const { rows: all, cursor } = layOut(draftOf(text), width);
          for (const row of all) expect(widthOf(row.text)).toBeLessThanOrEqual(Math.max(width, 12));
          expect(cursor.row).toBe(all.length - 1);
          for (const [index, row] of all.entries())
            expect(row.start).toBeLessThanOrEqual(all[index + 1]?.start ?? Infinity);
        },
      ),
    );
  });
});

describe('keys that come in one piece', () => {
  test('are struck one after the other', () => {
    const names = (input: string): readonly string[] =>
      strokesOf(input).map((stroke) => {
        const held = Object.entries(stroke.key).flatMap(([name, is]) => (is ? [name] : []));
        return [...held, ...(stroke.input === '' ? [] : [stroke.input])].join('-');
      });
    expect(names('ab\tc\r')).toEqual(['ab', 'tab', 'c', 'return']);
    expect(names('\u0003\u0003')).toEqual(['ctrl-c', 'ctrl-c']);
    expect(names('漢字\u007f\u0016')).toEqual(['漢字', 'backspace', 'ctrl-v']);
    expect(names('')).toEqual([]);
  });
});

describe('@path', () => {
  test.each<[string, string | undefined]>([
    ['see @cha|', 'cha'],
    ['@|', ''],
    ['@"my ch|', 'my ch'],
    ['@"my chart.png" |', undefined],
    ['see @chart.png |', undefined],
    ['mail me@host|', undefined],
    ['@a @b|', 'b'],
  ])('in %j the cursor is in %j', (text, path) => {
    expect(mentionAt(at(text))?.path).toBe(path);
  });

  test('is completed, with quotes where it needs them, and a folder stays open', () => {
    const complete = (text: string, path: string): string => {
      const draft = at(text);
      const mention = mentionAt(draft);
      return mention ? shown(completeMention(draft, mention, path)) : '';
    };
    expect(complete('see @cha|!', 'chart.png')).toBe('see @chart.png |!');
    expect(complete('@my|', 'my chart.png')).toBe('@"my chart.png" |');
    expect(complete('@pic|', 'pictures/')).toBe('@pictures/|');
    expect(complete('@my|', 'my pictures/')).toBe('@"my pictures/|');
  });

  test('is found in what is sent', () => {
    expect(mentionsIn('compare @a.png with @"b c.png" and x@y')).toEqual(['a.png', 'b c.png']);
  });
});

describe('commands', () => {
  test('are read, and what they lack is said', () => {
    expect(readCommand('/model other')).toEqual({ kind: 'model', name: 'other' });
    expect(readCommand(' /remove 2 ')).toEqual({ kind: 'remove', which: 2 });
    expect(readCommand('/attach my file.png')).toEqual({ kind: 'attach', path: 'my file.png' });
    expect(readCommand('/remove x')).toMatchObject({ kind: 'unclear' });
    expect(readCommand('/attach')).toMatchObject({ kind: 'unclear' });
    expect(readCommand('/nonsense')).toMatchObject({ kind: 'unclear' });
    expect(readCommand('/usr/bin/env is a path')).toBeUndefined();
    expect(readCommand('a question')).toBeUndefined();
    for (const name of commandNames) expect(readCommand(`${name} x`)).toBeDefined();
  });
});

describe('the frame', () => {
  const view: FrameView = {
    width: 60,
    rows: 20,
    marks: unicodeMarks,
    draft: emptyDraft,
    isComposing: true,
    attachments: [],
    maxImagesPerMessage: 20,
    isArriving: false,
    tail: [],
    suggestions: [],
    chosen: 0,
    model: { name: 'seeing', host: 'here', sees: true, makes: [] },
  };
  const text = (change: Partial<FrameView>): readonly string[] =>
    frameOf({ ...view, ...change }).lines.map((line) => render(line, 'bare'));

  test('is never as high as the screen, whatever it has to say', () => {
    const picture = {
      id: 'x',
      name: 'a.png',
      width: 10,
      height: 10,
      mime: 'image/png',
      bytes: 100,
    };
    const attachment = { ...picture, kind: 'image', picture } as const;
    for (const rows of [2, 3, 4, 5, 6, 10, 16, 40]) {
      const lines = text({
        rows,
        draft: draftOf('a long line of words that goes on\n'.repeat(60)),
        tail: Array.from({ length: 100 }, () => [span('said')]),
        attachments: Array.from({ length: 30 }, () => ({
          attachment,
          appraisal: { badges: ['downscaled'], estimatedTokens: 9 },
        })),
        suggestions: Array.from({ length: 40 }, (_, index) => `path-${index}`),
        turn: { doing: 'answering', seconds: 3, tick: 2, estimatedTokens: 5 },
        question: { permission: question('/a', 'b', 'c'), isReady: true },
      });
      expect(lines.length, `${rows} rows`).toBeLessThan(rows);
      expect(lines.join('\n'), `${rows} rows`).toMatch(/a long line|^ *$/m);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(60);
    }
  });

  test(
    'shows the count cap where pictures are attached',
    { tags: ['s002-count-cap-visible'] },
    () => {
      const picture = {
        id: 'x',
        name: 'a.png',
        width: 10,
        height: 10,
        mime: 'image/png',
        bytes: 100,
      };
      const attachment = { ...picture, kind: 'image', picture } as const;
      expect(text({ attachments: [{ attachment, appraisal: { badges: [] } }] })).toContain(
        '  1 of 20 pictures in this message',
      );
      expect(text({}).join()).not.toContain('of 20');
    },
  );

  test('keeps the cursor in sight in a draft that is higher than its room', () => {
    const written = draftOf(Array.from({ length: 50 }, (_, line) => `line ${line}`).join('\n'));
    const draft = moveRow(written, 58, -1) ?? written;
    expect(text({ draft, marks: asciiMarks }).join('\n')).toContain('line 48');
    for (const rows of [3, 5, 8, 24]) {
      const { lines, cursor } = frameOf({ ...view, rows, draft });
      expect(render(lines[cursor?.y ?? -1] ?? [], 'bare'), `${rows} rows`).toBe('  line 48');
      expect(cursor?.x).toBe(9);
    }
  });

  test.each<[string, string]>([
    ['ab|c', '› ab[c]'],
    ['abc|', '› abc[ ]'],
    ['漢|字', '› 漢[字]'],
    ['abc   |', '› abc   [ ]'],
    ['|', '› [w]rite, paste a picture, or @name a file'],
  ])('draws the cursor itself in %j while nobody composes', (draft, shownLine) => {
    const { lines, cursor } = frameOf({ ...view, draft: at(draft), isComposing: false });
    const marked = lines.map((line) =>
      line.map(({ text: words, style }) => (style?.inverse ? `[${words}]` : words)).join(''),
    );
    expect(cursor).toBeUndefined();
    expect(marked).toContain(shownLine);
  });

  test('keeps what is written in sight on a screen of five rows, whatever is attached', () => {
    const attachment = {
      id: 'x',
      name: 'a.mp3',
      kind: 'audio',
      mime: 'audio/mp3',
      bytes: 9,
    } as const;
    const attachments = [{ attachment, appraisal: { badges: [] } }];
    const lines = text({ rows: 5, width: 19, draft: draftOf('hello'), attachments });
    expect(lines).toContain('› hello');
    expect(lines).toHaveLength(3);
  });

  test('shows the whole name of what is asked and every choice, once it was there to be read', () => {
    const path = `/${'a-folder-with-a-long-name/'.repeat(6)}.git/hooks/pre-commit`;
    const permission = question(path, 'b', 'c');
    const early = text({ question: { permission, isReady: false } }).join('\n');
    expect(early).not.toContain('Allow');
    const lines = text({ question: { permission, isReady: true } });
    expect(lines.join('').replaceAll(' ', '')).toContain(path);
    expect(lines.join('\n')).toContain('  y Allow this time');
    // Protected: nothing that would hold for longer is offered.
    expect(lines.join('\n')).not.toContain('until this session ends');
  });
});
