import { stat, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDrop, type DropItem, type DropOptions } from '../src/sources/index.ts';
import { makeFolder } from './fixtures/sources/folder.ts';
import { kindOf, textOf, valueOf } from './fixtures/sources/outcome.ts';
import { processorMs } from '../../../test/processor-time.ts';

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

const options: DropOptions = { exists: isFile, platform: 'linux', maxBytes: 1000 };
const esc = '\u001b';
const paste = (text: string) => `${esc}[200~${text}${esc}[201~`;

/** `#` in a text stands for the folder; names are created in it. */
async function drop(names: readonly string[], text: (folder: string) => string) {
  const folder = await makeFolder();
  for (const name of names) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), 'x');
  }
  const items = await parseDrop(text(folder), options);
  return items?.map((item) =>
    item.kind === 'path' ? item.path.slice(folder.length + 1) : item.kind,
  );
}

const ghostty = (path: string) => path.replaceAll(/[\\ ()[\]{}<>"'`!#$&;|*?]/g, String.raw`\$&`);
const vte = (path: string) => `'${path.replaceAll("'", String.raw`'\''`)}'`;
const wezterm = (path: string) => path.replaceAll(' ', String.raw`\ `);
const odd = 'it\'s (a) [b] {c} <d> "e" `f` !g #h $i &j ;k |l *m ?n \\o.png';

type Case = readonly [what: string, names: readonly string[], text: (folder: string) => string];

const forms: readonly Case[] = [
  ['a plain path', ['a.png'], (f) => `${f}/a.png`],
  ['a bracketed plain path', ['a.png'], (f) => paste(`${f}/a.png`)],
  ['a bracketed path with a line break behind it', ['a.png'], (f) => `${paste(`${f}/a.png`)}\n`],
  ['a paste that lost its end', ['a.png'], (f) => `${esc}[200~${f}/a.png`],
  ['Alacritty: raw with a space behind', ['a b.png'], (f) => paste(`${f}/a b.png `)],
  ['Alacritty: every odd character, raw', [odd], (f) => paste(`${f}/${odd} `)],
  [
    'Alacritty: two files in two pastes',
    ['a b.png', 'c d.png'],
    (f) => paste(`${f}/a b.png `) + paste(`${f}/c d.png `),
  ],
  [
    'Alacritty: two files run together',
    ['a b.png', 'c d.png'],
    (f) => paste(`${f}/a b.png ${f}/c d.png `),
  ],
  ['WezTerm: escaped spaces', ['a b.png'], (f) => paste(wezterm(`${f}/a b.png`))],
  [
    'WezTerm: other characters stay',
    [String.raw`a b'c\d.png`],
    (f) => paste(wezterm(`${f}/${String.raw`a b'c\d.png`}`)),
  ],
  [
    'WezTerm: two files',
    ['a b.png', "c'd.png"],
    (f) => paste(`${wezterm(`${f}/a b.png`)} ${f}/c'd.png`),
  ],
  ['Ghostty: backslashes before everything', [odd], (f) => paste(ghostty(`${f}/${odd}`))],
  [
    'Ghostty: two files',
    ['a b.png', 'c(d).png'],
    (f) => paste(`${ghostty(`${f}/a b.png`)} ${ghostty(`${f}/c(d).png`)}`),
  ],
  [
    'kitty: one file per line',
    ['a b.png', "c'd.png", 'e"f.png'],
    (f) => paste(`${f}/a b.png\n${f}/c'd.png\n${f}/e"f.png`),
  ],
  ['kitty: carriage returns', ['a.png', 'b.png'], (f) => paste(`${f}/a.png\r${f}/b.png\r`)],
  [
    'kitty: quoted at a prompt',
    ['a b.png', 'c.png'],
    (f) => paste(`${vte(`${f}/a b.png`)} ${f}/c.png`),
  ],
  [
    'raw paths with many spaces between',
    ['a b.png', 'c d.png'],
    (f) => `${f}/a b.png   ${f}/c d.png`,
  ],
  ['VTE: single quotes', ['a b.png'], (f) => `${vte(`${f}/a b.png`)} `],
  ['VTE: an apostrophe inside', ["it's.png"], (f) => `${vte(`${f}/it's.png`)} `],
  ['VTE: every odd character', [odd], (f) => vte(`${f}/${odd}`)],
  [
    'VTE: three files',
    ['a b', 'c', "d'e"],
    (f) => ['a b', 'c', "d'e"].map((name) => vte(`${f}/${name}`)).join(' '),
  ],
  ['double quotes', ['a b.png'], (f) => `"${f}/a b.png"`],
  ['double quotes with escapes', ['a"b$c`d\\e.png'], (f) => `"${f}/a\\"b\\$c\\\`d\\\\e.png"`],
  ['quotes in the middle of a word', ['a b c.png'], (f) => `${f}/a' b'" c".png`],
  ['a file URL', ['a.png'], (f) => `file://${f}/a.png`],
  ['a file URL of localhost', ['a.png'], (f) => `file://localhost${f}/a.png`],
  ['an encoded file URL', ['ä b#c%.png'], (f) => pathToFileURL(`${f}/ä b#c%.png`).href],
  [
    'file URLs on lines',
    ['a b.png', 'c.png'],
    (f) => `${pathToFileURL(`${f}/a b.png`).href}\r\nfile://${f}/c.png\r\n`,
  ],
  [
    'file URLs with spaces between',
    ['a.png', 'c.png'],
    (f) => `file://${f}/a.png file://${f}/c.png`,
  ],
  ['a mix of path and file URL', ['a.png', 'c.png'], (f) => `${f}/a.png\nfile://${f}/c.png`],
  ['a name that ends in a space', ['a '], (f) => `${f}/a `],
  ['a name with a line that looks like two paths', ['a /b.png'], (f) => `${f}/a /b.png`],
  [
    'a very long list',
    Array.from({ length: 60 }, (_, index) => `${index}.png`),
    (f) => Array.from({ length: 60 }, (_, index) => `${f}/${index}.png`).join(' '),
  ],
];

describe('a drop is found', () => {
  test.each(forms)(
    '%s',
    { tags: ['f-ingest-drop-forms', 's002-ingest-drop'] },
    async (_what, names, text) => {
      expect(await drop(names, text)).toEqual(names);
    },
  );
});

const screenshot = 'Screenshot 2025-11-15 at 9.41.00\u202fAM.png';
const unicode: readonly Case[] = [
  ['UTF-8 names', ['日本語 🖼.png'], (f) => `${f}/日本語 🖼.png`],
  ['a decomposed name pasted composed', ['cafe\u0301.png'], (f) => `${f}/caf\u00e9.png`],
  ['a composed name pasted decomposed', ['caf\u00e9.png'], (f) => `${f}/cafe\u0301.png`],
  ['a composed name in a file URL', ['cafe\u0301.png'], (f) => `file://${f}/caf%C3%A9.png`],
  ['a macOS screenshot as it is', [screenshot], (f) => `${f}/${screenshot}`],
  [
    'a macOS screenshot with a plain space',
    [screenshot],
    (f) => `${f}/${screenshot.replace('\u202f', ' ')}`,
  ],
  [
    'a macOS screenshot with escaped spaces',
    [screenshot],
    (f) => ghostty(`${f}/${screenshot.replace('\u202f', ' ')}`),
  ],
  ['a plain name pasted with U+202F', ['a PM.png'], (f) => `${f}/a\u202fPM.png`],
  ['a curly apostrophe pasted straight', ['it\u2019s.png'], (f) => `${f}/it's.png`],
  ['a straight apostrophe pasted curly', ["it's.png"], (f) => `${f}/it\u2019s.png`],
  [
    'all of it at once',
    ['Cafe\u0301\u2019s at 9\u202fPM.png'],
    (f) => `${f}/Caf\u00e9's at 9 PM.png`,
  ],
];

describe('a spelling is found', () => {
  test.each(unicode)(
    '%s',
    { tags: ['f-ingest-drop-percent-utf8', 'f-ingest-drop-unicode'] },
    async (_what, names, text) => {
      expect(await drop(names, text)).toEqual(names);
    },
  );

  test('and the pasted one wins when both exist', async () => {
    const names = ['caf\u00e9.png', 'cafe\u0301.png'];
    expect(await drop(names, (f) => `${f}/cafe\u0301.png`)).toEqual(['cafe\u0301.png']);
    expect(await drop(names, (f) => `${f}/caf\u00e9.png`)).toEqual(['caf\u00e9.png']);
  });
});

describe('text stays text', () => {
  test.each<Case>([
    ['nothing', [], () => ''],
    ['spaces', [], () => '  \n '],
    ['an empty paste', [], () => paste('')],
    ['a sentence', [], () => 'look at this picture'],
    ['a slash command', [], () => '/help'],
    ['a folder', ['sub/a.png'], (f) => `${f}/sub`],
    ['a path that does not exist', [], (f) => `${f}/nothing.png`],
    ['a relative path that exists', ['package.json'], () => 'package.json'],
    ['a path and words', ['a.png'], (f) => `${f}/a.png what is this?`],
    ['words and a path', ['a.png'], (f) => `look: ${f}/a.png`],
    ['one file that exists and one that does not', ['a.png'], (f) => `${f}/a.png ${f}/b.png`],
    ['the same on lines', ['a.png'], (f) => `${f}/a.png\n${f}/b.png`],
    ['an open quote', ['a.png'], (f) => `'${f}/a.png`],
    ['a backslash at the end', ['a.png'], (f) => `${f}/a.png \\`],
    ['a shell expansion', ['a.png'], (f) => `$(echo ${f}/a.png)`],
    ['a home folder', [], () => '~/.ssh/id_rsa'],
    ['a link to a page', [], () => 'https://example.com/page'],
    ['a link in a sentence', [], () => 'see https://example.com/a.png please'],
    ['another scheme', [], () => 'ftp://example.com/a.png'],
    ['more than can be meant', ['a.png'], (f) => `${f}/a.png `.repeat(101)],
    ['a book', [], () => '/x '.repeat(50_000)],
  ])('%s', { tags: ['f-ingest-drop-all-or-nothing'] }, async (_what, names, text) => {
    expect(await drop(names, text)).toBeUndefined();
  });

  test.each<Case>([
    ['NUL', ['a.png'], (f) => `${f}/a.png\0`],
    ['an escape sequence', ['a.png'], (f) => `${f}/a.png${esc}[2J`],
    ['a bell', ['a.png'], (f) => `\u0007${f}/a.png`],
    ['a tab', ['a\tb.png'], (f) => `${f}/a\tb.png`],
    ['C1', ['a.png'], (f) => `${f}/a.png\u009b`],
    ['DEL', ['a.png'], (f) => `${f}/a.png\u007f`],
    ['a paste inside a paste', ['a.png'], (f) => paste(`${f}/a.png${esc}[200~`)],
    ['an encoded NUL', ['a.png'], (f) => `file://${f}/a.png%00`],
  ])('when it holds %s', { tags: ['f-ingest-drop-control-bytes'] }, async (_what, names, text) => {
    expect(await drop(names, text)).toBeUndefined();
  });

  test.each<Case>([
    ['another host', ['a.png'], (f) => `file://evil.example${f}/a.png`],
    ['an address', ['a.png'], (f) => `file://127.0.0.1${f}/a.png`],
    ['one good, one foreign', ['a.png'], (f) => `file://${f}/a.png\nfile://evil${f}/a.png`],
    ['an encoded separator', ['s/a.png'], (f) => `file://${f}/s%2Fa.png`],
  ])(
    'when a file URL has %s',
    { tags: ['f-ingest-drop-file-host'] },
    async (_what, names, text) => {
      expect(await drop(names, text)).toBeUndefined();
    },
  );

  test('however it is padded, in a moment', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'a'), 'x');
    const started = processorMs();
    for (const filler of [' ', '\\', "'", '"', '\n', '/', '\\ ', ' /', "' ", '\u202f', 'file:']) {
      const text = `${folder}/a${filler.repeat(60_000 / filler.length)}b`;
      expect(await parseDrop(text, options)).toBeUndefined();
      expect(await parseDrop(text, { ...options, platform: 'win32' })).toBeUndefined();
    }
    expect(processorMs() - started).toBeLessThan(3000);
  });

  test('whatever it is, and nothing throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 80 }), async (text) => {
        for (const platform of ['linux', 'darwin', 'win32'] as const) {
          for (const form of [
            text,
            paste(text),
            `/${text}`,
            `file:///${text}`,
            `${esc}]1337;File=${text}`,
          ]) {
            const items = await parseDrop(form, { ...options, platform, exists: () => false });
            expect(items?.every(({ kind }) => kind !== 'path') ?? true).toBe(true);
          }
        }
      }),
    );
  });
});

