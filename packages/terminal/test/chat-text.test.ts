// Text on its way to the screen: dressed, broken, and never a command. The last word has a real terminal emulator.
import headless from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Usage } from '../src/chat/conversation.ts';
import { MarkdownStream } from '../src/chat/markdown.ts';
import { modelLines, slotLines, usageLines } from '../src/chat/report.ts';
import { linesOf, safeLine } from '../src/chat/safe-text.ts';
import { render, span, unicodeMarks, type Line } from '../src/chat/style.ts';
import { cutTo, widthOf } from '../src/chat/text-width.ts';
import { wrap } from '../src/chat/wrap.ts';

function dress(text: string, width = 60, cuts: readonly number[] = []): readonly Line[] {
  const stream = new MarkdownStream(unicodeMarks);
  const lines: Line[] = [];
  let from = 0;
  for (const cut of [...cuts, text.length]) {
    lines.push(...stream.feed(text.slice(from, cut), width));
    from = Math.max(from, cut);
  }
  return [...lines, ...stream.end(width)];
}

const bare = (lines: readonly Line[]): string =>
  lines.map((line) => render(line, 'bare')).join('\n');
const coloured = (lines: readonly Line[]): string =>
  lines.map((line) => render(line, 'coloured')).join('\n');

/** Text as an attacker writes it: letters, controls, sequences, bidirectional marks, wide and joined characters. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        '\u001b[2J',
        '\u001b]0;owned\u0007',
        '\u001b]8;;x\u001b\\',
        '\u009b31m',
        '\u202e',
        '\u200d',
        '\r',
        '\n',
        '\t',
        '**',
        '`',
        '```',
        '# ',
        '- ',
        '> ',
        '[a](b)',
        '漢字',
        '👩‍👩‍👧',
        'e\u0301',
        '\u{10eeee}',
        ' words and words ',
      ),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

/* oxlint-disable no-control-regex */
const ownSequence = /\u001b\[(?:[0-4]|7|3[1-6])(?:;(?:[0-4]|7|3[1-6]))*m/g;
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
/* oxlint-enable no-control-regex */

describe('the escape boundary', () => {
  test(
    'lets no character through that commands, hides or turns',
    { tags: ['f-term-escape-boundary'] },
    () => {
      fc.assert(
        fc.property(hostile, fc.integer({ min: 20, max: 100 }), (text, width) => {
          const out = coloured(dress(text, width)).replaceAll(ownSequence, '').replaceAll('\n', '');
          expect(out).not.toMatch(forbidden);
        }),
        { numRuns: 500 },
      );
    },
  );

  test(
    'gives a terminal exactly the rows that were counted, and nothing else happens to it',
    { tags: ['f-term-escape-boundary'] },
    async () => {
      await fc.assert(
        fc.asyncProperty(hostile, fc.integer({ min: 24, max: 80 }), async (text, width) => {
          const terminal = new headless.Terminal({
            cols: width + 1,
            rows: 200,
            allowProposedApi: true,
          });
          let events = 0;
          const count = (): void => void (events += 1);
          terminal.onTitleChange(count);
          terminal.onBell(count);
          terminal.onData(count);
          const lines = dress(text, width);
          const out = coloured(lines).replaceAll('\n', '\r\n');
          await new Promise<void>((done) => terminal.write(out, done));
          const { active } = terminal.buffer;
          expect({ events, type: active.type }).toEqual({ events: 0, type: 'normal' });
          if (lines.length > 0) expect(active.cursorY).toBe(lines.length - 1);
          terminal.dispose();
        }),
        { numRuns: 150 },
      );
    },
  );

  test(
    'spells out what it stops, so that people see that something was there',
    { tags: ['f-term-escape-boundary'] },
    () => {
      expect(safeLine('a\u001b[2Jb')).toBe('a\\u{1b}[2Jb');
      expect(safeLine('x\u202ey')).toBe('x\\u{202e}y');
      expect(safeLine('tab\there')).toBe('tab    here');
      expect(linesOf('a\rb\r\nc\nd')).toEqual(['a', 'b', 'c', 'd']);
    },
  );
});

describe('Markdown', () => {
  test('is the same however it is cut on the way', () => {
    const text =
      '# Title\r\n\r\nSome **bold** and `code`.\n\n- one\n- two\n\n```ts\nconst a = 1;\n```\n\n> quoted\n\n1. first\n[link](https://a.example/)\n';
    const whole = coloured(dress(text));
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: text.length }), { maxLength: 12 }),
        (cuts) => {
          expect(
            coloured(
              dress(
                text,
                60,
                cuts.toSorted((a, b) => a - b),
              ),
            ),
          ).toBe(whole);
        },
      ),
    );
    expect(bare(dress(text))).toBe(
      'Title\n\nSome bold and code.\n\n• one\n• two\n\n─── ts\n│ const a = 1;\n───\n\n│ quoted\n\n1. first\nlink (https://a.example/)',
    );
  });

  test('shows where a link leads', () => {
    expect(bare(dress('[your bank](https://evil.example/)'))).toBe(
      'your bank (https://evil.example/)',
    );
  });

  test('leaves what is no Markdown alone', () => {
    for (const text of [
      '2 * 3 * 4 = 24',
      'snake_case_name',
      'a ** b',
      '#hashtag',
      '[not a link] (at all)',
    ])
      expect(bare(dress(text))).toBe(text);
  });

  test('takes a hostile line in the time of its length', () => {
    const lines = dress(
      `${'`'.repeat(60_000)}\n${'**a '.repeat(20_000)}\n${'['.repeat(50_000)}`,
      80,
    );
    expect(lines.length).toBeGreaterThan(100);
  });

  test('shows the line that is being written, code as code', () => {
    const stream = new MarkdownStream(unicodeMarks);
    stream.feed('```\nlet x', 40);
    expect(bare(stream.pending(40))).toBe('│ let x');
  });
});

