// The shape of a sound beside its native player. It is decoration: decoded only when that is cheap or when somebody plays,
// and never where the reader asked for less data.
import { bytesOf } from './keep.ts';
import type { SavedFile } from './source.ts';
import { drawWaveform, peaksOf } from './waveform.ts';
import { maxDecodedSoundBytes } from '../limits.ts';

export class SoundShape {
  readonly #root: () => ParentNode;
  #peaks: readonly number[] = [];
  #file: SavedFile | undefined;

  constructor(root: () => ParentNode) {
    this.#root = root;
  }

  forget(): void {
    this.#peaks = [];
    this.#file = undefined;
  }

  learn(file: SavedFile): void {
    if (file === this.#file || wantsLessData()) return;
    this.#file = file;
    void bytesOf(file)
      .then(async (blob) =>
        blob && blob.size <= maxDecodedSoundBytes ? peaksOf(await blob.arrayBuffer()) : undefined,
      )
      .then((peaks) => {
        if (file !== this.#file || !peaks) return;
        this.#peaks = peaks;
        this.draw();
      });
  }

  draw(): void {
    const [audio, canvas] = [this.#audio, this.#root().querySelector('canvas')];
    if (audio && canvas) drawWaveform(canvas, this.#peaks, audio.currentTime / audio.duration || 0);
  }

  seek({ target, clientX }: MouseEvent): void {
    const audio = this.#audio;
    if (!audio || !(target instanceof Element) || !Number.isFinite(audio.duration)) return;
    const { left, width } = target.getBoundingClientRect();
    audio.currentTime = ((clientX - left) / width) * audio.duration;
  }

  get #audio(): HTMLAudioElement | null {
    return this.#root().querySelector('audio');
  }
}

function wantsLessData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  const saves =
    typeof connection === 'object' &&
    connection !== null &&
    Reflect.get(connection, 'saveData') === true;
  return saves || matchMedia('(prefers-reduced-data: reduce)').matches;
}
