// The Markdown of the element against an independent parser, and against texts that are made to hurt.
import { namesAnother, namesHost } from '../src/element/address.ts';
import { visible } from '../src/element/words.ts';
import fc from 'fast-check';
import { marked } from 'marked';
import { describe, expect, test } from 'vitest';
import { type Block, blocksOf, type Definitions } from '../src/element/markdown/block.ts';
import type { Inline } from '../src/element/markdown/inline.ts';
import { inlinesOf } from '../src/element/markdown/parse-inline.ts';

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function inlineHtml(inlines: readonly Inline[]): string {
  return inlines
    .map((it) => {
      switch (it.type) {
        case 'text':
          return escaped(it.text);
        case 'code':
          return `<code>${escaped(it.text)}</code>`;
        case 'break':
          return '<br>';
        case 'em':
        case 'strong':
        case 'del':
          return `<${it.type}>${inlineHtml(it.inside)}</${it.type}>`;
        case 'link':
          return `<a href="${escaped(it.href)}">${inlineHtml(it.inside)}</a>`;
        case 'image':
          return `<img src="${escaped(it.href)}" alt="${escaped(it.alt)}">`;
      }
    })
    .join('');
}

function blockHtml(blocks: readonly Block[], definitions: Definitions): string {
  const words = (text: string) => inlineHtml(inlinesOf(text, definitions));
  return blocks
    .map((it) => {
      switch (it.type) {
        case 'heading':
          return `<h${it.level}>${words(it.text)}</h${it.level}>`;
        case 'paragraph':
          return `<p>${words(it.text)}</p>`;
        case 'plain':
          return `<pre>${escaped(it.text)}</pre>`;
        case 'code':
          return `<pre><code class="${escaped(it.lang)}">${escaped(it.text)}</code></pre>`;
        case 'quote':
          return `<blockquote>${blockHtml(it.blocks, definitions)}</blockquote>`;
        case 'rule':
          return '<hr>';
        case 'list': {
          const items = it.items.map(({ done, blocks: inner }) => {
            const box = done === undefined ? '' : `[${done ? 'x' : '_'}] `;
            return `<li>${box}${blockHtml(inner, definitions)}</li>`;
          });
          const tag = it.start === undefined ? 'ul' : 'ol';
          const start = it.start === undefined || it.start === 1 ? '' : ` start="${it.start}"`;
          return `<${tag}${start}>${items.join('')}</${tag}>`;
        }
        case 'table': {
          const [head = [], ...rows] = it.rows;
          const cells = (row: readonly string[], tag: string) =>
            `<tr>${row.map((cell) => `<${tag}>${words(cell)}</${tag}>`).join('')}</tr>`;
          return `<table>${cells(head, 'th')}${rows.map((row) => cells(row, 'td')).join('')}</table>`;
        }
      }
    })
    .join('');
}

function ours(text: string): string {
  const { blocks, definitions } = blocksOf(text);
  return normal(blockHtml(blocks, definitions));
}

function theirs(text: string): string {
  return normal(
    marked
      .parse(text, { async: false })
      .replace(/<input ([^>]*)>\s*/g, (_, flags: string) =>
        flags.includes('checked') ? '[x] ' : '[_] ',
      ),
  );
}

/** Tight and loose lists, classes and white space are matters of style. */
function normal(html: string): string {
  return html
    .replace(/<\/?(p|thead|tbody)>/g, ' ')
    .replace(/ (class|align|title)="[^"]*"/g, '')
    .replace(/<(br|hr|img[^>]*?)\s*\/>/g, '<$1>')
    .replace(/\s+/g, ' ')
    .replace(/ ?(<\/?(?:ul|ol|li|blockquote|pre|code|h\d|table|tr|td|th|hr|br)[^>]*>) ?/g, '$1')
    .trim();
}

