// The word that somebody may have meant: by letters left out, put in, changed, or swapped with the next one. By hand, because
// a package for thirty lines would be one more to install.

/** Undefined where none is near: of a short word one letter may be off, of a longer one a third of them. */
export function nearest(given: string, words: readonly string[]): string | undefined {
  const bearable = Math.max(1, Math.floor(given.length / 3));
  const [best] = words
    .map((word) => ({ word, steps: stepsBetween(given, word) }))
    .filter(({ steps }) => steps <= bearable)
    .toSorted((one, other) => one.steps - other.steps);
  return best?.word;
}

function stepsBetween(from: string, to: string): number {
  let twoAbove: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row++) {
    const steps = [row];
    for (let at = 1; at <= to.length; at++) {
      const isSame = from[row - 1] === to[at - 1];
      const isSwapped = from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1];
      steps.push(
        Math.min(
          (above[at] ?? Infinity) + 1,
          (steps[at - 1] ?? Infinity) + 1,
          (above[at - 1] ?? Infinity) + (isSame ? 0 : 1),
          isSwapped ? (twoAbove[at - 2] ?? Infinity) + 1 : Infinity,
        ),
      );
    }
    [twoAbove, above] = [above, steps];
  }
  return above[to.length] ?? Infinity;
}
