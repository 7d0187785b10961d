// The media of one answer as it passes by, whole or in events, whichever wire it is on. A picture that came in steps counts
// once, in its last form; an item that is said again at the end of a stream counts once.
import { isRecord } from '@percept/core/internal';
import type { MadeFile } from './made.ts';
import { mediaIn } from './media-in-json.ts';
import { RawMedia } from './raw-media.ts';

export class AnswerMedia {
  readonly #chat = new RawMedia();
  readonly #found = new Map<string, MadeFile>();
  #anonymous = 0;

  read(event: unknown): void {
    if (isRecord(event) && Array.isArray(event['choices'])) return this.#chat.read(event);
    for (const found of mediaIn(event)) {
      if (found.kind === 'elsewhere') continue;
      const id = found.id ?? `anonymous ${this.#anonymous++}`;
      this.#found.set(id, found.file);
    }
  }

  get files(): readonly MadeFile[] {
    return [...this.#found.values(), ...this.#chat.files];
  }

  /** What was said aloud, as the provider wrote it down. */
  get transcript(): string | undefined {
    return this.#chat.transcript;
  }

  /** What came after the bounds of an answer were reached. */
  get leftOut(): string | undefined {
    return this.#chat.leftOut;
  }
}