describe('lines', () => {
  test('are broken between words and lose nothing', () => {
    expect(bare(wrap([span('one two three four')], { width: 9 }))).toBe('one two \nthree \nfour');
    expect(bare(wrap([span('a-word-that-is-too-long')], { width: 8 }))).toBe(
      'a-word-t\nhat-is-t\noo-long',
    );
    expect(bare(wrap([span('漢字漢字漢字')], { width: 8 }))).toBe('漢字漢字\n漢字');
  });

  test('are never wider than asked', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 8, max: 60 }), (text, width) => {
        for (const line of wrap([span(safeLine(text))], { width }))
          expect(widthOf(render(line, 'bare'))).toBeLessThanOrEqual(width);
      }),
    );
  });

  test('are cut with a mark, by cells and not by characters', () => {
    expect(cutTo('abcdef', 4)).toBe('abc…');
    expect(cutTo('漢字漢字', 5)).toBe('漢字…');
    expect(cutTo('abc', 4)).toBe('abc');
  });

  test('have no colour where none is wanted, and no sequence at all where nobody draws', () => {
    const line = [span('x', { bold: true, colour: 'red' })];
    expect(render(line, 'coloured')).toBe('\u001b[1;31mx\u001b[0m');
    expect(render(line, 'plain')).toBe('\u001b[1mx\u001b[0m');
    expect(render(line, 'bare')).toBe('x');
  });
});

describe('a heading', () => {
  test.for([
    ['# One', 'One'],
    ['## Two ##', 'Two'],
    ['### C# #', 'C#'],
    ['# One #two', 'One #two'],
    ['# ###', ''],
  ] as const)('%j reads %j', ([written, read]) => {
    expect(bare(dress(written)).trim()).toBe(read);
  });

  test('of a megabyte of signs is read in one pass', { tags: ['d-text-one-pass'] }, () => {
    const signs = '#'.repeat(1_000_000);
    expect(dress(`# ${signs}x`).length).toBeGreaterThan(1_000);
  });
});

