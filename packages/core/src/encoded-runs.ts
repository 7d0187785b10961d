// Runs of encoded letters in a text: one long line, or several of one piece that was wrapped.
import { endOfRun, lettersOf, replacePieces, type Letters } from './pieces.ts';

const minLine = 60;
const minLines = 4;
/** More in one run than prose has. */
export const minEncodedRun = 1024;

/** Of base64 in both spellings, with what fills it up. */
export const encodedLetters: Letters = lettersOf('A-Z', 'a-z', '0-9', '+', '/', '_', '=', '-');

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
    if (run.lines < minLines && run.longest < minEncodedRun) continue;
    const after = run.lines < minLines ? run.end : behind(text, run.end);
    told += text.slice(end, run.start) + runLeftOut(after - run.start);
    end = after;
  }
  return told + text.slice(end);
}

/** The same, where a run is one line: of lines that come one after the other nobody knows yet what they are. */
export function withoutLongRuns(text: string): string {
  return replacePieces(
    text,
    lineHead(),
    (whole, from) => {
      const end = endOfRun(whole, from, encodedLetters);
      return { end, isOne: end - from + minLine >= minEncodedRun };
    },
    (run) => runLeftOut(run.length),
  );
}

export function runLeftOut(chars: number): string {
  return `[${chars} characters of encoded bytes left out]`;
}

function lineHead(): RegExp {
  return new RegExp(`[A-Za-z0-9+/_=-]{${minLine}}`, 'g');
}

function* runsIn(text: string): Generator<Run> {
  const line = lineHead();
  let last: Run | undefined;
  for (let found = line.exec(text); found; found = line.exec(text)) {
    const { index } = found;
    const end = endOfRun(text, index + minLine, encodedLetters);
    line.lastIndex = end;
    const goesOn = last && index - last.end <= 2 && /^\r?\n$/.test(text.slice(last.end, index));
    if (last && !goesOn) yield last;
    last = {
      start: last && goesOn ? last.start : index,
      end,
      lines: last && goesOn ? last.lines + 1 : 1,
      longest: Math.max(end - index, last && goesOn ? last.longest : 0),
    };
  }
  if (last) yield last;
}

/** What is left of a wrapped piece for its last line. */
function behind(text: string, end: number): number {
  const [lineBreak = ''] = /^\r?\n/.exec(text.slice(end, end + 2)) ?? [];
  return lineBreak === '' ? end : endOfRun(text, end + lineBreak.length, encodedLetters);
}
