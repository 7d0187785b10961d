// A terminal that gets narrower breaks lines which are on it, and Ink counts them as they were: the rows that are too many
// would stay behind. They are taken away before Ink hears of the new size.
import type { Graphics } from '../graphics.ts';
import type { Frame } from './frame.ts';
import { widthOfLine } from './wrap.ts';

interface Output {
  readonly columns: number;
  write(text: string): unknown;
  prependListener(event: 'resize', listener: () => void): unknown;
  off(event: 'resize', listener: () => void): unknown;
}

export class ResizeEraser {
  readonly #output: Output;
  #reflows = true;
  #widths: readonly number[] = [];
  #cursor: Frame['cursor'];

  constructor(output: Output, graphics: Promise<Graphics>) {
    this.#output = output;
    void graphics.then(({ terminal = '' }) => {
      // xterm cuts its lines and breaks none.
      this.#reflows = !terminal.startsWith('XTerm(');
    });
    output.prependListener('resize', this.#onResize);
  }

  /** What is on the screen now. */
  drew({ lines, cursor }: Frame): void {
    this.#widths = lines.map(widthOfLine);
    this.#cursor = cursor;
  }

  close(): void {
    this.#output.off('resize', this.#onResize);
  }

  readonly #onResize = (): void => {
    const columns = this.#output.columns;
    if (!this.#reflows || !columns) return;
    const lines = this.#widths.length;
    const needed = this.#widths.map((width) => Math.max(1, Math.ceil(width / columns)));
    const rows = needed.reduce((sum, count) => sum + count, 0);
    // Ink cuts what it draws from now on.
    this.#widths = this.#widths.map((width) => Math.min(width, columns));
    // Inside the frame no two terminals leave the cursor at the same place: what is too much may stay then.
    if (rows <= lines || this.#cursor) return;
    this.#output.write(`\u001b[${rows}A\r\u001b[J${'\n'.repeat(lines)}`);
  };
}
