import { createEyes, type Transcript } from '@percept/eyes';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { audioCases, noCases } from './cases.ts';
import { wordErrors, wordsOf } from './errors.ts';
import { hasSpeechModel, speechFolder } from './speech-model.ts';
import { unless } from '../needs.ts';

const hasModel = await hasSpeechModel();
const ears = createEyes({ modelsFolder: speechFolder });
afterAll(() => ears.close());
const patience = 60_000;

/** 16-bit mono WAV. */
function wavOf(samples: readonly number[] | Float32Array, sampleRate: number): Uint8Array {
  const bytes = new Uint8Array(44 + samples.length * 2);
  const view = new DataView(bytes.buffer);
  const text = (at: number, word: string): void => {
    for (const [index, char] of [...word].entries()) view.setUint8(at + index, char.charCodeAt(0));
  };
  text(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, samples.length * 2, true);
  for (const [index, value] of samples.entries())
    view.setInt16(44 + index * 2, value * 32_000, true);
  return bytes;
}

async function listen(bytes: Uint8Array): Promise<Transcript> {
  const heard = await ears.transcribe(bytes);
  if (!heard.ok) throw new Error(`${heard.refusal.refused}: ${heard.refusal.message}`);
  return heard.value;
}

describe('Local ears', () => {
  beforeEach((context) => {
    if (!hasModel) context.skip('the speech model could not be had from the npm registry');
  });

  it(
    'hear nothing in silence, noise and a tone',
    { tags: ['f-eyes-silence'], timeout: patience },
    async () => {
      let seed = 5;
      const noise = (): number => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        return (seed / 2_147_483_648 - 0.5) * 0.4;
      };
      const rate = 22_050;
      const sounds = [
        new Float32Array(rate * 2),
        Float32Array.from({ length: rate * 2 }, noise),
        Float32Array.from(
          { length: rate * 2 },
          (_, at) => 0.5 * Math.sin((2 * Math.PI * 440 * at) / rate),
        ),
      ];
      for (const sound of sounds) {
        const heard = await listen(wavOf(sound, rate));
        expect(heard.segments).toEqual([]);
        expect(heard.text).toBe('');
        expect(heard.durationMs).toBe(2000);
      }
    },
  );

  it(
    'say which language they know',
    { tags: ['f-eyes-audio-language-said'], timeout: patience },
    async () => {
      const heard = await listen(wavOf(new Float32Array(8000), 16_000));
      expect(heard.language).toBe('en');
      expect(heard.notice).toContain('English only');
    },
  );

  it('are advertised when the model is there', { tags: ['f-eyes-audio-advertised'] }, async () => {
    expect(await ears.ready()).toBe(true);
  });

  it('refuse what they cannot decode by name', { timeout: patience }, async () => {
    const m4a = new Uint8Array(64);
    m4a.set(new TextEncoder().encode('ftypM4A '), 4);
    expect(await ears.transcribe(m4a)).toMatchObject({
      ok: false,
      refusal: { refused: 'corrupt' },
    });
    expect(await ears.transcribe(new Uint8Array(64))).toMatchObject({
      ok: false,
      refusal: { refused: 'unsupported-type' },
    });
  });

  it(
    'read human speech with at most 4 % word errors, with times',
    { tags: ['f-eyes-speech'], timeout: patience, ...unless(noCases) },
    async () => {
      let errors = 0;
      let length = 0;
      for (const { bytes, words } of audioCases().filter(({ kind }) => kind.startsWith('human'))) {
        const heard = await listen(bytes);
        const truth = wordsOf(words);
        errors += wordErrors(truth, wordsOf(heard.text));
        length += truth.length;
        const [first] = heard.segments;
        expect(first && first.endMs > first.startMs && first.endMs <= heard.durationMs).toBe(true);
      }
      expect(errors / length).toBeLessThanOrEqual(0.04);
    },
  );
});
