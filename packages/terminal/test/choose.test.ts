// From replies to a protocol, over the replies that real terminals were measured to give.
import { describe, expect, test } from 'vitest';
import { assess } from '../src/surroundings.ts';
import { chooseGraphics, drawsPlaceholders } from '../src/probe/choose.ts';
import { parseTmuxClient } from '../src/probe/tmux-client.ts';
import { type Graphics, type Reply, type TmuxClient, type Variables } from '../src/index.ts';

const sixel: Reply = { kind: 'attributes', attributes: [63, 1, 2, 4, 22] };
const plain: Reply = { kind: 'attributes', attributes: [62] };
const kitty: Reply = { kind: 'kitty', ok: true };
const named = (text: string): Reply => ({ kind: 'version', text });

function choose(replies: readonly Reply[], variables: Variables = {}, tmux?: TmuxClient): Graphics {
  const assessment = assess({
    variables: { TERM: 'xterm-256color', ...variables },
    platform: 'linux',
    isTerminal: true,
  });
  if (assessment.kind !== 'ask') throw new Error('decided already');
  return chooseGraphics({ assessment, replies, screen: { columns: 80, rows: 24 }, tmux });
}

describe('the protocol', () => {
  test.each<[string, readonly Reply[], string]>([
    ['xterm with sixel', [named('XTerm(379)'), sixel], 'sixel'],
    ['xterm without', [named('XTerm(379)'), plain], 'half'],
    ['mlterm', [sixel], 'sixel'],
    ['foot', [named('foot(1.13.1)'), sixel], 'sixel'],
    ['kitty', [named('kitty(0.26.5)'), kitty, plain], 'kitty'],
    ['a newer kitty', [named('kitty(0.41.1)'), kitty, plain], 'kitty-placeholders'],
    ['Ghostty', [named('ghostty 1.2.0'), kitty, plain], 'kitty'],
    ['Konsole, which also claims sixel', [named('Konsole 26.08.2'), kitty, sixel], 'kitty'],
    ['WezTerm, which misplaces kitty', [named('WezTerm 20240203'), kitty, sixel], 'iterm'],
    ['iTerm2', [named('iTerm2 3.5.0'), plain], 'iterm'],
    ['xterm.js with all three', [named('xterm.js(6.1.0)'), kitty, sixel], 'kitty'],
    [
      'one that only knows OSC 1337',
      [{ kind: 'iterm-cell', width: 9, height: 20 }, plain],
      'iterm',
    ],
    ['a kitty query that failed', [{ kind: 'kitty', ok: false }, plain], 'half'],
    ['silence', [], 'half'],
  ])('of %s', { tags: ['s002-probe-protocols'] }, (_, replies, protocol) => {
    expect(choose(replies).protocol).toBe(protocol);
  });

  test('is words where half blocks would be letters', () => {
    expect(choose([plain], { LC_ALL: 'de_DE.ISO-8859-1' }).protocol).toBe('none');
  });

  test.each(['kitty', 'sixel', 'iterm'] as const)(
    'is %s when that is forced',
    { tags: ['s002-graphics-override'] },
    (forced) => {
      expect(choose([plain], { PERCEPT_GRAPHICS: forced }).protocol).toBe(forced);
    },
  );
});

describe('in tmux', () => {
  const inside = { TMUX: '/tmp/tmux', TERM: 'tmux-256color' };
  const outside = (terminal: string, features: string, passthrough = '1'): TmuxClient | undefined =>
    parseTmuxClient(`${terminal}\t${features}\t${passthrough}\t9\t18\n`);

  test(
    'kitty gets placeholders where tmux passes them through',
    { tags: ['f-term-tmux-placeholders'] },
    () => {
      const graphics = choose(
        [named('tmux 3.5a'), plain],
        inside,
        outside('kitty(0.41.1)', 'title'),
      );
      expect(graphics).toMatchObject({
        protocol: 'kitty-placeholders',
        cell: { width: 9, height: 18, known: true },
      });
    },
  );

  test('kitty gets half blocks and a hint where it does not', () => {
    const graphics = choose([plain], inside, outside('kitty(0.41.1)', 'title', '0'));
    expect(graphics).toMatchObject({
      protocol: 'half',
      reason: 'tmux needs: set -g allow-passthrough on',
    });
  });

  test.each([
    ['kitty(0.26.5)', false],
    ['kitty(0.28.0)', true],
    ['kitty(1.0.0)', true],
    ['ghostty 1.2.0', true],
    ['Konsole 26.08.2', false],
    ['XTerm(379)', false],
    ['', false],
  ])('placeholders in %s: %s', { tags: ['f-term-kitty-u1-gated'] }, (terminal, draws) => {
    expect(drawsPlaceholders(terminal)).toBe(draws);
    const { protocol } = choose([named('tmux 3.5a'), plain], inside, outside(terminal, 'title'));
    expect(protocol === 'kitty-placeholders').toBe(draws);
  });

  test.each([
    ['both', sixel, '256,sixel', 'sixel'],
    ['tmux alone', sixel, '256,title', 'half'],
    ['the terminal outside alone', plain, '256,sixel', 'half'],
  ])('sixel of %s', { tags: ['f-term-tmux-sixel-both'] }, (_, inner, features, protocol) => {
    expect(choose([inner], inside, outside('foot(1.28)', features)).protocol).toBe(protocol);
  });

  test('a tmux that cannot be asked gets half blocks', () => {
    expect(choose([named('tmux 3.3a'), sixel], { TERM: 'tmux-256color' }).protocol).toBe('half');
    expect(choose([named('tmux 3.3a'), sixel]).protocol).toBe('half');
  });

  test('forced kitty means placeholders', () => {
    expect(choose([plain], { ...inside, PERCEPT_GRAPHICS: 'kitty' }).protocol).toBe(
      'kitty-placeholders',
    );
  });
});

describe('the cell', () => {
  test('is 10x20 without a reply', { tags: ['f-term-cell-default'] }, () => {
    expect(choose([sixel]).cell).toEqual({ width: 10, height: 20, known: false });
  });

  test.each<[string, readonly Reply[], number, number]>([
    [
      'said in pixels',
      [
        { kind: 'cell', width: 7, height: 16 },
        { kind: 'window', width: 800, height: 600 },
      ],
      7,
      16,
    ],
    ['computed from the window', [{ kind: 'window', width: 725, height: 490 }], 9, 20],
    ['said by iTerm2', [{ kind: 'iterm-cell', width: 16, height: 35 }], 16, 35],
  ])('is %s', (_, replies, width, height) => {
    expect(choose([...replies, plain]).cell).toEqual({ width, height, known: true });
  });

  test('is 10x20 when what was said makes no sense', () => {
    expect(choose([{ kind: 'cell', width: 1, height: 9999 }, plain]).cell).toMatchObject({
      width: 10,
      known: false,
    });
  });
});

test('the terminal says how many colours and how large a sixel may be', () => {
  const replies: Reply[] = [
    { kind: 'registers', count: 16 },
    { kind: 'sixel-limit', width: 480, height: 325 },
    sixel,
  ];
  expect(choose(replies)).toMatchObject({
    maxSixelColours: 16,
    maxSixelSize: { width: 480, height: 325 },
  });
  expect(choose([{ kind: 'registers', count: 65_536 }, sixel]).maxSixelColours).toBe(256);
});

test('whoever answers with a name has 24-bit colour', () => {
  expect(choose([named('XTerm(379)'), plain]).depth).toBe('true-colour');
  expect(choose([plain]).depth).toBe('256-colours');
  expect(choose([plain], { COLORTERM: 'truecolor' }).depth).toBe('true-colour');
});
