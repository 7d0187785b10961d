// How far a reading is from the truth: characters and words that would have to be changed.

/** Changes that turn `truth` into the part of `text` that is nearest to it. */
function nearestErrors(truth: string, text: string): number {
  let before = new Uint32Array(text.length + 1);
  for (let row = 1; row <= truth.length; row += 1) {
    const now = new Uint32Array(text.length + 1);
    now[0] = row;
    for (let column = 1; column <= text.length; column += 1) {
      const same = truth[row - 1] === text[column - 1] ? 0 : 1;
      now[column] = Math.min(
        (before[column - 1] ?? 0) + same,
        (before[column] ?? 0) + 1,
        (now[column - 1] ?? 0) + 1,
      );
    }
    before = now;
  }
  return before.reduce((least, value) => Math.min(least, value), truth.length);
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Errors and length over all lines of the truth, each against its best place in the text. */
export function characterErrors(
  truth: readonly string[],
  seen: readonly string[],
): { readonly errors: number; readonly length: number } {
  const text = seen.map(plain).join('\n');
  const wanted = truth.map(plain);
  return {
    errors: wanted.reduce((sum, line) => sum + nearestErrors(line, text), 0),
    length: wanted.reduce((sum, line) => sum + line.length, 0),
  };
}

export function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9' ]+/g, ' ')
    .split(' ')
    .filter((word) => word !== '');
}

export function wordErrors(truth: readonly string[], seen: readonly string[]): number {
  let before = Array.from({ length: seen.length + 1 }, (_, index) => index);
  for (const [row, word] of truth.entries()) {
    const now = [row + 1];
    for (let column = 1; column <= seen.length; column += 1) {
      const same = word === seen[column - 1] ? 0 : 1;
      now[column] = Math.min(
        (before[column - 1] ?? 0) + same,
        (before[column] ?? 0) + 1,
        (now[column - 1] ?? 0) + 1,
      );
    }
    before = now;
  }
  return before[seen.length] ?? 0;
}
