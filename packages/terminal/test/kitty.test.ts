// The kitty protocol: what is sent is what was given, in chunks that the protocol allows, and never a question.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeKitty, passThroughTmux } from '../src/index.ts';
import { encodePlaceholders } from '../src/kitty/placeholders.ts';
import { diacritics } from '../src/kitty/diacritics.ts';

interface Sent {
  readonly keys: ReadonlyMap<string, string>;
  readonly data: string;
}

function read(sequence: string): Sent {
  const [, keys = '', data = ''] =
    // oxlint-disable-next-line no-control-regex
    /^\u001b_G([^;]*);([A-Za-z0-9+/=]*)\u001b\\$/.exec(sequence) ?? [];
  const pairs = keys.split(',').map((pair): [string, string] => {
    const [key = '', value = ''] = pair.split('=');
    return [key, value];
  });
  return { keys: new Map(pairs), data };
}

const bytes = fc.uint8Array({ minLength: 1, maxLength: 20_000 });
const id = fc.integer({ min: 1, max: 0xff_ffff });

describe('direct', () => {
  test(
    'the chunks hold the picture, 4096 characters at most in each',
    { tags: ['f-term-kitty-chunks'] },
    () => {
      fc.assert(
        fc.property(bytes, id, (png, id) => {
          const sent = encodeKitty({ png, id }).map(read);
          const payload = sent.map(({ data }) => data).join('');
          expect(new Uint8Array(Buffer.from(payload, 'base64'))).toEqual(png);
          expect(Math.max(...sent.map(({ data }) => data.length))).toBeLessThanOrEqual(4096);
          expect(sent.map(({ keys }) => keys.get('m'))).toEqual([
            ...sent.slice(1).map(() => '1'),
            '0',
          ]);
          for (const { data } of sent.slice(0, -1)) expect(data.length % 4).toBe(0);
        }),
      );
    },
  );

  test(
    'the picture travels in the sequence, by no file and no shared memory',
    { tags: ['f-term-ssh-direct'] },
    () => {
      const [first] = encodeKitty({ png: Uint8Array.of(1), id: 7 }).map(read);
      expect(Object.fromEntries(first?.keys ?? [])).toEqual({
        a: 'T',
        f: '100',
        t: 'd',
        i: '7',
        q: '2',
        C: '1',
        m: '0',
      });
    },
  );

  test('every chunk asks for silence', () => {
    for (const { keys } of encodeKitty({ png: new Uint8Array(9_999), id: 1 }).map(read)) {
      expect(keys.get('q')).toBe('2');
    }
  });

  test('without the size of a cell the picture fills whole cells', () => {
    const [first] = encodeKitty({ png: Uint8Array.of(1), id: 7, cells: { columns: 9, rows: 4 } });
    expect(read(first ?? '').keys.get('c')).toBe('9');
    expect(read(first ?? '').keys.get('r')).toBe('4');
  });

  test.each([0, -1, 1.5, 0x100_0000, Number.NaN])('%d is not an id', (id) => {
    expect(() => encodeKitty({ png: Uint8Array.of(1), id })).toThrow(/id/);
  });
});

describe('placeholders', () => {
  test('there are 297 marks, all different and stable under normalisation', () => {
    expect(new Set(diacritics).size).toBe(297);
    expect(diacritics[0]).toBe('\u0305');
    expect(diacritics[296]).toBe('\u{1d244}');
    for (const mark of diacritics) {
      expect(`\u{10eeee}${mark}`.normalize('NFC')).toBe(`\u{10eeee}${mark}`);
    }
  });

  test('every cell names its row and column, in the colour of the id', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 297 }),
        fc.integer({ min: 1, max: 40 }),
        id,
        (columns, rows, id) => {
          const { lines } = encodePlaceholders({
            png: Uint8Array.of(1),
            id,
            cells: { columns, rows },
          });
          expect(lines.length).toBe(rows);
          lines.forEach((line, row) => {
            const [, red, green, blue, text = ''] =
              // oxlint-disable-next-line no-control-regex
              /^\u001b\[38;2;(\d+);(\d+);(\d+)m(.*)\u001b\[39m$/u.exec(line) ?? [];
            expect((Number(red) << 16) | (Number(green) << 8) | Number(blue)).toBe(id);
            const cells = text
              .split('\u{10eeee}')
              .slice(1)
              .map((marks) => [...marks]);
            expect(cells.length).toBe(columns);
            expect(cells.every(([mark]) => mark === diacritics[row])).toBe(true);
            expect(cells.map(([, mark = '']) => diacritics.indexOf(mark))).toEqual(
              cells.map((_, at) => at),
            );
          });
        },
      ),
      { numRuns: 40 },
    );
  });

  test(
    'the transmission is virtual: it draws nothing by itself',
    { tags: ['f-term-tmux-placeholders'] },
    () => {
      const { transmission } = encodePlaceholders({
        png: Uint8Array.of(5),
        id: 3,
        cells: { columns: 2, rows: 2 },
      });
      expect(read(transmission[0] ?? '').keys.get('U')).toBe('1');
    },
  );

  test('more cells than can be named are a bug', () => {
    const cells = { columns: 298, rows: 1 };
    expect(() => encodePlaceholders({ png: Uint8Array.of(1), id: 1, cells })).toThrow(/297/);
  });
});

test('tmux gets every escape twice, inside its own frame', () => {
  const [chunk = ''] = encodeKitty({ png: Uint8Array.of(1, 2, 3), id: 1 });
  const wrapped = passThroughTmux(chunk);
  expect(wrapped.startsWith('\u001bPtmux;\u001b\u001b_G')).toBe(true);
  const inner = wrapped.slice('\u001bPtmux;'.length, -'\u001b\\'.length);
  expect(inner.replaceAll('\u001b\u001b', '\u001b')).toBe(chunk);
});
