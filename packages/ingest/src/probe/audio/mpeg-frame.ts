// Frame headers of MPEG audio and of AAC in ADTS. A sync word is only eleven bits, so a header counts only when the
// frame that it describes is followed by another of the same kind. An ID3 tag before them names its own length; the length is a claim,
// and is compared with the file by whoever uses it.
import { spells, u16be, u32be, u8 } from '../bytes.ts';
import { maxId3Tags } from '../../limits.ts';

export interface AudioFrame {
  readonly mime: 'audio/mpeg' | 'audio/aac';
  readonly frameBytes: number;
  readonly samples: number;
  readonly sampleRate: number;
  readonly channels: number;
  /** MPEG only: how far after the header a Xing tag stands. */
  readonly sideBytes: number;
}

/** kbit/s by version 1 and 2, layer I to III; index 0 is free format and 15 is forbidden. */
const bitRates = {
  first: [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  ],
  later: [
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ],
} as const;
const mpegRates = [44_100, 48_000, 32_000] as const;
const aacRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
  7_350,
] as const;

export function readAudioFrame(bytes: Uint8Array, at: number): AudioFrame | undefined {
  if (at + 7 > bytes.length || (u16be(bytes, at) & 0xffe0) !== 0xffe0) return undefined;
  return (u16be(bytes, at) & 0xfff6) === 0xfff0 ? readAdts(bytes, at) : readMpeg(bytes, at);
}

/** The frame at `at`, when a frame of the same stream follows it. */
export function readVerifiedFrame(bytes: Uint8Array, at: number): AudioFrame | undefined {
  const first = readAudioFrame(bytes, at);
  const second = first && readAudioFrame(bytes, at + first.frameBytes);
  return second && isSameStream(first, second) ? first : undefined;
}

export function isSameStream(first: AudioFrame, second: AudioFrame): boolean {
  return (
    first.mime === second.mime &&
    first.sampleRate === second.sampleRate &&
    first.samples === second.samples
  );
}

function readMpeg(bytes: Uint8Array, at: number): AudioFrame | undefined {
  const header = u32be(bytes, at);
  const version = (header >>> 19) & 3;
  const layer = 4 - ((header >>> 17) & 3);
  const kbits =
    bitRates[version === 3 ? 'first' : 'later'][layer - 1]?.[((header >>> 12) & 15) - 1];
  const baseRate = mpegRates[(header >>> 10) & 3];
  if (version === 1 || kbits === undefined || baseRate === undefined) return undefined;
  const sampleRate = version === 3 ? baseRate : baseRate / (version === 2 ? 2 : 4);
  const samples = layer === 1 ? 384 : layer === 3 && version !== 3 ? 576 : 1152;
  const padding = (header >>> 9) & 1;
  const isMono = ((header >>> 6) & 3) === 3;
  const frameBytes =
    layer === 1
      ? (Math.floor((12 * kbits * 1000) / sampleRate) + padding) * 4
      : Math.floor((samples * kbits * 125) / sampleRate) + padding;
  const sideBytes = version === 3 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  const channels = isMono ? 1 : 2;
  return { mime: 'audio/mpeg', frameBytes, samples, sampleRate, channels, sideBytes };
}

function readAdts(bytes: Uint8Array, at: number): AudioFrame | undefined {
  const sampleRate = aacRates[(u8(bytes, at + 2) >> 2) & 15];
  const frameBytes = (u32be(bytes, at + 3) >>> 13) & 0x1fff;
  const channels = ((u8(bytes, at + 2) & 1) << 2) | (u8(bytes, at + 3) >> 6);
  if (sampleRate === undefined || frameBytes < 7) return undefined;
  const samples = 1024 * ((u8(bytes, at + 6) & 3) + 1);
  return { mime: 'audio/aac', frameBytes, samples, sampleRate, channels, sideBytes: 0 };
}

/** Where the sound starts after any ID3v2 tags at the start of the file. It can lie past the end: the tag may lie. */
export function afterId3(bytes: Uint8Array): number {
  let at = 0;
  for (let count = 0; count < maxId3Tags && spells(bytes, at, 'ID3'); count++) {
    const hasFooter = (u8(bytes, at + 5) & 0x10) !== 0;
    at += 10 + synchsafe(bytes, at + 6) + (hasFooter ? 10 : 0);
  }
  return at;
}

/** Four bytes of seven bits each. */
function synchsafe(bytes: Uint8Array, at: number): number {
  return [0, 1, 2, 3].reduce((sum, index) => sum * 128 + (u8(bytes, at + index) & 0x7f), 0);
}
