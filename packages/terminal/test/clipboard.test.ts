// The clipboard through the terminal (OSC 5522): a conversation in packets, with everything that can go wrong in it.
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { encodePng } from '../src/png/encode.ts';
import { decodePng } from '../src/png/decode.ts';
import { createRaster } from '../src/raster.ts';
import { ReplySplitter } from '../src/probe/reply-splitter.ts';
import { TerminalClipboard } from '../src/screen/clipboard.ts';
import { TerminalInput } from '../src/screen/input.ts';

const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');
const packet = (keys: string, payload?: string): string =>
  `\u001b]5522;type=read:${keys}${payload === undefined ? '' : `;${payload}`}\u001b\\`;
const attributes = '\u001b[?62;22c';

/** A terminal that answers each question with what `answer` says. */
function talk(answer: (asked: string) => string | Promise<string>, timeSlice = Infinity) {
  const source = new PassThrough();
  const input = new TerminalInput(source);
  let keys = '';
  input.keys.on('data', (data) => (keys += String(data)));
  const clipboard = new TerminalClipboard({
    input,
    write: (text) => {
      void (async () => {
        const reply = await answer(text);
        for (let at = 0; at < reply.length; at += timeSlice)
          source.write(reply.slice(at, at + timeSlice));
      })();
    },
  });
  return { clipboard, keys: () => keys, close: () => input.close() };
}

function wanted(asked: string): string {
  // oxlint-disable-next-line no-control-regex
  return Buffer.from(/5522;type=read;([^\u001b]*)/.exec(asked)?.[1] ?? '', 'base64').toString();
}

const list =
  packet('status=OK') +
  packet(`status=DATA:mime=${base64('.')}`, base64('text/plain image/jpeg image/png')) +
  packet('status=DONE') +
  attributes;
const request = { types: ['image/png', 'image/jpeg'], maxBytes: 10_000 };

describe('the clipboard of a terminal', { timeout: 240_000 }, () => {
  test(
    'is listed, and the best type is read, in packets cut anywhere',
    { tags: ['f-ingest-clipboard-osc5522'] },
    async () => {
      const bytes = Buffer.alloc(9_000, 'picture');
      const data = [0, 4096, 8192]
        .map((at) =>
          packet(`status=DATA:mime=${base64('image/png')}`, base64(bytes.subarray(at, at + 4096))),
        )
        .join('');
      const { clipboard, keys, close } = talk(
        (asked) =>
          wanted(asked) === '.' ? list : packet('status=OK') + data + packet('status=DONE'),
        700,
      );
      expect(await clipboard.read(request)).toEqual({
        ok: true,
        value: { type: 'image/png', bytes: new Uint8Array(bytes) },
      });
      close();
      expect(keys()).toBe('');
    },
  );

  test(
    'is undefined where the terminal answers the fence and nothing else',
    { tags: ['f-ingest-clipboard-osc5522'] },
    async () => {
      const { clipboard, close } = talk(() => attributes);
      expect(await clipboard.read(request)).toBeUndefined();
      close();
    },
  );

  test('may be slow once the terminal said that it knows the mode', async () => {
    const { clipboard, close } = talk(async (asked) => {
      if (wanted(asked) !== '.')
        return (
          packet('status=OK') +
          packet(`status=DATA:mime=${base64('image/png')}`, base64('x')) +
          packet('status=DONE')
        );
      setTimeout(() => {}, 0);
      await sleep(200);
      return `\u001b[?5522;2$y${attributes}${list.replace(attributes, '')}`;
    });
    expect(await clipboard.read(request)).toMatchObject({ ok: true });
    close();
  });

  test.each<[string, string, string]>([
    ['the person says no', packet('status=EPERM'), 'forbidden'],
    ['it is busy', packet('status=EBUSY'), 'unavailable'],
    [
      'a packet is not base64',
      packet('status=OK') + packet('status=DATA:mime=eA==', '!!'),
      'corrupt',
    ],
    [
      'it is larger than asked for',
      packet('status=OK') +
        packet('status=DATA:mime=eA==', base64(Buffer.alloc(4096))).repeat(3) +
        packet('status=DONE'),
      'too-large',
    ],
  ])('refuses when %s', async (_, answer, refused) => {
    const { clipboard, close } = talk((asked) => (wanted(asked) === '.' ? list : answer));
    expect(await clipboard.read(request)).toMatchObject({ ok: false, refusal: { refused } });
    close();
  });

  test('refuses when nothing of use was copied, and when the paste is taken back', async () => {
    const text =
      packet('status=OK') +
      packet(`status=DATA:mime=${base64('.')}`, base64('text/plain')) +
      packet('status=DONE') +
      attributes;
    const { clipboard, close } = talk(() => text);
    expect(await clipboard.read(request)).toMatchObject({
      ok: false,
      refusal: { refused: 'empty' },
    });
    close();
    const silent = talk((asked) => (wanted(asked) === '.' ? list : ''));
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    expect(await silent.clipboard.read({ ...request, signal: stop.signal })).toMatchObject({
      ok: false,
      refusal: { refused: 'cancelled' },
    });
    silent.close();
  });

  test('a packet that comes late is swallowed and never typed', () => {
    const splitter = new ReplySplitter();
    const late = packet(`status=DATA:mime=${base64('image/png')}`, base64(Buffer.alloc(4096)));
    const { keys, replies } = splitter.feed(Buffer.from(`a${late}b`, 'latin1'));
    expect([Buffer.from(keys).toString(), replies.length]).toEqual(['ab', 1]);
  });
});

test('a PNG that is written here is read here, pixel for pixel', () => {
  const data = Uint8Array.from({ length: 7 * 5 * 4 }, (_, at) => (at * 37) & 255);
  expect(decodePng(encodePng(createRaster(7, 5, data)))).toEqual({ width: 7, height: 5, data });
});
