// Payloads in the shapes that survive, or do not survive, a JSON round trip.
import { describe, expect, test } from 'vitest';
import { readData } from '../../src/lens/data.ts';
import { png } from './pictures.ts';

const bytes = png(8, 8, 1);
const base64 = Buffer.from(bytes).toString('base64');
const blob = 'ab'.repeat(32);
const wrapped = base64.match(/.{1,20}/g)?.join('\n') ?? '';

/** `value` in so many envelopes. */
function inEnvelopes(value: unknown, count: number): unknown {
  return count === 0 ? value : { type: 'data', data: inEnvelopes(value, count - 1) };
}

describe('a payload', () => {
  test.each([
    ['bytes', bytes, { data: { kind: 'bytes', bytes } }],
    ['a buffer', Uint8Array.from(bytes).buffer, { data: { kind: 'bytes', bytes } }],
    ['base64', base64, { data: { kind: 'base64', base64 } }],
    ['base64 in lines', wrapped, { data: { kind: 'base64', base64 }, mangled: true }],
    [
      'a data URL',
      `data:image/png;base64,${base64}`,
      { data: { kind: 'base64', base64 }, mime: 'image/png' },
    ],
    [
      'a data URL in lines',
      `data:image/png;base64,${wrapped}`,
      { data: { kind: 'base64', base64 }, mime: 'image/png', mangled: true },
    ],
    [
      'a data URL that is not encoded',
      'data:image/png,abc',
      { data: { kind: 'nothing' }, mime: 'image/png' },
    ],
    [
      'a data URL without data',
      'data:image/png;base64',
      { data: { kind: 'nothing' }, mime: 'image/png' },
    ],
    ['a reference of ours', `media:sha256-${blob}`, { data: { kind: 'blob', blob } }],
    ['a broken reference of ours', 'media:sha256-ab', { data: { kind: 'nothing' } }],
    [
      'an address',
      'https://example.com/a.png',
      { data: { kind: 'url', url: 'https://example.com/a.png' } },
    ],
    [
      'an address object',
      new URL('https://example.com/'),
      { data: { kind: 'url', url: 'https://example.com/' } },
    ],
    [
      'an address in an envelope',
      { type: 'url', url: 'gs://b/a' },
      { data: { kind: 'url', url: 'gs://b/a' } },
    ],
    ['data in envelopes', inEnvelopes(bytes, 8), { data: { kind: 'bytes', bytes } }],
    [
      "a provider's handle",
      { type: 'reference', reference: { openai: 'file-1' } },
      { data: { kind: 'handle', handle: { openai: 'file-1' } } },
    ],
    [
      'a handle without an envelope',
      { fileId: 'f' },
      { data: { kind: 'handle', handle: { fileId: 'f' } } },
    ],
    ['text', { type: 'text', text: 'a,b' }, { data: { kind: 'nothing' }, text: true }],
    [
      'a Buffer that JSON spelled',
      { data: JSON.parse(JSON.stringify(Buffer.from(bytes))) },
      { data: { kind: 'handle' } },
    ],
    [
      'bytes that JSON spelled',
      JSON.parse(JSON.stringify(bytes)),
      { data: { kind: 'bytes', bytes }, mangled: true },
    ],
  ])('of %s is read', (_, value, read) => {
    expect(readData(value)).toMatchObject(read);
  });

  test.each([
    ['an empty text', ''],
    ['no bytes', new Uint8Array()],
    ['an empty buffer', new ArrayBuffer(0)],
    ['an empty object', {}],
    ['nothing', undefined],
    ['a number', 7],
    ['a reference that is none', { type: 'reference', reference: 'file-1' }],
    ['text that is none', { type: 'text', text: 7 }],
    ['envelopes without end', inEnvelopes(bytes, 9)],
  ])('of %s is none', (_, value) => {
    expect(readData(value)).toEqual({ data: { kind: 'nothing' } });
  });
});

describe('numbers', () => {
  const list = Array.from(bytes.slice(0, 16));
  const byPlace = Object.fromEntries(list.entries());
  test.each([
    ['of a Buffer', { type: 'Buffer', data: list }],
    ['by place', byPlace],
  ])('%s are bytes when all of them are, and are enough', (_, value) => {
    const read = { data: { kind: 'bytes', bytes: Uint8Array.from(list) }, mangled: true };
    expect(readData(value)).toEqual(read);
  });

  test.each([
    ['too few', { type: 'Buffer', data: list.slice(1) }],
    ['one too large', { type: 'Buffer', data: [...list, 256] }],
    ['one below nothing', { type: 'Buffer', data: [...list, -1] }],
    ['one that is no whole number', { type: 'Buffer', data: [...list, 0.5] }],
    ['a word among them', { type: 'Buffer', data: [...list, 'x'] }],
    ['a gap', { ...byPlace, 99: 1 }],
  ])('with %s are none', (_, value) => {
    expect(readData(value)).toMatchObject({ data: { kind: 'handle' } });
  });
});