const samples: readonly string[] = [
  'plain words',
  'two\nlines',
  'hard  \nbreak and\\\nanother',
  '# One\n## Two ##\n###### Six\n####### seven',
  'Setext\n===\n\nSecond\n---',
  '*a* **b** ***c*** _d_ __e__ ~~f~~ `g`',
  '**bold *and em* inside** and *em **and bold** inside*',
  'snake_case_word and 2*3*4 and a * b * c',
  '**Note:** text, *"quoted"*, (*parens*)',
  '*unclosed and **also',
  '***a** b*',
  'a*"b"*c',
  '`` a ` b `` and `unclosed',
  '` padded `',
  '[link](https://example.com) and [titled](https://example.com "t")',
  '[a](<https://example.com/x>)',
  '[paren](https://example.com/a_(b))',
  '[ref][one], [one], [One][]\n\n[one]: https://example.com "title"',
  '[**bold** link](https://example.com)',
  '![alt *text*](https://example.com/i.png "t")',
  '[![badge](https://example.com/b.png)](https://example.com)',
  '[not a link] and [also](not a link)',
  '<https://example.com> and <me@example.com>',
  'See https://example.com/a?b=c&d=e. And (https://example.com/x).',
  '**https://example.com**',
  '[https://example.com](https://other.example)',
  '- a\n- b\n- c',
  '* a\n\n* b\n\n  more of b\n',
  '1. a\n2. b\n10. c',
  '3) a\n4) b',
  '- a\n  - b\n    - c\n- d',
  '1. a\n   - b\n   - c\n2. d',
  '- a\n\n      code in item\n',
  '- a\nlazy\n- b',
  '- [ ] to do\n- [x] done\n- [X] also',
  '> quote\n> more\n\nafter',
  '> quote\nlazy',
  '> a\n>> b\n>>> c',
  '> - list\n> - in quote\n>\n> ```\n> code\n> ```',
  '```js\nconst a = 1;\n\n// blank\n```',
  '~~~\n```\n~~~',
  '```\nunclosed\nfence',
  '    indented\n    code\n\nafter',
  'a paragraph\n    not code',
  '---\n\n***\n\n_ _ _',
  'text\n- list right after',
  'text\n2. no list',
  'text\n# heading right after',
  '| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 |\n',
  'a | b\n--|--\n`x \\| y` | z',
  'before\n\n| a |\n|---|\n| **b** |\n\nafter',
  '&amp; &lt; &#106; &',
  '\\*not em\\* \\[x\\] \\`y\\`',
  'a\r\nb\r\n\r\nc',
  '- one\n- two\n\nparagraph\n\n- three',
  '1. one\n\n   paragraph in one\n\n2. two',
  '# Title with `code` and *em*',
  '* * *\n- - -',
  '-\n- b',
  'foo ~~a ~b~~',
];

describe('Markdown', () => {
  test.each(samples)('reads %j as an independent parser does', (sample) => {
    expect(ours(sample)).toBe(theirs(sample));
  });
});

const mark = fc.constantFrom(
  '*',
  '**',
  '_',
  '~~',
  '`',
  '```\n',
  '[',
  '](',
  ')',
  '![',
  '> ',
  '- ',
  '1. ',
  '# ',
  '|',
  '\n',
  '\n\n',
  '    ',
  '<b>',
  '\\',
  '&amp;',
  '<!--',
  '-->',
  '\t',
  '---\n',
  '|-|-|\n',
  'https://example.com/',
  '~~~',
  '<script>',
  '  \n',
  '![x](',
);

