// What is written before it is sent: the draft, the paths that it names, the commands that it may be, and its frame.
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
import { frameOf, type FrameView } from '../src/chat/frame.ts';
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

describe('the draft', () => {
  test.each<[string, Motion, string]>([
    ['ab|c', 'left', 'a|bc'],
    ['|abc', 'left', '|abc'],
    ['ab|c', 'right', 'abc|'],
    ['one two|', 'word-left', 'one |two'],
    ['|one two', 'word-right', 'one| two'],
    ['one\ntwo|', 'line-start', 'one\n|two'],
    ['on|e\ntwo', 'line-end', 'one|\ntwo'],
    ['one\ntw|o', 'up', 'on|e\ntwo'],
    ['a\nlonger|', 'up', 'a|\nlonger'],
    ['on|e\ntwo', 'down', 'one\ntw|o'],
    ['one\nt|', 'down', 'one\nt|'],
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
    attachments: [],
    maxImagesPerMessage: 20,
    isArriving: false,
    tail: [],
    suggestions: [],
    chosen: 0,
    model: { name: 'seeing', host: 'here', sees: true },
  };
  const text = (change: Partial<FrameView>): readonly string[] =>
    frameOf({ ...view, ...change }).map((line) => render(line, 'bare'));

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
    for (const rows of [4, 6, 10, 16, 40]) {
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
        question: { path: '/a', before: 'a\nb', after: 'a\nc' },
      });
      expect(lines.length, `${rows} rows`).toBeLessThan(rows);
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
    const draft = move(
      draftOf(Array.from({ length: 50 }, (_, line) => `line ${line}`).join('\n')),
      'up',
    );
    expect(text({ draft, marks: asciiMarks }).join('\n')).toContain('line 48');
  });

  test('shows an edit as what goes and what comes', () => {
    const lines = text({ question: { path: '/n.txt', before: 'a\nold\nb', after: 'a\nnew\nb' } });
    expect(lines).toEqual(expect.arrayContaining(['  - old', '  + new']));
    expect(lines.join('\n')).not.toContain('  - a');
  });
});
