// What scrolls up for good. Everything is appended in the order in which it happened, each picture exactly once; a picture
// that is still being made holds back what comes after it.
import { randomInt } from 'node:crypto';
import { drawPicture } from '../drawing.ts';
import type { Graphics } from '../graphics.ts';
import { fitIn, drawingArea, type Screen } from '../placement.ts';
import { describeImage } from '../words.ts';
import type { ChatHost, Picture } from './conversation.ts';
import { render, span, type Line, type Paint } from './style.ts';

export interface ScrollOptions {
  readonly write: (text: string) => void;
  readonly paint: Paint;
  readonly graphics: () => Promise<Graphics>;
  readonly develop: ChatHost['develop'];
  readonly screen: () => Screen;
}

/** A thumbnail, not a poster: the conversation stays on the screen. */
const maxColumns = 60;
const maxRows = 14;
/** What `drawingArea` keeps free below a picture. */
const keptRows = 5;

export class Scroll {
  readonly #options: ScrollOptions;
  #tail: Promise<void> = Promise.resolve();

  constructor(options: ScrollOptions) {
    this.#options = options;
  }

  print(lines: readonly Line[]): void {
    if (lines.length === 0) return;
    const text = lines.map((line) => `${render(line, this.#options.paint)}\n`).join('');
    this.#append(async () => text);
  }

  /** `worded` when the words were printed already, so that a terminal without pictures is not told twice. */
  picture(picture: Picture, { worded }: { readonly worded: boolean }): void {
    this.#append(async () => {
      const drawn = await this.#draw(picture);
      if (drawn !== undefined) return drawn;
      return worded ? '' : `${render([span(describeImage(picture))], this.#options.paint)}\n`;
    });
  }

  /** Everything so far is on the screen. */
  async settled(): Promise<void> {
    await this.#tail;
  }

  #append(make: () => Promise<string>): void {
    this.#tail = this.#tail.then(async () => {
      const text = await make();
      if (text !== '') this.#options.write(text);
    });
  }

  async #draw(picture: Picture): Promise<string | undefined> {
    const graphics = await this.#options.graphics();
    if (graphics.protocol === 'none') return undefined;
    const { columns, rows } = this.#options.screen();
    const across = Math.min(columns - 1, maxColumns);
    const down = Math.max(1, Math.min(rows - 6, maxRows)) + keptRows;
    const area = drawingArea({ columns: across, rows: down }, graphics);
    const developed = await this.#options.develop(picture, fitIn(picture, area));
    if (!developed.ok) return undefined;
    return drawPicture({ ...developed.value, id: randomInt(1, 0x100_0000) }, graphics);
  }
}
