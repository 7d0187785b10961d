// What a captured request, a turn or a medium proves, asked by more than one invariant. An excuse counts only for the medium
// that its words name, and only where the cause really happened.
import { isPicture, isUnshowable, wordOf, type Medium } from './media.ts';
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

export function picturesIn({ media }: Seen): number {
  return media.filter(({ kind }) => kind === 'image').length;
}

export function isSeen(seen: Seen, { mark }: Medium): boolean {
  return seen.media.some((medium) => medium.mark === mark) || seen.text.includes(wordOf(mark));
}

/** Other agents attach the source of a drawing as the text that it is. */
export function isPictureIn({ isForeign }: Run, { kind }: Medium): boolean {
  return isPicture(kind) && !(isForeign && kind === 'svg');
}

/** Everything that stands in brackets in the texts of a request, one line each. */
function remarksIn({ text }: Seen): readonly string[] {
  return text.match(/\[[^\]\n]*\]?/g) ?? [];
}

/** Words call it by its name; a wire that has no place for names leaves its size, and of a sound its kind. */
export function isNamed({ isNameless }: Run, seen: Seen, { medium, called }: Attached): boolean {
  if (seen.text.includes(called)) return true;
  return isNameless && remarksIn(seen).some((remark) => isAbout(remark, medium));
}

function isAbout(remark: string, { kind, size }: Medium): boolean {
  if (kind === 'sound') return remark.startsWith('[audio');
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

/** How many pictures a request may hold before it is full; after a 413, text that grows takes what room this model has left. */
export function roomOf(run: Run, turn: Turn): number {
  const wasTooLarge = run.turns.some(
    ({ step, number, model }) =>
      step.do === 'fail' && step.status === 413 && number <= turn.number && model === turn.model,
  );
  return wasTooLarge ? 0 : mostOf(run, turn);
}

export function mayBeRefused({ kind, bytes }: Medium, limits: Run['limits']): boolean {
  return isUnshowable(kind) || (limits !== undefined && bytes.length > limits.maxBytes);
}
