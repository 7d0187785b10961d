// What a captured request, a turn or a medium proves, asked by more than one invariant. An excuse counts only for the medium
// that its words name, and only where the cause really happened.
import { helperWordOf, isPicture, isUnshowable, wordOf, type Medium } from './media.ts';
import type { Attached, Run, SeenGot, Turn } from './run.ts';
import { fewImages } from './stage.ts';

type Seen = SeenGot['seen'];

/** Requests to the model that the person talks to. */
export function asked({ got }: Turn): readonly SeenGot[] {
  return got.filter(({ isHelper }) => !isHelper);
}

export function countOf({ text }: Seen, words: RegExp): number {
  return text.match(new RegExp(words, 'g'))?.length ?? 0;
}

/** Those that say so: another picture may be left out in the place of the first. */
export function linesOf({ text }: Seen, words: RegExp): string {
  return text
    .split('\n')
    .filter((line) => words.test(line))
    .join('\n');
}

export function picturesIn({ media }: Seen): number {
  return media.filter(({ kind }) => kind === 'image').length;
}

export function isSeen(seen: Seen, { mark }: Medium): boolean {
  return seen.media.some((medium) => medium.mark === mark) || seen.text.includes(wordOf(mark));
}

/** Somebody else looked or listened, and what they said is there. */
export function isTold({ text }: Seen, { mark }: Medium): boolean {
  return text.includes(helperWordOf(mark));
}

/** Percept took the medium in itself: it knows its name, draws it, and asks somebody to look where the model cannot. */
export function isOwn({ limits }: Run): boolean {
  return limits !== undefined;
}

/** Other agents attach the source of a drawing as the text that it is. */
export function isPictureIn({ isForeign }: Run, { kind }: Medium): boolean {
  return isPicture(kind) && !(isForeign && kind === 'svg');
}

/** Everything that stands in brackets in the texts of a request, one line each. */
function remarksIn({ text }: Seen): readonly string[] {
  return text.match(/\[[^\]\n]*\]?/g) ?? [];
}

/** Words call it by its name; a wire that has no place for names leaves its size, and of a sound or a document its kind. */
export function isNamed({ isNameless }: Run, seen: Seen, { medium, called }: Attached): boolean {
  if (seen.text.includes(called)) return true;
  return isNameless && remarksIn(seen).some((remark) => isAbout(remark, medium));
}

function isAbout(remark: string, { kind, size }: Medium): boolean {
  if (kind === 'sound') return remark.startsWith('[audio');
  if (kind === 'pdf') return remark.startsWith('[file, application/pdf');
  return size !== undefined && remark.includes(`${size.width}×${size.height}`);
}

/** Words about this medium say that it is not shown, and this is why. */
export function isExcused(
  { isNameless }: Run,
  seen: Seen,
  { medium, called }: Pick<Attached, 'medium' | 'called'>,
  why: RegExp,
): boolean {
  const names = [called, medium.name, medium.sha256];
  return remarksIn(seen).some(
    (remark) =>
      why.test(remark) &&
      (names.some((name) => remark.includes(name)) || (isNameless && isAbout(remark, medium))),
  );
}

export const declined = /left out, a provider refused it earlier/;

/** Words say that a provider refused it, and one did refuse a request that held it. */
export function isDeclined(run: Run, turn: Turn, seen: Seen, attached: Named): boolean {
  return (
    isExcused(run, seen, attached, declined) &&
    run.turns.some(
      ({ number, got }) =>
        number <= turn.number &&
        got.some(
          (request) =>
            request.billed === undefined &&
            request.seen.media.some(({ mark }) => mark === attached.medium.mark),
        ),
    )
  );
}

type Named = Pick<Attached, 'medium' | 'called'>;

/** A deadline that was missed is a fact that is told, of this medium or of none; how many is in the report. */
export const late = /within \d+ ms|not answer in time/;

/** The result of a tool of this turn says that it came too late. */
export function cameLate(turn: Turn): boolean {
  const [first, last] = [asked(turn).at(0), asked(turn).at(-1)];
  return (
    first !== undefined &&
    last !== undefined &&
    countOf(last.seen, late) > countOf(first.seen, late)
  );
}

/** As the providers say it, whatever our profiles say: Mistral takes eight pictures. */
const providerRoom: Partial<Record<Run['wire'], number>> = { 'mistral-chat': 8 };

export function mostOf({ wire }: Run, { model }: Turn): number {
  return model === 'few' ? fewImages : (providerRoom[wire] ?? Infinity);
}

/** Nothing is learnt from a smaller request that was too large. */
const learntFromBytes = 100_000;

/** A request that was too large says so of itself, and a heavy one of this model. */
export function wasTooLarge(run: Run, turn: Turn): boolean {
  return run.turns.some(
    ({ step, number, model, got }) =>
      step.do === 'fail' &&
      step.status === 413 &&
      model === turn.model &&
      (number === turn.number ||
        (number < turn.number &&
          got.some(({ billed, request }) => !billed && request.raw.length > learntFromBytes))),
  );
}

/** How many pictures a request may hold before it is full. */
export function roomOf(run: Run, turn: Turn): number {
  return wasTooLarge(run, turn) ? 0 : mostOf(run, turn);
}

/** Words say that no more pictures were looked at in one turn, and in one so many were. */
export function isPutOff(run: Run, turn: Turn, { text }: Seen, { medium }: Attached): boolean {
  const name = medium.name.replaceAll('.', String.raw`\.`);
  const words = new RegExp(
    String.raw`\[image "(?:\d+-)?${name}"[^\n]*\nNot put into words: at most (\d+) pictures`,
  );
  const max = Number(words.exec(text)?.[1] ?? Infinity);
  return run.turns.some(
    ({ number, got }) =>
      number <= turn.number &&
      got.filter(({ isHelper, seen }) => isHelper && picturesIn(seen) > 0).length >= max,
  );
}

export function mayBeRefused({ kind, bytes }: Medium, limits: Run['limits']): boolean {
  return isUnshowable(kind) || (limits !== undefined && bytes.length > limits.maxBytes);
}
