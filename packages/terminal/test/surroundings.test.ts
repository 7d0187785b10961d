// What the environment decides alone: who gets words, who must not be asked.
import { describe, expect, test } from 'vitest';
import { assess } from '../src/surroundings.ts';
import { graphicsChoices } from '../src/graphics.ts';
import { type Variables } from '../src/index.ts';

const terminal = { TERM: 'xterm-256color' } as const;

function decide(variables: Variables, isTerminal = true, platform = 'linux'): string {
  const assessment = assess({ variables, platform, isTerminal });
  return assessment.kind === 'ask' ? 'ask' : assessment.graphics.protocol;
}

describe('the environment', () => {
  test.each<[string, Variables, boolean]>([
    ['a pipe', terminal, false],
    ['CI', { ...terminal, CI: 'true' }, true],
    ['NO_COLOR', { ...terminal, NO_COLOR: '1' }, true],
    ['NO_COLOR, whatever its value', { ...terminal, NO_COLOR: '0' }, true],
    ['TERM=dumb', { TERM: 'dumb' }, true],
    ['no TERM', {}, true],
    ['a terminal without colour', { TERM: 'vt220' }, true],
    ['a screen reader', { ...terminal, ACCESSIBLE: '1' }, true],
    ['a screen reader in Ink', { ...terminal, INK_SCREEN_READER: 'true' }, true],
  ])(
    '%s gets words',
    { tags: ['f-term-no-tty', 's002-text-fallback'] },
    (_, variables, isTerminal) => {
      expect(decide(variables, isTerminal)).toBe('none');
    },
  );

  test.each<[string, Variables]>([
    ['a terminal', terminal],
    ['a terminal over SSH', { ...terminal, SSH_TTY: '/dev/pts/0' }],
    ['an empty NO_COLOR', { ...terminal, NO_COLOR: '' }],
    ['CI=false', { ...terminal, CI: 'false' }],
    ['tmux', { TERM: 'tmux-256color', TMUX: '/tmp/tmux-0/default,1,0' }],
    ['kitty', { TERM: 'xterm-kitty' }],
  ])('%s is asked', (_, variables) => {
    expect(decide(variables)).toBe('ask');
  });

  test('Windows has no TERM and is asked all the same', () => {
    expect(decide({}, true, 'win32')).toBe('ask');
  });

  test.each<[string, Variables]>([
    ['GNU screen', { TERM: 'screen-256color', STY: '1.tty' }],
    ['the Linux console', { TERM: 'linux' }],
    ['Apple Terminal', { ...terminal, TERM_PROGRAM: 'Apple_Terminal' }],
  ])('%s would show the questions: it gets half blocks unasked', (_, variables) => {
    expect(decide(variables)).toBe('half');
  });

  test.each(graphicsChoices)(
    'PERCEPT_GRAPHICS=%s is obeyed into a pipe',
    { tags: ['s002-graphics-override'] },
    (choice) => {
      expect(decide({ PERCEPT_GRAPHICS: choice }, false)).toBe(choice);
      expect(decide({ PERCEPT_GRAPHICS: choice, CI: '1', NO_COLOR: '1' }, false)).toBe(choice);
    },
  );

  test('on a terminal a forced protocol is still asked for the size of its cells', () => {
    const variables = { ...terminal, PERCEPT_GRAPHICS: 'sixel' };
    expect(assess({ variables, platform: 'linux', isTerminal: true })).toMatchObject({
      kind: 'ask',
      forced: 'sixel',
    });
  });

  test('inside a multiplexer the name of a terminal proves nothing', () => {
    const variables = { TMUX: 'x', TERM: 'tmux', TERM_PROGRAM: 'iTerm.app' };
    expect(assess({ variables, platform: 'linux', isTerminal: true })).not.toHaveProperty('brand');
  });
});
