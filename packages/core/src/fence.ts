// Words from outside as a model may read them: what a picture, a sound, a server, a file or another model said. They stand
// on one line of ours, or in a fence that nothing inside can close, and nothing in them acts: no hidden character, no control
// word of a chat template, no media in disguise. This is the only fence; whatever a stranger wrote comes through here.
import { findPayloads } from './lens/payload.ts';
import { defused, printable } from './printable.ts';

/** A description, an answer, a page of transcription; callers with a limit of their own give that. */
const maxFencedChars = 16_000;

/** A text of nothing but tildes must not make the fence longer than the text. */
const maxRail = 32;
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
export function oneLine(text: string, maxChars: number = 120): string {
  const shown = text.replaceAll(/\s+/g, ' ').trim();
  return defused(printable(shown, maxChars));
}

/** Whether the words could stand in a prompt as they are: for values that would be wrong if they were spelled. */
export function isInert(text: string): boolean {
  return defused(printable(text, Infinity)) === text;
}

function inert(text: string): string {
  const lines = withoutMedia(text.replaceAll(/\r\n?/g, '\n')).split('\n');
  const spelled = lines.map((line) =>
    line
      .split('\t')
      .map((cell) => printable(cell, Infinity))
      .join('\t'),
  );
  return defused(spelled.join('\n')).replaceAll(/~{33,}/g, '~'.repeat(maxRail));
}

/** A reference counts as media, too: every lens would show what it names. */
function withoutMedia(text: string): string {
  const pieces = findPayloads(text);
  if (!pieces) return text;
  return pieces
    .map((piece) =>
      piece.kind === 'text'
        ? piece.text
        : piece.media
          ? '[media left out]'
          : `[${piece.letters} characters of encoded bytes left out]`,
    )
    .join('');
}
