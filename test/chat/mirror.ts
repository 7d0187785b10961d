// The text of a terminal, kept by an emulator that is fed every byte: what stands on the screen and what scrolled away.
import { setTimeout as sleep } from 'node:timers/promises';
import headless from '@xterm/headless';

export interface Extent {
  readonly cols: number;
  readonly rows: number;
}

export interface MirrorLine {
  readonly text: string;
  /** Of the letter: red, green and blue, or its number in the palette. */
  readonly colourAt: (column: number) => readonly number[] | number | undefined;
}

export class Mirror {
  protected readonly terminal: InstanceType<typeof headless.Terminal>;
  /** A guard against what hangs, and no judgement of speed. */
  protected readonly patienceMs: number = 200_000;
  #raw = '';
  #writing: Promise<void> = Promise.resolve();

  constructor({ cols, rows }: Extent) {
    this.terminal = new headless.Terminal({
      cols,
      rows,
      allowProposedApi: true,
      scrollback: 20_000,
    });
  }

  /** Every byte that the program wrote. */
  get raw(): string {
    return this.#raw;
  }

  /** Whether nothing more will come. */
  protected get isOver(): boolean {
    return false;
  }

  protected take(data: string): void {
    this.#raw += data;
    this.#writing = this.#writing.then(
      () => new Promise((done) => this.terminal.write(data, done)),
    );
  }

  /** The lines that are on the screen now. */
  screen(): string {
    const { active } = this.terminal.buffer;
    return this.#lines(active.baseY, active.baseY + this.terminal.rows);
  }

  /** All lines, those that scrolled away included. */
  scrollback(): string {
    return this.#lines(0, this.terminal.buffer.active.length);
  }

  /** The lines from this row on, in what scrolled away and on the screen. */
  linesFrom(row: number): readonly MirrorLine[] {
    const { active } = this.terminal.buffer;
    return Array.from({ length: Math.max(0, active.length - row) }, (_, at) => {
      const line = active.getLine(row + at);
      return {
        text: line?.translateToString(true) ?? '',
        colourAt: (column) => {
          const cell = line?.getCell(column);
          const colour = cell?.getFgColor();
          if (!cell || colour === undefined || cell.isFgDefault()) return undefined;
          return cell.isFgRGB() ? [colour >> 16, (colour >> 8) & 255, colour & 255] : colour;
        },
      };
    });
  }

  async until(
    wanted: RegExp | ((screen: string) => boolean),
    what: string,
    read: () => string = () => this.screen(),
  ): Promise<string> {
    const is = typeof wanted === 'function' ? wanted : (text: string) => wanted.test(text);
    const end = Date.now() + this.patienceMs;
    for (let wasOver = false; ; wasOver = this.isOver) {
      await this.#writing;
      const text = read();
      if (is(text)) return text;
      // Its last words may come after its end.
      if (Date.now() > end || (wasOver && this.isOver))
        throw new Error(`waited for ${what}; the screen is:\n${this.scrollback().slice(-4_000)}`);
      await sleep(30);
    }
  }

  /** As `until`, in what scrolled away too. */
  shows(wanted: RegExp, what: string): Promise<string> {
    return this.until(wanted, what, () => this.scrollback());
  }

  /** Nothing was written for a while. */
  async calm(quietMs = 400): Promise<void> {
    for (let before = -1; before !== this.#raw.length;) {
      before = this.#raw.length;
      await sleep(quietMs);
    }
    await this.#writing;
  }

  #lines(from: number, to: number): string {
    const { active } = this.terminal.buffer;
    const lines: string[] = [];
    for (let row = from; row < to; row++)
      lines.push(active.getLine(row)?.translateToString(true) ?? '');
    return lines.join('\n').trimEnd();
  }
}
