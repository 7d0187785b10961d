// Megabytes of letters that a pattern could be made to search again and again, or until its stack runs out: whatever reads
// the text of a stranger is done after one pass. A search that is not takes minutes here, and the test ends it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { resolveProfile } from '@percept/core';
import { secretRedactor } from '@percept/core/internal/envelope';
import { withoutPayloads } from '@percept/agent/internal';
import { describe, expect, test } from 'vitest';
import { attacksFrom } from './tries.ts';

const megabyte = 1024 * 1024;

function filled(piece: string, chars: number): string {
  return piece.repeat(Math.ceil(chars / piece.length)).slice(0, chars);
}

const reading = new URL('child/read-long-text.ts', import.meta.url).pathname;

describe('a long text', () => {
  test(
    'is read in one pass, by whatever reads those of strangers',
    { tags: ['d-text-one-pass'], timeout: 120_000 },
    async (context) => {
      const { stdout } = await promisify(execFile)(process.execPath, [
        '--no-warnings',
        '--no-regexp-optimization',
        reading,
      ]);
      expect(stdout).toMatch(/^\d+ read\n$/);
      attacksFrom(context, 'own')(Number.parseInt(stdout, 10));
    },
  );

  test.for(['aogemini', 'w/gpt-4-32ke', 'illama3.2vis', '/nemotroni', 'qwen', 'rgrokz'])(
    'is no name of a model: %s',
    { tags: ['d-text-one-pass'] },
    (piece, context) => {
      attacksFrom(context, 'own')();
      const model = filled(piece, megabyte);
      expect(resolveProfile({ provider: 'openai-compatible', model }).image.types).toEqual([]);
    },
  );
});

describe('what is taken out of a text', () => {
  const whole = filled('QUFBa1B2', 9 * megabyte);
  const wrapped = `${`${'QUFBa1B2'.repeat(9)}abcd\r\n`.repeat(120_000)}QUE=`;

  test.for([
    ['a run', whole],
    ['lines of one piece, with the short one behind', wrapped],
  ] as const)('is %s of any length, and nothing beside it', ([, bytes]) => {
    const words = `[${bytes.length} characters of encoded bytes left out]`;
    expect(withoutPayloads(`Look: ${bytes} (as it came)`)).toBe(`Look: ${words} (as it came)`);
  });

  test('is a token wherever it stands, and not what only begins like one', () => {
    const redact = secretRedactor();
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVPmB92K27uhbUJU1p1r_wW';
    expect(redact(`x=${token}.`)).toBe('x=[redacted].');
    expect(redact(`a.b.${token}`)).toBe('a.b.[redacted]');
    expect(redact(`auth-${token}, and more`)).toBe('auth-[redacted], and more');
    expect(redact('eyJhbGciOiJIUzI1NiJ9.eyJzdWI')).toBe('eyJhbGciOiJIUzI1NiJ9.eyJzdWI');
    expect(redact('heyJude0123.aaaaaaaaa.bbbbbbbbb')).toBe('heyJude0123.aaaaaaaaa.bbbbbbbbb');
  });
});
