// Runs of encoded letters in a text: one long line, or several of one piece that was wrapped. Not one pattern: `[…]{1024,}`
// keeps a place to go back to for each letter, and eight megabytes of them are more than the engine's stack holds.
const minLine = 60;
const minLines = 4;
const minRun = 1024;

/** Counted letters, and then any number of them: V8 needs no stack for those. */
const line = new RegExp(`[A-Za-z0-9+/_=-]{${minLine}}[A-Za-z0-9+/_=-]*`, 'g');
const shortLine = /(?:\r?\n[A-Za-z0-9+/_=-]*)?/y;

interface Run {
  readonly start: number;
  readonly end: number;
  readonly lines: number;
  readonly longest: number;
}

/** The same text with words in place of each run that no prose has. */
export function withoutEncodedRuns(text: string): string {
  let told = '';
  let end = 0;
  for (const run of runsIn(text)) {
    if (run.lines < minLines && run.longest < minRun) continue;
    const after = run.lines < minLines ? run.end : behind(text, run.end);
    told += text.slice(end, run.start) + runLeftOut(after - run.start);
    end = after;
  }
  return told + text.slice(end);
}

export function runLeftOut(chars: number): string {
  return `[${chars} characters of encoded bytes left out]`;
}

function* runsIn(text: string): Generator<Run> {
  let last: Run | undefined;
  for (const { index, 0: letters } of text.matchAll(line)) {
    const { length } = letters;
    const goesOn = last && index - last.end <= 2 && /^\r?\n$/.test(text.slice(last.end, index));
    if (last && !goesOn) yield last;
    last = {
      start: last && goesOn ? last.start : index,
      end: index + length,
      lines: last && goesOn ? last.lines + 1 : 1,
      longest: Math.max(length, last && goesOn ? last.longest : 0),
    };
  }
  if (last) yield last;
}

/** What is left of a wrapped piece for its last line. */
function behind(text: string, end: number): number {
  shortLine.lastIndex = end;
  return end + (shortLine.exec(text)?.[0].length ?? 0);
}
