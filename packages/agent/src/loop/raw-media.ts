// Media in answers of Chat Completions: pictures in `images` (OpenRouter and its kin) and speech in `audio`, in chunks or whole. In
// the loop it is read from the raw chunks, and used only where the provider's package itself gave no file. What is more than
// an answer may hold is counted and not kept, so that an answer without an end fills no memory.
import {
  answerLimits,
  inside,
  isRecord,
  madeLimits,
  readList,
  readText,
  type Fields,
} from '@percept/core/internal';
import { decodeBase64 } from '@percept/core/internal/lens';
import type { MadeFile } from './made.ts';

/** What Chat Completions streams: 24,000 samples a second, one channel, 16 bits each. */
const sampleRate = 24_000;

export class RawMedia {
  readonly #files: MadeFile[] = [];
  readonly #sound: Uint8Array[] = [];
  #transcript = '';
  #hasBrokenSound = false;
  #bytes = 0;
  #leftOut = 0;

  read(chunk: unknown): void {
    for (const choice of readList(inside(chunk, 'choices'))) {
      this.#take(inside(choice, 'delta'), (audio) => this.#hear(audio));
      this.#take(inside(choice, 'message'), (audio) => this.#keep(audio));
    }
  }

  #take(said: unknown, hear: (audio: Fields) => void): void {
    for (const image of readList(inside(said, 'images'))) this.#see(image);
    const audio = inside(said, 'audio');
    if (isRecord(audio)) hear(audio);
  }

  get files(): readonly MadeFile[] {
    const sound = this.#sound.length > 0 ? [wave(this.#sound)] : [];
    const broken = this.#hasBrokenSound ? [new Uint8Array()] : [];
    const mediaType = 'audio/wav';
    return [...this.#files, ...[...sound, ...broken].map((bytes) => ({ bytes, mediaType }))];
  }

  /** What came after the bounds of an answer were reached. */
  get leftOut(): string | undefined {
    const { maxMediaPerStep, maxBytesPerStep } = madeLimits;
    return this.#leftOut === 0
      ? undefined
      : `${this.#leftOut} more pieces of media were left out: one answer may hold ${maxMediaPerStep}, with ${maxBytesPerStep} bytes.`;
  }

  /** What was said aloud, as the provider wrote it down. */
  get transcript(): string | undefined {
    return this.#transcript === '' ? undefined : this.#transcript;
  }

  #see(image: unknown): void {
    const url = readText(inside(image, 'image_url', 'url'));
    const head = url === undefined ? undefined : /^data:([\w/+.-]+);base64,/.exec(url);
    const data = head ? url?.slice(head[0].length) : undefined;
    if (!this.#hasRoom(data ?? '', this.#files.length)) return;
    const bytes = data === undefined ? undefined : decodeBase64(data);
    this.#files.push({ bytes: bytes ?? new Uint8Array(), mediaType: head?.[1] ?? 'image/*' });
  }

  #hasRoom(base64: string, pieces = 0): boolean {
    this.#bytes += Math.floor((base64.length * 3) / 4);
    if (pieces < madeLimits.maxMediaPerStep && this.#bytes <= madeLimits.maxBytesPerStep)
      return true;
    this.#leftOut += 1;
    return false;
  }

  /** A whole answer holds a file of the format that was asked for. */
  #keep(audio: Fields): void {
    const data = readText(audio['data']) ?? '';
    if (!this.#hasRoom(data, this.#files.length)) return;
    this.#files.push({ bytes: decodeBase64(data) ?? new Uint8Array(), mediaType: 'audio/*' });
  }

  #hear(audio: Fields): void {
    const data = readText(audio['data']) ?? '';
    if (this.#hasRoom(data)) {
      const bytes = decodeBase64(data);
      // What cannot be read is told once, where the sound would have been.
      if (!bytes) this.#hasBrokenSound = true;
      else if (bytes.length > 0) this.#sound.push(bytes);
    }
    const words = readText(audio['transcript']) ?? '';
    this.#transcript = (this.#transcript + words).slice(0, answerLimits.maxAnswerChars);
  }
}

/** RIFF, 44 bytes: a container that players and the door know. */
function wave(pieces: readonly Uint8Array[]): Uint8Array {
  const samples = Buffer.concat(pieces);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