describe('Markdown that is made to hurt', () => {
  test('loses no word, whatever stands around it', { tags: ['f-web-hostile-envelopes'] }, () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(mark, fc.stringMatching(/^[a-z]{3,6}$/)), { maxLength: 60 }),
        (pieces) => {
          const source = pieces.join('');
          const { blocks, definitions } = blocksOf(source);
          const drawn = blockHtml(blocks, definitions);
          for (const [word] of source.matchAll(/(?<![a-z&])[a-z]{3,6}(?![a-z;])/g))
            expect(drawn).toContain(word);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  const long = 100_000;
  const repeated = (piece: string) => piece.repeat(long / piece.length);
  test.each([
    '>',
    '> ',
    '- ',
    '1. ',
    '[',
    '![',
    '[a](',
    '*',
    '*a ',
    '**a*',
    '_a',
    '`',
    '~~a',
    '<',
    '<a ',
    '&',
    '|',
    '\\',
    '(',
    ')',
    'a@',
    'http://a ',
    '[a]: b\n',
    '<!--',
    '*a _b ',
    'a\n',
    '```\n',
    '- a\n  ',
    '|a',
    '|-',
    '#',
    '# #',
    '>-',
    '[]',
    '](',
    '\n>',
    'w',
    'h',
  ])(
    'a hundred thousand characters of %j end, and nest no deeper than the stack',
    { tags: ['f-web-hostile-envelopes'], timeout: 240_000 },
    (piece) => {
      for (const text of [
        repeated(piece),
        repeated(piece).slice(0, 7_900),
        `a${repeated(piece).slice(0, 7_900)}a`,
      ]) {
        const { blocks, definitions } = blocksOf(`${text}\n\nend`);
        expect(blockHtml(blocks, definitions)).toContain('end');
      }
    },
  );

  test('keeps code spans of every length linear', { tags: ['f-web-hostile-envelopes'] }, () => {
    const text = Array.from({ length: 120 }, (_, at) => '`'.repeat(at + 1)).join('a');
    expect(inlinesOf(text, new Map()).length).toBeGreaterThan(0);
  });
});

test.each([
  ['https://www.google.com/accounts', 'gle.com', false],
  ['https://microsoft.com/login', 't.co', false],
  ['evil.com', 'evil.com.attacker.net', false],
  ['https://google.com@evil.com/', 'evil.com', false],
  ['https://evil.com/?next=google.com', 'evil.com', false],
  ['\u0430pple.com', 'xn--pple-43d.com', false],
  ['sign in', 'evil.com', false],
  ['https://example.org/path', 'example.org', true],
  ['Example.ORG', 'example.org', true],
  ['see example.org:8080', 'example.org:8080', true],
  ['somebody@example.org', 'somebody@example.org', true],
])('attack: a link %j to %s names its host: %s', (words, host, isNamed) => {
  expect(namesHost(words, host)).toBe(isNamed);
});

test.each([
  ['pay\u200bpal.com', 'evil.example'],
  ['paypal\uff0ecom', 'evil.example'],
  ['paypal\u3002com/login', 'evil.example'],
  ['pаypal.com', 'evil.example'],
  ['ｐａｙｐａｌ.com', 'evil.example'],
  ['\u202emoc.lapyap', 'evil.example'],
  ['xn--pypal-4ve.com', 'paypal.com'],
  ['evil.example\u00adpaypal.com', 'evil.example'],
])('attack: a link that reads %j is shown with its real host', (words, host) => {
  expect(namesHost(words, host)).toBe(false);
  if (!words.startsWith('\u202e')) expect(namesAnother(words, host)).toBe(true);
});

test.each([
  ['ad\u200bmin', 'ad⟨U+200B⟩min'],
  ['a\u202egpj.exe', 'a⟨U+202E⟩gpj.exe'],
  ['a\u2066b\u2069', 'a⟨U+2066⟩b⟨U+2069⟩'],
  ['x\u2060y\ufeffz', 'x⟨U+2060⟩y⟨U+FEFF⟩z'],
  ['pay\u200dpal', 'pay⟨U+200D⟩pal'],
  ['soft\u00adhyphen', 'soft⟨U+00AD⟩hyphen'],
  ['ask\u{e0061}\u{e0062}', 'ask⟨U+E0061⟩⟨U+E0062⟩'],
  ['filler\u3164here', 'filler⟨U+3164⟩here'],
  ['v\ufe0f', 'v⟨U+FE0F⟩'],
])('attack: what hides in %j is spelled', (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test.each([
  '👩\u200d💻 👨\u200d👩\u200d👧 ❤️\u200d🔥',
  '☺️ 1️⃣ #️⃣',
  '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  'می\u200cخواهم',
  'क्\u200dष क्\u200cष',
  'שלום\u200f! (עברית)',
  'مرحبا\u200e 123',
  'naïve – “quotes” … 日本語',
])('what people write stays: %s', (text) => {
  expect(visible(text)).toBe(text);
});