describe('a table', () => {
  const told = (markdown: string, width: number): readonly string[] => {
    const stream = new MarkdownStream(unicodeMarks);
    const lines = [...markdown].flatMap((letter) => stream.feed(letter, width));
    return [...lines, ...stream.end(width)].map((line) => render(line, 'bare').trimEnd());
  };

  test('stands in columns once its last row is there', () => {
    expect(
      told('| a | long head |\n| --- | ---: |\n| 漢字 | 1 |\n| `x\\|y` | 22 |\nafter', 40),
    ).toEqual([
      'a     long head',
      '────  ─────────',
      '漢字          1',
      'x|y          22',
      'after',
    ]);
  });

  test('that is none, or has no room, stays as it was written', () => {
    expect(told('| just | bars |\nafter', 40)).toEqual(['| just | bars |', 'after']);
    expect(told('| a | b |\n| --- | --- |\n| much too wide | for this |', 12).join(' ')).toBe(
      '| a | b | | --- | --- | | much too wide | for this |',
    );
  });

  test('is seen while it grows', () => {
    const stream = new MarkdownStream(unicodeMarks);
    stream.feed('| a | b |\n| --- | --- |\n| 1 | 2 |\n', 40);
    expect(stream.pending(40).map((line) => render(line, 'bare').trimEnd())).toEqual([
      'a  b',
      '─  ─',
      '1  2',
    ]);
  });
});

describe('/usage', () => {
  const turn = {
    inputTokens: 10,
    cachedInputTokens: 0,
    outputTokens: 5,
    requests: 1,
    models: [],
  } as const;
  const told = (turns: readonly Usage[]): string =>
    usageLines({ usage: () => turns }, { attachments: [] }, { width: 200, marks: unicodeMarks })
      .map((line) => render(line, 'bare'))
      .join('\n');

  test(
    'says billed only of what a provider billed, and that a cost follows from a price',
    { tags: ['s002-estimate-labelled'] },
    () => {
      const billed = { ...turn, source: 'provider', costUsd: 0.5 } as const;
      const guessed = { ...turn, source: 'estimate' } as const;
      expect(told([billed])).toMatch(
        /last turn .*\(billed by the provider\); about \$0\.5000 at the configured price/,
      );
      expect(told([guessed])).toMatch(
        /session \(1 turn\) .*\(estimate: the provider said nothing\)/,
      );
      expect(told([guessed])).not.toMatch(/billed|\$/);
      expect(told([billed, guessed])).toMatch(
        /session \(2 turns\) .*20 tokens in.*\(partly estimated: 1 of 2 turns billed by the provider\)/,
      );
    },
  );

  test('names the helpers, and whose price is not known', { tags: ['d-one-bill'] }, () => {
    const spent = { ...turn, source: 'provider', host: 'x' } as const;
    const helped: Usage = {
      ...turn,
      source: 'provider',
      costUsd: 0.5,
      models: [
        { ...spent, model: 'eyes', purpose: 'describe' },
        { ...spent, model: 'main', purpose: 'answer', costUsd: 0.5 },
      ],
    };
    expect(told([helped, helped])).toMatch(/eyes \(looks\) +20 tokens in.*no price is known/);
    expect(told([helped, helped])).toMatch(/main \(answers\) +20 tokens in.*about \$1\.00/);
  });
});

test(
  'the list of models says who draws, who speaks and who sees',
  { tags: ['p-output-capabilities'] },
  () => {
    const facts = { host: 'here', sees: true } as const;
    const models = [
      { ...facts, name: 'painter', makes: ['draws', 'speaks'] },
      { ...facts, name: 'reader', sees: false, makes: [] },
    ] as const;
    expect(bare(modelLines(models, models[0], { width: 80, marks: unicodeMarks }))).toMatch(
      /painter {2}here {2}draws, speaks, sees\n.*reader {2}here {2}does not see/,
    );
  },
);

test.for([
  [{ form: 'pixels' }, 'sent as it is'],
  [{ form: 'pages' }, 'sent as it is drawn'],
  [{ form: 'text', chars: { total: 50, shown: 50 } }, 'sent as text'],
  [
    { form: 'text', chars: { total: 4_922_231, shown: 47_991 } },
    'sent as text, the first 47,991 of 4,922,231 characters',
  ],
] as const)('/saw says of %j how it went', ([how, words]) => {
  const kept = {
    kind: 'file',
    action: 'keep',
    reason: 'fits',
    place: 'here',
    bytes: 9,
    estimatedTokens: 1,
  };
  const lines = slotLines({ name: 'a', ...kept, ...how }, 0, { width: 200, marks: unicodeMarks });
  expect(lines.map((line) => line.map(({ text }) => text).join('')).join('\n')).toContain(
    `a  ${words}  `,
  );
});
