import { expect, test } from 'vitest';
import { FrameReader, textFrame } from '../src/gateway/frames.ts';

// RFC 6455, 5.2: up to 125 in the second byte itself, up to 65,535 in two bytes behind it, and more in eight.
test.for([
  [0, 0],
  [125, 125],
  [126, 126],
  [127, 126],
  [65_535, 126],
  [65_536, 127],
] as const)(
  'a message of %i bytes is one frame that is read as it was written',
  ([length, said]) => {
    const payload = Buffer.alloc(length, 'a');
    const frame = textFrame(payload);
    expect((frame[1] ?? 0) & 0x7f).toBe(said);
    expect([...new FrameReader(100_000).push(frame)]).toEqual([{ kind: 'text', payload }]);
  },
);

test('a message in pieces, cut anywhere, is one message, and control frames between them pass', () => {
  const piece = (opcode: number, text: string): Buffer => {
    const frame = textFrame(Buffer.from(text));
    frame[0] = opcode;
    return frame;
  };
  const ping = piece(0x89, 'p');
  const bytes = Buffer.concat([
    piece(0x01, 'one '),
    ping,
    piece(0x00, 'two '),
    piece(0x80, 'three'),
  ]);
  for (let cut = 1; cut < bytes.length; cut += 1) {
    const reader = new FrameReader(100);
    const read = [...reader.push(bytes.subarray(0, cut)), ...reader.push(bytes.subarray(cut))];
    expect(read).toEqual([
      { kind: 'other', bytes: ping },
      { kind: 'text', payload: Buffer.from('one two three') },
    ]);
  }
});

test('a message over the limit is broken, and so is one without a mask', () => {
  const frame = textFrame(Buffer.from('12345'));
  expect([...new FrameReader(5).push(frame)]).toMatchObject([{ kind: 'text' }]);
  expect([...new FrameReader(4).push(frame)]).toEqual([{ kind: 'broken' }]);
  expect([...new FrameReader(9).push(Buffer.from([0x81, 1, 0x61]))]).toEqual([{ kind: 'broken' }]);
});
