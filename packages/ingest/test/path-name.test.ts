import { describe, expect, test } from 'vitest';
import { labelOf, quoted } from '../src/sources/source.ts';
import { checkPathName, pathOfFileUrl } from '../src/sources/path-name.ts';
import { kindOf, valueOf } from './fixtures/sources/outcome.ts';

describe('names on Windows', () => {
  test.each([
    'CON',
    'con',
    'nul',
    'NUL.png',
    'nul .png',
    'aux.',
    'COM1',
    'com0',
    'LPT9.tar.gz',
    'COM\u00b9',
    'lpt\u00b3.png',
    'CONIN$',
    'conout$',
    'clock$',
    String.raw`C:\pictures\PRN.jpg`,
    'C:/x/nul/y.png',
    String.raw`..\aux\x.png`,
    String.raw`\\.\PhysicalDrive0`,
    String.raw`\\.\pipe\x`,
    String.raw`\\?\C:\x.png`,
    String.raw`\\?\GLOBALROOT\Device`,
    String.raw`\\server\share\x.png`,
    '//server/share/x.png',
    String.raw`\/server\share`,
    String.raw`\??\C:\x.png`,
    'C:x.png',
    'x.png:stream',
    String.raw`C:\x.png:Zone.Identifier`,
    'x.png::$DATA',
    'CON:',
    String.raw`C:\secret.\x.png`,
    String.raw`C:\x.png `,
    'x.png.',
  ])('%j is refused', (path) => {
    expect(kindOf(checkPathName(path, 'win32'))).toBe('forbidden');
  });

  test.each([
    String.raw`C:\Users\a b\x.png`,
    'C:/x.png',
    'x.png',
    String.raw`..\x.png`,
    './x.png',
    'CONSOLE.png',
    'nullable.png',
    'com.png',
    'COM10.png',
    'lpt.txt',
    '.gitignore',
    'a.b.c.png',
    'bild äöü.png',
  ])('%j passes', (path) => {
    expect(checkPathName(path, 'win32')).toEqual({ ok: true, value: path });
  });

  test('are ordinary names elsewhere', () => {
    for (const path of ['CON', 'NUL.png', String.raw`\\server\share`, 'a:b', 'x.']) {
      expect(kindOf(checkPathName(path, 'linux'))).toBe('accepted');
    }
  });
});

describe('names anywhere', () => {
  test.each(['', 'a\0b', '\0', 'x'.repeat(40_000)])(
    'an impossible one is refused (%#)',
    { tags: ['f-ingest-path-dotdot'] },
    (path) => {
      for (const platform of ['linux', 'darwin', 'win32'] as const) {
        expect(kindOf(checkPathName(path, platform))).toBe('invalid-input');
      }
    },
  );
});

describe('file URLs', () => {
  test.each([
    ['file:///tmp/a.png', '/tmp/a.png'],
    ['FILE:///tmp/a.png', '/tmp/a.png'],
    ['file:/tmp/a.png', '/tmp/a.png'],
    ['file://localhost/tmp/a.png', '/tmp/a.png'],
    ['file:///tmp/a%20b%23c%3Fd%25.png', '/tmp/a b#c?d%.png'],
    ['file:///tmp/a b.png', '/tmp/a b.png'],
    ['file:///tmp/%E2%82%AC.png', '/tmp/€.png'],
    ['file:///tmp/€.png', '/tmp/€.png'],
    ['file:///tmp/a%5Cb.png', String.raw`/tmp/a\b.png`],
    ['file:///tmp/x/../a.png', '/tmp/a.png'],
  ])('%s is %s', (url, path) => {
    expect(valueOf(pathOfFileUrl(url, 'linux'))).toBe(path);
  });

  test.each([
    'file://server/share/a.png',
    'file://127.0.0.1/tmp/a.png',
    'file://localhost.evil/tmp/a.png',
  ])('%s is refused because of its host', { tags: ['f-ingest-drop-file-host'] }, (url) => {
    expect(kindOf(pathOfFileUrl(url, 'linux'))).toBe('forbidden');
    expect(kindOf(pathOfFileUrl(url, 'win32'))).toBe('forbidden');
  });

  test.each([
    'file:///tmp/a%2Fb.png',
    'file:///tmp/a%2fb.png',
    'file:///tmp/..%2f..%2fetc/passwd',
    'file:///tmp/a%00.png',
    'file:///tmp/%ff.png',
    'file:///tmp/%C3.png',
    'file:///tmp/%zz.png',
    'file:///tmp/a.png?x',
    'file:///tmp/a.png#x',
    'file:a.png',
    'file:',
    'file:///tmp/a\n.png',
    'file:///tmp/a\t.png',
    String.raw`file:\\server\x`,
    'http://x/',
    'file://user@host/a.png',
  ])('%j is refused as malformed', (url) => {
    expect(kindOf(pathOfFileUrl(url, 'linux'))).toBe('invalid-input');
  });

  test('on Windows need a drive and hide no backslash, device or share', () => {
    expect(valueOf(pathOfFileUrl('file:///C:/a%20b.png', 'win32'))).toBe(String.raw`C:\a b.png`);
    for (const url of [
      'file:///tmp/a.png',
      'file:///C:/a%5Cb.png',
      'file:////server/share/a.png',
      'file:///C:/NUL',
    ]) {
      expect({ url, is: kindOf(pathOfFileUrl(url, 'win32')) }).toEqual({
        url,
        is: expect.stringMatching(/invalid-input|forbidden/),
      });
    }
  });
});

describe('a name in a message', () => {
  test.each([
    ['a b.png', '"a b.png"'],
    ['日本語 🖼.png', '"日本語 🖼.png"'],
    ['a"b\\c', String.raw`"a\"b\\c"`],
    ['\u001b[2J', String.raw`"\u{1b}[2J"`],
    ['a\nb\u2028c', String.raw`"a\u{a}b\u{2028}c"`],
    ['\u202egnp', String.raw`"\u{202e}gnp"`],
    ['a\u200bb', String.raw`"a\u{200b}b"`],
    ['a\u{e0041}b', String.raw`"a\u{e0041}b"`],
    ['\ud800', String.raw`"\u{d800}"`],
  ])('%j is shown as %s', (name, shown) => {
    expect(quoted(name)).toBe(shown);
  });

  test('is cut, also through the middle of a character', () => {
    expect(quoted('x'.repeat(5000))).toHaveLength(123);
    expect(quoted(`${'x'.repeat(119)}🖼`)).toBe(String.raw`"${'x'.repeat(119)}\u{d83d}…"`);
  });
});

describe('a label', () => {
  test.each([
    ['a b.png', 'a b.png'],
    ['../../etc/passwd', 'passwd'],
    [String.raw`C:\x\y.png`, 'y.png'],
    ['a\u001b[2J\u202e\n.png', 'a[2J.png'],
    ['日本語 🖼.png', '日本語 🖼.png'],
    ['\0', undefined],
    ['', undefined],
    ['x/', undefined],
    [`${'x'.repeat(9999)}.png`, `${'x'.repeat(251)}.png`],
  ])('of %j is %j', (name, label) => {
    expect(labelOf(name)).toBe(label);
  });
});
