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