describe('Windows', () => {
  const files = new Set([String.raw`C:\a b\c.png`, String.raw`C:\d.png`, 'C:/e.png']);
  const asked: string[] = [];
  const windows: DropOptions = {
    ...options,
    platform: 'win32',
    exists: (path) => {
      asked.push(path);
      return files.has(path);
    },
  };
  const paths = async (text: string) =>
    (await parseDrop(text, windows))?.map((item) => (item.kind === 'path' ? item.path : item.kind));

  test.each([
    [String.raw`C:\d.png`, [String.raw`C:\d.png`]],
    [String.raw`"C:\a b\c.png"`, [String.raw`C:\a b\c.png`]],
    [String.raw`C:\a b\c.png `, [String.raw`C:\a b\c.png`]],
    [String.raw`"C:\a b\c.png" C:\d.png`, [String.raw`C:\a b\c.png`, String.raw`C:\d.png`]],
    ['C:\\d.png\r\nC:/e.png', [String.raw`C:\d.png`, 'C:/e.png']],
    ['file:///C:/a%20b/c.png', [String.raw`C:\a b\c.png`]],
  ])('%j is a drop', { tags: ['f-ingest-drop-forms'] }, async (text, expected) => {
    expect(await paths(text)).toEqual(expected);
  });

  test('never asks the system about devices, shares or relative paths', async () => {
    asked.length = 0;
    for (const text of [
      String.raw`\\server\share\a.png`,
      'NUL',
      String.raw`C:\NUL`,
      String.raw`\\.\C:`,
      'C:d.png',
      'd.png',
      String.raw`"C:\a`,
      'file://server/a.png',
    ]) {
      expect({ text, is: await paths(text) }).toEqual({ text, is: undefined });
    }
    expect(asked).toEqual([]);
  });
});

