import { doorLimits } from '@percept/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { probeAudio } from '../src/probe/audio/probe-audio.ts';
import { sniff } from '../src/sniff.ts';
import { be32, join, le32, repeat } from './corpus/bytes.ts';
import { sounds } from './corpus/index.ts';
import {
  adtsFrame,
  fileType,
  flac,
  id3,
  movie,
  mp3Frame,
  ogg,
  oggHeads,
  vbri,
  wav,
  webm,
  xing,
} from './corpus/make-sound.ts';

function listen(bytes: Uint8Array) {
  const sniffed = sniff(bytes);
  if (sniffed.kind !== 'audio') throw new Error(`sniffed as ${sniffed.kind}`);
  return probeAudio(bytes, sniffed.mime, doorLimits);
}

const streamed = wav(2, { claim: 0xffff_ffff });

/** No packet ends on it. */
const emptyPage = join('OggS', [0, 4], new Uint8Array(8).fill(255), le32(7), le32(2), le32(0), [0]);

describe('the length of a sound is read from its headers', () => {
  test.each<[string, Uint8Array, object]>([
    ['WAVE', wav(2, { rate: 16_000, channels: 2 }), { durationMs: 2000 }],
    ['WAVE of a recorder that could not seek back', streamed, { durationMs: 2000 }],
    ['FLAC', flac(48_000, 1, 96_000), { durationMs: 2000 }],
    ['Ogg Vorbis', ogg(oggHeads.vorbis, 88_200), { durationMs: 2000 }],
    ['Ogg Opus, less its pre-skip', ogg(oggHeads.opus, 96_312), { durationMs: 2000 }],
    [
      'Ogg Vorbis that ends with an empty page',
      join(ogg(oggHeads.vorbis, 88_200), emptyPage),
      { durationMs: 2000 },
    ],
    ['Ogg FLAC', ogg(oggHeads.flac, 88_200), { durationMs: 2000 }],
    ['M4A', join(fileType('M4A '), movie(2000, 'soun')), { durationMs: 2000 }],
    ['WebM', webm(2000, 2), { durationMs: 2000 }],
    ['MP3 by its frames', repeat(mp3Frame(), 100), { durationMs: 2612 }],
    ['MP3 by its Xing tag', join(xing(200), repeat(mp3Frame(), 200)), { durationMs: 5224 }],
    ['MP3 by its VBRI tag', join(vbri(200), repeat(mp3Frame(), 200)), { durationMs: 5224 }],
    [
      'MP3 whose Xing tag lies',
      join(xing(4_000_000_000), repeat(mp3Frame(), 99)),
      { durationMs: 2612 },
    ],
    [
      'MP3 behind two ID3 tags',
      join(id3(50), id3(500), repeat(mp3Frame(), 100)),
      { durationMs: 2612 },
    ],
    [
      'MP3 with a tag behind it',
      join(repeat(mp3Frame(), 100), 'TAG', new Uint8Array(125)),
      { durationMs: 2612 },
    ],
    ['AAC', repeat(adtsFrame(), 100), { durationMs: 2322 }],
  ])('%s', (_, bytes, expected) => {
    expect(listen(bytes)).toMatchObject({ ok: true, value: expected });
  });
});

test('a length that the headers do not hold is absent', () => {
  const silent = [
    flac(44_100, 2, 0),
    join(fileType('M4A '), movie(0, 'soun')),
    ogg(oggHeads.vorbis, 2 ** 52),
  ];
  for (const bytes of silent) {
    expect(listen(bytes)).toMatchObject({ ok: true });
    expect(listen(bytes)).not.toHaveProperty('value.durationMs');
  }
});

test('a long recording of four gigabytes names its length in ds64', () => {
  const plain = wav(2);
  const sizes = join('ds64', le32(28), le32(0), le32(0), le32(32_000), le32(0), new Uint8Array(12));
  const long = join(
    'RF64',
    le32(0xffff_ffff),
    'WAVE',
    sizes,
    plain.subarray(12, 40),
    le32(0xffff_ffff),
    plain.subarray(44),
  );
  expect(listen(long)).toMatchObject({ ok: true, value: { durationMs: 2000 } });
});

test('a sound over the byte limit is refused', () => {
  expect(probeAudio(wav(1), 'audio/wav', { ...doorLimits, maxSourceBytes: 100 })).toMatchObject({
    ok: false,
    refusal: { refused: 'too-large', limit: { name: 'maxSourceBytes', max: 100, actual: 16_044 } },
  });
});

function hasAnswer(bytes: Uint8Array): boolean {
  const sniffed = sniff(bytes);
  if (sniffed.kind !== 'audio') return true;
  const outcome = probeAudio(bytes, sniffed.mime, doorLimits);
  return outcome.ok ? (outcome.value.durationMs ?? 0) >= 0 : outcome.refusal.message.endsWith('.');
}

test.each(sounds())(
  '$name gives an answer when cut anywhere and when any byte changes',
  ({ bytes }) => {
    const step = Math.max(1, Math.floor(bytes.length / 700));
    let answers = true;
    for (let at = 0; at < bytes.length; at += at < 300 ? 1 : step) {
      const variants = [bytes.subarray(0, at), bytes.with(at, 0xff), bytes.with(at, 0)];
      answers &&= variants.every(hasAnswer);
    }
    expect(answers).toBe(true);
  },
);

test('any bytes behind a magic get an answer', () => {
  const starts = sounds().map(({ bytes }) => bytes.subarray(0, 12));
  const run = () =>
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 300 }), (start, rest) =>
        hasAnswer(join(start, rest)),
      ),
      { numRuns: 2_000 },
    );
  expect(run).not.toThrow();
});

test('a million tiny boxes and elements take bounded time', () => {
  const started = process.threadCpuUsage();
  sniff(join(fileType('M4A '), repeat(join(be32(8), 'free'), 1_000_000)));
  sniff(join(webm(1, 2).subarray(0, 20), repeat(Uint8Array.of(0xec, 0x80), 1_000_000)));
  expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(2_000);
});
