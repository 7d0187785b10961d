// Reads long texts in a process in which V8 optimises no pattern, as in one that has compiled many: there each letter of a loop
// takes a place on the stack, and megabytes of one run more than there is.
import { accept, parseSessionId, unwrap } from '@percept/core';
import { fenced, findInlinePayload, oneLine } from '@percept/core/internal';
import { secretRedactor } from '@percept/core/internal/envelope';
import { failureOf } from '../../../packages/agent/src/loop/failure.ts';
import { withoutPayloads } from '../../../packages/agent/src/loop/payload.ts';
import { ChunkWriter } from '../../../packages/openwop/src/chunk-writer.ts';
import { BundleRedactor } from '../../../packages/openwop/src/bundle-redactor.ts';

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
  'bearers without a token': filled('Bearer \t'),
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

for (const [what, text] of Object.entries(texts))
  for (const [name, read] of Object.entries(readers))
    try {
      await read(text);
    } catch (error) {
      process.stdout.write(`${name}, ${what}: ${String(error)}\n`);
    }
process.stdout.write(`${Object.keys(texts).length * Object.keys(readers).length} read\n`);
