// Server-sent events out of a text that grows, for answers that an EventSource cannot ask for. Nothing is read twice, and
// half an event waits for its other half.

export class EventLines {
  #read = 0;

  /** The data of every event that became complete; `text` is all that has come so far. */
  take(text: string): readonly string[] {
    const data: string[] = [];
    for (;;) {
      const end = /\r?\n\r?\n/.exec(text.slice(this.#read));
      if (!end) return data;
      const block = text.slice(this.#read, this.#read + end.index);
      this.#read += end.index + end[0].length;
      const lines = block
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(line.startsWith('data: ') ? 6 : 5));
      if (lines.length > 0) data.push(lines.join('\n'));
    }
  }
}
