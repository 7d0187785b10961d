// Megabytes of letters that a pattern could be made to search again and again, or until its stack runs out: whatever reads
// the text of a stranger is done after one pass. A search that is not takes minutes here, and the test ends it.
import { accept, resolveProfile, unwrap, parseSessionId } from '@percept/core';
import { fenced, findInlinePayload, oneLine } from '@percept/core/internal';
import { secretRedactor } from '@percept/core/internal/envelope';
import { withoutPayloads } from '@percept/agent/internal';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../packages/agent/src/loop/failure.ts';
import { ChunkWriter } from '../../packages/openwop/src/chunk-writer.ts';
import { BundleRedactor } from '../../packages/openwop/src/debug-bundle.ts';
import { attacksFrom } from './tries.ts';

const megabyte = 1024 * 1024;

function filled(piece: string, chars = 12 * megabyte): string {
  return piece.repeat(Math.ceil(chars / piece.length)).slice(0, chars);
}

const texts: Readonly<Record<string, string>> = {
  'one run of base64': `iVBORw0KGgo${filled('QUFB')}`,
  'base64 in lines': filled(`iVBORw0KGgo${'QUFBQUFB'.repeat(8)}a\n`),
  'base64 in lines of a letter': filled('A\n'),
  'a data URL': `data:image/png;base64,${filled('QUFB')}`,
  'a key without end': `sk-${filled('a1B2')}`,
  'a bearer without end': `Bearer ${filled('a1B2')}`,
  'the beginnings of tokens': filled('-eyJaaaaaaaa'),
  'the beginnings of tokens, with points': filled('-eyJaaaaaaaa.'),
  'a name of the store without end': `media:sha256-${filled('0')}`,
  'addresses without end': filled('http://a'),
  'beginnings of keys in armour': filled('-----BEGIN PRIVATE KEY'),
  'white space': filled(' \t'),
  lines: filled('\r\n'),
  'rails of fences': filled('~'),
  'control words': filled('<|im_end|>'),
};

const run = unwrap(parseSessionId('run'));

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'bytes out of a message': withoutPayloads,
  'bytes in a message': (text) => findInlinePayload(text),
  'secrets out of a text': secretRedactor(),
  'a debug bundle': (text) => new BundleRedactor((kept) => kept).redact(text),
  'a fence': (text) => fenced('words', text),
  'a line': (text) => oneLine(text),
  'a failure of a provider': (text) =>
    failureOf({ message: text, statusCode: 400 }, { name: 'model', host: '127.0.0.1' }),
  'what a node writes': (text) =>
    new ChunkWriter({ nodeId: 'n', run, emit: async () => accept(undefined) }).write(text),
};

describe('a long text', () => {
  test.for(Object.keys(readers))(
    'is read in one pass: %s',
    { tags: ['d-text-one-pass'], timeout: 60_000 },
    async (name, context) => {
      const attempt = attacksFrom(context, 'own');
      for (const text of Object.values(texts)) {
        attempt();
        await expect((async () => readers[name]?.(text))()).resolves.not.toThrow();
      }
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