describe('what comes inside or from elsewhere', () => {
  const inline = (header: string, body: string, end = '\u0007') =>
    `${esc}]1337;File=${header}:${body}${end}`;
  const hello = Buffer.from('hello').toString('base64');
  const name = Buffer.from('ä b.png').toString('base64');
  const sourceOf = (item: DropItem | undefined) => {
    if (item?.kind !== 'bytes') throw new Error('expected bytes');
    return item.source;
  };

  test.each([
    inline(`name=${name};size=5;inline=1`, hello),
    inline(`inline=1;NAME=${name}`, hello, `${esc}\\`),
    paste(inline(`name=${name}`, hello)),
  ])('%j is a file with its bytes', { tags: ['f-ingest-drop-osc1337'] }, async (text) => {
    const items = await parseDrop(text, options);
    expect(items).toHaveLength(1);
    const source = sourceOf(items?.[0]);
    expect(textOf(source)).toBe('hello');
    expect(valueOf(source).name).toBe('ä b.png');
  });

  test('several inline files come one after the other', async () => {
    const items = await parseDrop(inline('', hello) + inline('', hello), options);
    expect(items?.map((item) => textOf(sourceOf(item)))).toEqual(['hello', 'hello']);
  });

  test.each([
    [inline('size=6', hello), 'corrupt'],
    [inline('', 'a*b'), 'corrupt'],
    [inline('', ''), 'empty'],
    [inline('', hello, ''), 'corrupt'],
    [`${esc}]1337;File=\u0007`, 'corrupt'],
    [inline('', Buffer.alloc(1001).toString('base64')), 'too-large'],
    [inline('', Buffer.alloc(600).toString('base64')).repeat(2), 'too-large'],
    [`${inline('', hello)}trailing`, 'corrupt'],
  ])('%j is a refusal, never text', async (text, refused) => {
    const items = await parseDrop(text, options);
    expect(kindOf(sourceOf(items?.at(-1)))).toBe(refused);
  });

  test('a URL of an image is passed on, not fetched', async () => {
    const url = 'https://example.com/a%20b.PNG?x=1';
    expect(await parseDrop(paste(`${url} `), options)).toEqual([{ kind: 'url', url }]);
  });
});
