// WAV: PCM in 8, 16, 24 and 32 bits, and floats. Undefined when the bytes are none of these.
import { mixed, type Sound } from './sound.ts';

interface Format {
  readonly code: number;
  readonly channels: number;
  readonly sampleRate: number;
  readonly bits: number;
}

export function decodeWav(bytes: Uint8Array): Sound | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format: Format | undefined;
  for (let at = 12; at + 8 <= bytes.length;) {
    const id = String.fromCharCode(...bytes.subarray(at, at + 4));
    const size = view.getUint32(at + 4, true);
    const body = at + 8;
    if (id === 'fmt ' && size >= 16 && body + 16 <= bytes.length) {
      const extensible =
        view.getUint16(body, true) === 0xfffe && size >= 40 && body + 26 <= bytes.length;
      format = {
        code: extensible ? view.getUint16(body + 24, true) : view.getUint16(body, true),
        channels: view.getUint16(body + 2, true),
        sampleRate: view.getUint32(body + 4, true),
        bits: view.getUint16(body + 14, true),
      };
    }
    if (id === 'data' && format) {
      // A writer that streamed may have left the size open.
      const end = Math.min(bytes.length, body + size);
      return samplesOf(view, body, end, format);
    }
    at = body + size + (size % 2);
  }
  return undefined;
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
