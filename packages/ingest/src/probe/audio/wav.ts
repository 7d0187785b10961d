// Probes a WAVE file by its chunks. The length comes from the sound data itself; a data chunk that claims more than the
// file holds is a cut file, but for the all-ones length that a recorder writes when it cannot seek back.
import { accept, type DoorLimits, type Outcome } from '@percept/core';
import { u16le, u32le, u64le } from '../bytes.ts';
import { readRiffChunks, type RiffChunk } from '../riff.ts';
import { corrupt } from '../verdict.ts';

const unknownLength = 0xffff_ffff;
const integerSamples = 1;
const floatSamples = 3;
const extensible = 0xfffe;

export function probeWav(bytes: Uint8Array, limits: DoorLimits): Outcome<number> {
  const chunks = readRiffChunks(bytes, 12, bytes.length, limits.maxChunks);
  const format = chunks.find(({ type }) => type === 'fmt ');
  const data = chunks.find(({ type }) => type === 'data');
  if (!format?.isWhole || format.length < 16)
    return corrupt('The WAVE file has no whole format chunk.');
  if (!data) return corrupt('The WAVE file holds no sound data.');
  const claimed = claimedBytes(bytes, chunks, data);
  if (claimed !== undefined && data.data + claimed > bytes.length)
    return corrupt('The WAVE file ends before the length that it names.');
  const channels = u16le(bytes, format.data + 2);
  const sampleRate = u32le(bytes, format.data + 4);
  const rate = bytesPerSecond(bytes, format, channels, sampleRate);
  if (channels === 0 || sampleRate === 0 || rate === 0)
    return corrupt('The format of the WAVE file has no channels or no rate.');
  return accept((claimed ?? bytes.length - data.data) / rate);
}

/** The length of the sound: in the chunk, or in `ds64` for files over 4 GiB, or unknown. */
function claimedBytes(
  bytes: Uint8Array,
  chunks: readonly RiffChunk[],
  data: RiffChunk,
): number | undefined {
  if (data.length !== unknownLength) return data.length;
  const long = chunks.find(({ type }) => type === 'ds64');
  return long && long.length >= 16 ? u64le(bytes, long.data + 8) : undefined;
}

/** Of plain samples it is computed, since the field may lie; of compressed ones the field is all there is. */
function bytesPerSecond(
  bytes: Uint8Array,
  format: RiffChunk,
  channels: number,
  sampleRate: number,
): number {
  const tag = u16le(bytes, format.data);
  const isPlain = tag === integerSamples || tag === floatSamples || tag === extensible;
  const sampleBytes = Math.ceil(u16le(bytes, format.data + 14) / 8);
  return isPlain ? channels * sampleBytes * sampleRate : u32le(bytes, format.data + 8);
}
