// Bytes to sound, by what the bytes are and not by what they are called. Every decoder is WebAssembly or our own code. The
// decoders of MP3, FLAC and Vorbis carry LGPL parts and that of AAC is under the GPL, so they are optional: without one the
// refusal names the package.
import { accept, refuse, type Outcome, type Refusal } from '@percept/core';
import { OpusDecoder } from 'opus-decoder';
import { packetsOfOgg } from './ogg.ts';
import { mixed, type Sound } from './sound.ts';
import { decodeWav } from './wav.ts';
import { soundOfWebm } from './webm.ts';

interface Decoded {
  readonly channelData: readonly Float32Array[];
  readonly sampleRate: number;
}

export async function decodeSound(bytes: Uint8Array): Promise<Outcome<Sound>> {
  const begins = (text: string, at = 0): boolean =>
    [...text].every((char, index) => bytes[at + index] === char.charCodeAt(0));
  try {
    if (begins('RIFF') && begins('WAVE', 8)) {
      const sound = decodeWav(bytes);
      return sound ? accept(sound) : refuse(corrupt);
    }
    if (begins('fLaC')) return heard(await flac(bytes));
    if (begins('OggS')) return heard(await ogg(bytes));
    if (bytes[0] === 0x1a && bytes[1] === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3)
      return await webm(bytes);
    if (begins('ftyp', 4)) return heard(await aac(bytes));
    const sync = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0;
    if (sync && ((bytes[1] ?? 0) & 0x06) === 0) return heard(await aac(bytes));
    if (begins('ID3') || sync) return heard(await mpeg(bytes));
  } catch (error) {
    return refuse(missing(error) ?? corrupt);
  }
  return refuse({
    refused: 'unsupported-type',
    message: 'These bytes are not a sound that can be decoded here.',
    hint: 'Send WAV, MP3, M4A, Ogg (Opus or Vorbis), FLAC or WebM.',
  });
}

const corrupt = {
  refused: 'corrupt',
  message: 'The sound cannot be decoded.',
  hint: 'Play it in another program, and save it again as WAV.',
} as const;

/** Node's own word for a package that is not installed. */
function missing(error: unknown): Refusal | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const name = error instanceof Error ? /package '([^']+)'/.exec(error.message)?.[1] : undefined;
  if (code !== 'ERR_MODULE_NOT_FOUND' || name === undefined) return undefined;
  return {
    refused: 'renderer-missing',
    message: `The decoder for this sound (${name}) is not installed.`,
    hint: `Install it with npm install ${name}, or convert the sound to WAV.`,
  };
}

function heard(decoded: Decoded | undefined): Outcome<Sound> {
  if (!decoded || (decoded.channelData[0]?.length ?? 0) === 0) return refuse(corrupt);
  return accept({ sampleRate: decoded.sampleRate, samples: mixed(decoded.channelData) });
}

async function aac(bytes: Uint8Array): Promise<Decoded> {
  const { default: decode } = await import('@audio/decode-aac');
  return decode(bytes);
}

async function mpeg(bytes: Uint8Array): Promise<Decoded> {
  const { MPEGDecoder } = await import('mpg123-decoder');
  return once(new MPEGDecoder(), (decoder) => decoder.decode(bytes));
}

async function flac(bytes: Uint8Array): Promise<Decoded> {
  const { FLACDecoder } = await import('@wasm-audio-decoders/flac');
  return once(new FLACDecoder(), (decoder) => decoder.decodeFile(bytes));
}

async function ogg(bytes: Uint8Array): Promise<Decoded | undefined> {
  const packets = packetsOfOgg(bytes);
  const [head] = packets;
  if (head && new TextDecoder().decode(head.subarray(0, 8)) === 'OpusHead')
    return opus(packets.slice(2), head);
  const { OggVorbisDecoder } = await import('@wasm-audio-decoders/ogg-vorbis');
  return once(new OggVorbisDecoder(), (decoder) => decoder.decodeFile(bytes));
}

async function webm(bytes: Uint8Array): Promise<Outcome<Sound>> {
  const sound = soundOfWebm(bytes);
  if (!sound) return refuse(corrupt);
  if (sound.codec === 'A_OPUS') return heard(await opus(sound.frames, sound.setup));
  return refuse({
    refused: 'unsupported-type',
    message: 'The sound in this WebM is not Opus.',
    hint: 'Convert it to WAV, Ogg or WebM with Opus.',
  });
}

/** RFC 7845: the head tells the channels and how many samples to skip. */
function opus(frames: readonly Uint8Array[], head: Uint8Array): Promise<Decoded> {
  const preSkip = (head[10] ?? 0) + (head[11] ?? 0) * 256;
  const decoder = new OpusDecoder({ preSkip, forceStereo: true });
  return once(decoder, (it) => it.decodeFrames([...frames]));
}

/** What a decoder gives that is used for one sound. */
async function once<D extends { readonly ready: Promise<void>; free(): void }>(
  decoder: D,
  decode: (decoder: D) => Decoded | Promise<Decoded>,
): Promise<Decoded> {
  await decoder.ready;
  const decoded = await decode(decoder);
  decoder.free();
  return decoded;
}
