// WAV: PCM in 8, 16, 24 and 32 bits, and floats. Undefined when the bytes are none of these.
import { doorLimits } from '@percept/core';
import { readRiffChunks } from '@percept/ingest/internal/probe';
import { mixed, type Sound } from './sound.ts';

interface Format {
  readonly code: number;
  readonly channels: number;
  readonly sampleRate: number;
  readonly bits: number;
}

export function decodeWav(bytes: Uint8Array): Sound | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = readRiffChunks(bytes, 12, bytes.length, doorLimits.maxChunks);
  const described = chunks.find(({ type }) => type === 'fmt ');
  const data = chunks.find(({ type }) => type === 'data');
  if (!described?.isWhole || described.length < 16 || !data) return undefined;
  const at = described.data;
  const isExtensible = view.getUint16(at, true) === 0xfffe && described.length >= 40;
  const format = {
    code: view.getUint16(isExtensible ? at + 24 : at, true),
    channels: view.getUint16(at + 2, true),
    sampleRate: view.getUint32(at + 4, true),
    bits: view.getUint16(at + 14, true),
  };
  // A writer that streamed may have left the size open.
  return samplesOf(view, data.data, Math.min(bytes.length, data.data + data.length), format);
}

function samplesOf(view: DataView, from: number, to: number, format: Format): Sound | undefined {
  const { channels, sampleRate, bits } = format;
  const read = readerOf(view, format);
  if (!read || channels < 1 || channels > 32 || sampleRate < 1000) return undefined;
  const width = bits / 8;
  const count = Math.floor((to - from) / (width * channels));
  const split = Array.from({ length: channels }, () => new Float32Array(count));
  for (let at = 0; at < count; at += 1) {
    for (const [channel, samples] of split.entries()) {
      samples[at] = read(from + (at * channels + channel) * width);
    }
  }
  return { sampleRate, samples: mixed(split) };
}

function readerOf(view: DataView, { code, bits }: Format): ((at: number) => number) | undefined {
  if (code === 3 && bits === 32) return (at) => view.getFloat32(at, true);
  if (code === 3 && bits === 64) return (at) => view.getFloat64(at, true);
  if (code !== 1) return undefined;
  switch (bits) {
    case 8:
      return (at) => (view.getUint8(at) - 128) / 128;
    case 16:
      return (at) => view.getInt16(at, true) / 32_768;
    case 24:
      return (at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 65_536) / 8_388_608;
    case 32:
      return (at) => view.getInt32(at, true) / 2_147_483_648;
    default:
      return undefined;
  }
}
