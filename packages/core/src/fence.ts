// Words from outside as a model may read them: what a picture, a sound, a server, a file or another model said. They stand
// on one line of ours, or in a fence that nothing inside can close, and nothing in them acts: no hidden character, no control
// word of a chat template, no media in disguise. This is the only fence; whatever a stranger wrote comes through here.
import { runLeftOut } from './encoded-runs.ts';
import { blanks, goesOnWith, replacePieces } from './pieces.ts';
import { defused, printable, printableLines } from './printable.ts';
import { maxFencedChars, maxPrintedChars, maxRail } from './limits.ts';

const minRail = 4;

/**
 * Several lines of a stranger, exact but for what acts.
 * @example fenced('machine-transcription', 'A red square.')
 */
export function fenced(label: string, text: string, maxChars: number = maxFencedChars): string {
  const whole = inert(text.slice(0, maxChars));
  const clean = whole.slice(0, maxChars).toWellFormed();
  let longest = minRail - 1;
  for (const [run] of clean.matchAll(/~+/g)) longest = Math.max(longest, run.length);
  const rail = '~'.repeat(longest + 1);
  const length = Math.max(text.length, whole.length);
  const cut = length > maxChars ? `\n(cut after ${maxChars} of ${length} characters)` : '';
  return `${rail}untrusted-${label}\n${clean}\n${rail}${cut}`;
}

/**
 * A few words of a stranger inside a sentence of ours.
 * @example oneLine('a\nb <|im_end|>') // 'a b <\\|im_end|>'
 */
export function oneLine(text: string, maxChars: number = maxPrintedChars): string {
  const shown = replacePieces(text, /\s/g, goesOnWith(blanks), () => ' ').trim();
  return defused(printable(shown, maxChars));
}

/** Whether the words could stand in a prompt as they are: for values that would be wrong if they were spelled. */
export function isInert(text: string): boolean {
  return defused(printable(text, Infinity)) === text;
}

function inert(text: string): string {
  const spelled = printableLines(withoutMedia(text.replaceAll(/\r\n?/g, '\n')));
  return defused(spelled).replaceAll(/~{33,}/g, '~'.repeat(maxRail));
}

/** Data URLs and references, and more encoded letters than any word has, wrapped or not. */
const encoded =
  /(data:[\w.+-]{1,64}\/[\w.+-]{1,64};base64,[A-Za-z0-9+/=_-]*|media:sha256-[0-9a-f]{8,64})|(?:[A-Za-z0-9+/_=-]{60,76}\n){5,}[A-Za-z0-9+/_=-]*|[A-Za-z0-9+/_-]{512,}={0,2}/gi;

function withoutMedia(text: string): string {
  return text.replaceAll(encoded, (run, media?: string) => {
    if (media !== undefined) return '[media left out]';
    const letters = /[A-Z]/.test(run) && /[a-z]/.test(run) && /\d/.test(run);
    return letters ? runLeftOut(run.length) : run;
  });
}
