// The producer that RFC 0055 promised its scenarios: one picture by URL and one sound that is small enough to be inline.
// Both are made here, byte for byte the same on every host.
import { readCount } from '@percept/core/internal';
import { type Outcome, type StoredBlock } from '@percept/core';
import type { Door } from '@percept/ingest';
import { encodePng } from '@percept/ingest/internal/png';
import { completed, failed, type NodeKind } from '../node-kind.ts';
import { maxEmittedSoundBytes } from '../limits.ts';

/** `config.soundBytes` makes the sound larger, to see the cap at work. */
export function mediaEmit(door: Door): NodeKind {
  return {
    typeId: 'conformance.media.emit',
    check: ({ soundBytes }) =>
      soundBytes === undefined ||
      (readCount(soundBytes) ?? maxEmittedSoundBytes + 1) <= maxEmittedSoundBytes
        ? undefined
        : `soundBytes is a whole number up to ${maxEmittedSoundBytes}.`,
    run: async ({ config, inputs, signal, emitMedia }) => {
      const take = (bytes: Uint8Array, name: string): Promise<Outcome<{ block: StoredBlock }>> =>
        door.ingest(
          { kind: 'bytes', bytes, name },
          { signal, origin: { kind: 'attachment', name } },
        );
      const size = readCount(inputs['soundBytes'] ?? config['soundBytes']) ?? 1024;
      if (size > maxEmittedSoundBytes)
        return failed('validation_error', 'soundBytes is too large.');
      const picture = await take(barChart(), 'chart.png');
      if (!picture.ok) return failed('media_refused', picture.refusal.message);
      const sound = await take(beep(size), 'beep.wav');
      if (!sound.ok) return failed('media_refused', sound.refusal.message);
      const shown = await emitMedia({
        block: picture.value.block,
        alt: 'A bar chart with three rising bars.',
        title: 'Three bars',
        form: 'url',
        contentTrust: 'trusted',
      });
      if (!shown.ok) return failed('media_refused', shown.refusal.message);
      const played = await emitMedia({
        block: sound.value.block,
        alt: 'A short tone.',
        form: 'inline',
        contentTrust: 'trusted',
      });
      if (!played.ok) return failed('media_refused', played.refusal.message);
      return completed({ emitted: ['media.image', 'media.audio'] });
    },
  };
}

const edge = 96;

function barChart(): Uint8Array {
  const data = new Uint8Array(edge * edge * 3).fill(255);
  for (let at = 0; at < edge * edge; at++) {
    const x = at % edge;
    const bar = Math.floor(x / 32);
    const isInk = x % 32 > 6 && edge - Math.floor(at / edge) < 24 * (bar + 1);
    if (isInk) data.set([32, 96 + bar * 48, 200], at * 3);
  }
  return encodePng({ width: edge, height: edge, channels: 3, data });
}

/** 8 kHz, 8 bits, one channel: a wave file of exactly so many bytes. */
function beep(bytes: number): Uint8Array {
  const samples = Math.max(64, bytes - 44);
  const wave = Buffer.alloc(44 + samples);
  wave.write('RIFF', 0, 'latin1');
  wave.writeUInt32LE(36 + samples, 4);
  wave.write('WAVEfmt ', 8, 'latin1');
  wave.writeUInt32LE(16, 16);
  wave.writeUInt16LE(1, 20);
  wave.writeUInt16LE(1, 22);
  wave.writeUInt32LE(8000, 24);
  wave.writeUInt32LE(8000, 28);
  wave.writeUInt16LE(1, 32);
  wave.writeUInt16LE(8, 34);
  wave.write('data', 36, 'latin1');
  wave.writeUInt32LE(samples, 40);
  for (let at = 0; at < samples; at++)
    wave[44 + at] = 128 + Math.round(40 * Math.sin((at * 2 * Math.PI * 440) / 8000));
  return wave;
}
