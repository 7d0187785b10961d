// Replies and keys on one line: every reply is taken out, every key goes on, however the bytes are cut.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchReply } from '../src/probe/reply.ts';
import { ReplySplitter } from '../src/probe/reply-splitter.ts';
import { type Reply } from '../src/index.ts';

const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** As measured on real terminals. */
const measured: readonly (readonly [string, string, Reply])[] = [
  [
    'DA1 of xterm with sixel',
    '\u001b[?63;1;2;4;6;9;15;16;22;28c',
    { kind: 'attributes', attributes: [63, 1, 2, 4, 6, 9, 15, 16, 22, 28] },
  ],
  ['DA1 of kitty', '\u001b[?62;c', { kind: 'attributes', attributes: [62, 0] }],
  ['XTVERSION of xterm', '\u001bP>|XTerm(379)\u001b\\', { kind: 'version', text: 'XTerm(379)' }],
  [
    'XTVERSION of Konsole',
    '\u001bP>|Konsole 26.08.2\u001b\\',
    { kind: 'version', text: 'Konsole 26.08.2' },
  ],
  ['the kitty query', '\u001b_Gi=31;OK\u001b\\', { kind: 'kitty', ok: true }],
  ['a kitty error', '\u001b_Gi=31;ENOTSUPPORTED:no\u001b\\', { kind: 'kitty', ok: false }],
  ['a kitty reply to somebody else', '\u001b_Gi=5;OK\u001b\\', { kind: 'other' }],
  ['CSI 16 t', '\u001b[6;20;9t', { kind: 'cell', width: 9, height: 20 }],
  ['CSI 14 t', '\u001b[4;480;720t', { kind: 'window', width: 720, height: 480 }],
  ['a cell of nothing', '\u001b[6;0;0t', { kind: 'other' }],
  [
    'ReportCellSize with a scale',
    '\u001b]1337;ReportCellSize=17.5;8.0;2.0\u001b\\',
    { kind: 'iterm-cell', width: 16, height: 35 },
  ],
  [
    'ReportCellSize without',
    '\u001b]1337;ReportCellSize=20;9\u0007',
    { kind: 'iterm-cell', width: 9, height: 20 },
  ],
  [
    'a clipboard packet',
    '\u001b]5522;type=read:status=DATA:mime=aW1hZ2UvcG5n;eA==\u001b\\',
    { kind: 'clipboard', status: 'DATA', mime: 'aW1hZ2UvcG5n', payload: 'eA==' },
  ],
  [
    'a clipboard packet of somebody who writes',
    '\u001b]5522;type=write:status=DONE\u001b\\',
    { kind: 'other' },
  ],
  ['a mode', '\u001b[?5522;2$y', { kind: 'mode', mode: 5522, isKnown: true }],
  ['a mode that nobody knows', '\u001b[?5522;0$y', { kind: 'mode', mode: 5522, isKnown: false }],
  ['colour registers', '\u001b[?1;0;256S', { kind: 'registers', count: 256 }],
  ['the largest sixel', '\u001b[?2;0;800;600S', { kind: 'sixel-limit', width: 800, height: 600 }],
  ['a refusal of XTSMGRAPHICS', '\u001b[?2;1;0S', { kind: 'other' }],
];

const keys: readonly (readonly [string, string])[] = [
  ['an arrow', '\u001b[A'],
  ['a modified arrow', '\u001b[1;5C'],
  ['page down', '\u001b[6~'],
  ['F4 with shift', '\u001b[1;2S'],
  ['a kitty key', '\u001b[97;5u'],
  ['a mouse click', '\u001b[<0;10;20M'],
  ['a focus event', '\u001b[I'],
  ['Alt-x', '\u001bx'],
  ['a dropped file', '\u001b]1337;File=name=YQ==:AAAA\u0007'],
  ['an answer about another clipboard', '\u001b]52;c;eA==\u001b\\'],
];

describe('a sequence', () => {
  test.each(measured)('%s is a reply', (_, sequence, reply) => {
    expect(matchReply(sequence)).toEqual({ kind: 'reply', reply, length: sequence.length });
  });

  test.each(measured)('%s is waited for at every cut', (_, sequence) => {
    for (let length = 1; length < sequence.length; length++) {
      expect(matchReply(sequence.slice(0, length)).kind, `after ${length}`).toBe('partial');
    }
  });

  test.each(keys)('%s is a key', (_, sequence) => {
    expect(matchReply(sequence).kind).toBe('key');
  });

  test('that never ends is given back instead of being collected', () => {
    expect(matchReply(`\u001bP>|${'x'.repeat(10_000)}`).kind).toBe('key');
  });
});

/** Pieces of any length from one byte up. */
function cut(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1;
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}

function run(pieces: readonly Uint8Array[]): { keys: string; replies: Reply[] } {
  const splitter = new ReplySplitter();
  let keys = '';
  const replies: Reply[] = [];
  for (const piece of pieces) {
    const split = splitter.feed(piece);
    keys += Buffer.from(split.keys).toString('latin1');
    replies.push(...split.replies);
  }
  return { keys: keys + Buffer.from(splitter.release()).toString('latin1'), replies };
}

describe('a stream', () => {
  const plain = fc
    .string({ unit: 'binary', maxLength: 12 })
    .map((text) => Buffer.from(text.replaceAll('\u001b', '')).toString('latin1'));
  const key = fc.oneof(
    plain,
    fc.constantFrom(...keys.map(([, sequence]) => sequence)),
    fc.constant('\u001b[200~pasted \u001b[?62c text\u001b[201~'),
  );
  const reply = fc.constantFrom(...measured);
  const lengths = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 });

  test(
    'of keys and replies in any order and any pieces loses none of either',
    { tags: ['f-term-late-replies'] },
    () => {
      fc.assert(
        fc.property(
          fc.array(fc.oneof(key, reply), { maxLength: 14 }),
          lengths,
          (parts, lengths) => {
            const whole = parts.map((part) => (typeof part === 'string' ? part : part[1])).join('');
            const { keys, replies } = run(cut(latin(whole), lengths));
            expect(keys).toBe(parts.filter((part) => typeof part === 'string').join(''));
            expect(replies).toEqual(
              parts.flatMap((part) => (typeof part === 'string' ? [] : [part[2]])),
            );
          },
        ),
        { numRuns: 600 },
      );
    },
  );

  test('of anything at all gives the same whatever the pieces, and never throws', () => {
    const noise = fc.array(
      fc.constantFrom(
        '\u001b',
        '[',
        '?',
        '6',
        ';',
        'c',
        't',
        'S',
        'P',
        '>',
        '|',
        '_',
        'G',
        ']',
        '\\',
        '\u0007',
        '200~',
        '201~',
        'x',
        'é',
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(noise, lengths, (parts, lengths) => {
        const bytes = Buffer.from(parts.join(''));
        expect(run(cut(bytes, lengths))).toEqual(run([bytes]));
      }),
      { numRuns: 1_500 },
    );
  });

  test('holds a lone Escape until it is released, and then it is a key', () => {
    const splitter = new ReplySplitter();
    expect(splitter.feed(latin('\u001b')).keys.length).toBe(0);
    expect(splitter.isHolding).toBe(true);
    expect(Buffer.from(splitter.release()).toString()).toBe('\u001b');
  });

  test('takes nothing out of a paste', () => {
    const paste = '\u001b[200~\u001b[?62;4c\u001b_Gi=31;OK\u001b\\\u001b[201~';
    expect(run([latin(paste)])).toEqual({ keys: paste, replies: [] });
  });
});
