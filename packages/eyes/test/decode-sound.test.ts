import lena from 'audio-lena';
import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { decodeSound } from '../src/speech/decode-sound.ts';
import { packetsOfOgg } from '../src/speech/ogg.ts';
import { atHearingRate } from '../src/speech/sound.ts';
import { decodeWav } from '../src/speech/wav.ts';
import { soundOfWebm } from '../src/speech/webm.ts';

describe('Decoding a sound', () => {
  it.each([
    ['wav', 'wav'],
    ['mp3', 'mp3'],
    ['ogg with Vorbis', 'ogg'],
    ['ogg with Opus', 'opus'],
    ['flac', 'flac'],
    ['webm with Opus', 'webm'],
    ['m4a with AAC', 'm4a'],
  ])(
    'takes %s, whole and at its own loudness',
    { tags: ['f-eyes-audio-formats'] },
    async (_, format) => {
      const decoded = await decodeSound(await readFile(lena.url(format)));
      if (!decoded.ok) throw new Error(decoded.refusal.message);
      const { samples, sampleRate } = decoded.value;
      expect(samples.length / sampleRate).toBeCloseTo(12.27, 1);
      const loudest = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      expect(loudest).toBeGreaterThan(0.3);
      expect(loudest).toBeLessThan(1.2);
    },
  );

  it('takes every part of a live recording, whose parts have no length', () => {
    const open = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
    const element = (id: readonly number[], body: readonly number[]): readonly number[] => [
      ...id,
      0x80 | body.length,
      ...body,
    ];
    const codec = element([0x86], [...Buffer.from('A_OPUS')]);
    const entry = [...element([0xd7], [1]), ...element([0x83], [2]), ...codec];
    const tracks = element([0x16, 0x54, 0xae, 0x6b], element([0xae], entry));
    const clusters = Array.from({ length: 12 }, (_, at) => [
      0x1f,
      0x43,
      0xb6,
      0x75,
      ...open,
      ...element([0xe7], [at]),
      ...element([0xa3], [0x81, 0, 0, 0x80, at]),
    ]);
    const segment = [0x18, 0x53, 0x80, 0x67, ...open, ...tracks, ...clusters.flat()];
    const sound = soundOfWebm(new Uint8Array(segment));
    expect(sound?.frames.map(([first]) => first)).toEqual(clusters.map((_, at) => at));
  });

  it('answers any bytes with a value', async () => {
    const heads = [
      'RIFF....WAVEfmt ',
      'OggS',
      'fLaC',
      '\u001aEß£',
      'ID3',
      '....ftypM4A ',
      '\u00ff\u00f1',
    ];
    const bytes = fc.tuple(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 300 }));
    await fc.assert(
      fc.asyncProperty(bytes, async ([head, rest]) => {
        const start = Uint8Array.from([...head].map((char) => char.charCodeAt(0)));
        const all = new Uint8Array([...start, ...rest]);
        expect(typeof (await decodeSound(all)).ok).toBe('boolean');
        decodeWav(all);
        packetsOfOgg(all);
        soundOfWebm(all);
      }),
      { numRuns: 40 },
    );
  });

  it('brings a tone to 16 kHz without changing it', () => {
    const sampleRate = 44_100;
    const tone = (rate: number, length: number): Float32Array =>
      Float32Array.from({ length }, (_, at) => Math.sin((2 * Math.PI * 440 * at) / rate));
    const heard = atHearingRate({ sampleRate, samples: tone(sampleRate, sampleRate) });
    const truth = tone(16_000, heard.length);
    for (let at = 1000; at < 15_000; at += 97) expect(heard[at]).toBeCloseTo(truth[at] ?? 0, 2);
  });
});
