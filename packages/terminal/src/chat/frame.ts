// The live part below the conversation: what is being answered, what is being asked, what is attached, what is written. A
// pure function of what it shows, never higher than the screen, so that nothing above it is ever drawn again.
import type { Appraisal, Attachment, EditQuestion, ModelFacts } from './conversation.ts';
import type { Draft } from './editor.ts';
import { countText, moneyText, plural } from './figures.ts';
import { attachmentWords, badgeText, tokenText, type Measure } from './lines.ts';
import { linesOf } from './safe-text.ts';
import { span, type Line, type Span, type Style } from './style.ts';
import { cutTo } from './text-width.ts';
import { wrap } from './wrap.ts';

export interface FrameView extends Measure {
  readonly rows: number;
  readonly draft: Draft;
  readonly attachments: readonly {
    readonly attachment: Attachment;
    readonly appraisal: Appraisal;
  }[];
  readonly maxImagesPerMessage: number;
  readonly isArriving: boolean;
  /** The line that a model is writing. */
  readonly tail: readonly Line[];
  readonly turn?:
    | {
        readonly doing: string;
        readonly seconds: number;
        readonly tick: number;
        readonly estimatedTokens: number;
      }
    | undefined;
  readonly question?: EditQuestion | undefined;
  readonly suggestions: readonly string[];
  readonly chosen: number;
  readonly model: ModelFacts | undefined;
  readonly context?: { readonly usedTokens: number; readonly maxTokens: number } | undefined;
  readonly costUsd?: number | undefined;
  readonly hint?: string | undefined;
}

const quiet: Style = { dim: true };
const accent: Style = { colour: 'cyan', bold: true };
const maxSuggestions = 6;
const maxAttachments = 4;
const maxChangedLines = 8;

export function frameOf(view: FrameView): readonly Line[] {
  const { width, marks, rows } = view;
  const fixed = [
    ...turnLine(view),
    ...(view.question ? questionLines(view.question, view) : []),
    [span(marks.rule.repeat(width), quiet)],
  ];
  const below = [...attachmentLines(view), ...suggestionLines(view), statusLine(view)];
  // Ink must never fill the screen: above that it would clear what scrolled.
  const free = Math.max(1, rows - 2 - fixed.length - below.length);
  const written = draftLines(view);
  const draft = windowAround(
    written.lines,
    written.cursorLine,
    Math.min(free, Math.max(3, Math.floor(rows / 3))),
  );
  const room = Math.max(0, free - draft.length);
  const tail = room === 0 ? [] : view.tail.slice(-room);
  return [...tail, ...fixed, ...draft, ...below].slice(-Math.max(1, rows - 2));
}

function turnLine({ turn, marks, width }: FrameView): readonly Line[] {
  if (!turn) return [];
  const sign = marks.spinner[turn.tick % marks.spinner.length] ?? '';
  const cost =
    turn.estimatedTokens > 0 ? `  about ${countText(turn.estimatedTokens)} tokens (estimate)` : '';
  const rest = `  ${turn.seconds} s${cost}  Ctrl-C cancels`;
  return [
    [
      span(`${sign} `, accent),
      span(cutTo(turn.doing, Math.max(8, width - rest.length - 4))),
      span(cutTo(rest, Math.max(8, width - 4)), quiet),
    ],
  ];
}

function questionLines(question: EditQuestion, { width, marks }: FrameView): readonly Line[] {
  const { removed, added } = changeOf(question);
  const shown = (lines: readonly string[], sign: string, style: Style): readonly Line[] =>
    lines
      .slice(0, maxChangedLines / 2)
      .map((line) => [span(cutTo(`  ${sign} ${line}`, width), style)]);
  return [
    [
      span(`${marks.dot} `, { colour: 'yellow' }),
      span(cutTo(`change ${question.path}`, width - 24), { bold: true }),
      span(`  -${removed.length} +${added.length} lines`, quiet),
    ],
    ...shown(removed, '-', { colour: 'red' }),
    ...shown(added, '+', { colour: 'green' }),
    [
      span('  y', accent),
      span(' this time   '),
      span('a', accent),
      span(' always in this session   '),
      span('n', accent),
      span(' no'),
    ],
  ];
}

/** The lines between what is equal at the beginning and at the end. */
function changeOf({ before, after }: EditQuestion): {
  readonly removed: readonly string[];
  readonly added: readonly string[];
} {
  const [old, young] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < young.length && old[start] === young[start]) start++;
  let end = 0;
  while (
    end < old.length - start &&
    end < young.length - start &&
    old[old.length - 1 - end] === young[young.length - 1 - end]
  )
    end++;
  return {
    removed: old.slice(start, old.length - end),
    added: young.slice(start, young.length - end),
  };
}

function draftLines({ draft, width, marks, turn, question }: FrameView): {
  readonly lines: readonly Line[];
  readonly cursorLine: number;
} {
  const { characters, cursor } = draft;
  const first: Line = [span(`${marks.prompt} `, accent)];
  const rest: Line = [span('  ')];
  if (characters.length === 0) {
    const words = question
      ? ''
      : turn
        ? 'the next message …'
        : 'write, paste a picture, or @name a file';
    return { lines: [[...first, span(' ', { inverse: true }), span(words, quiet)]], cursorLine: 0 };
  }
  const lines: Line[] = [];
  let cursorLine = 0;
  let at = 0;
  for (const line of splitLines(characters)) {
    const spans: Span[] = [];
    const here = cursor - at;
    const hasCursor = here >= 0 && here <= line.length;
    if (hasCursor) {
      spans.push(
        span(line.slice(0, here).join('')),
        span(line[here] ?? ' ', { inverse: true }),
        span(line.slice(here + 1).join('')),
      );
    } else spans.push(span(line.join('')));
    const wrapped = wrap(spans, { width, first: lines.length === 0 ? first : rest, rest });
    if (hasCursor) {
      const found = wrapped.findIndex((part) => part.some(({ style }) => style?.inverse));
      cursorLine = lines.length + Math.max(0, found);
    }
    lines.push(...wrapped);
    at += line.length + 1;
  }
  return { lines, cursorLine };
}

function splitLines(characters: readonly string[]): readonly (readonly string[])[] {
  const lines: string[][] = [[]];
  for (const character of characters) {
    if (character === '\n') lines.push([]);
    else lines.at(-1)?.push(character);
  }
  return lines;
}

function windowAround(lines: readonly Line[], at: number, most: number): readonly Line[] {
  if (lines.length <= most) return lines;
  const start = Math.min(Math.max(0, at - most + 1), lines.length - most);
  return lines.slice(start, start + most);
}

function attachmentLines({
  attachments,
  maxImagesPerMessage,
  isArriving,
  width,
}: FrameView): readonly Line[] {
  const shown = attachments.slice(-maxAttachments);
  const from = attachments.length - shown.length;
  const lines = shown.map(({ attachment, appraisal }, at): Line => [
    span(`  ${from + at + 1} `, accent),
    span(cutTo(attachmentWords(attachment), Math.max(8, width - 40))),
    span(badgeText(appraisal), { colour: 'yellow' }),
    span(tokenText(appraisal), quiet),
  ]);
  const images = attachments.filter(({ attachment }) => attachment.kind === 'image').length;
  const cap: readonly Line[] =
    attachments.length === 0
      ? []
      : [
          [
            span(
              `  ${images} of ${plural(maxImagesPerMessage, 'picture')} in this message`,
              images >= maxImagesPerMessage ? { colour: 'yellow' } : quiet,
            ),
            span(from > 0 ? `, ${from} not listed here` : '', quiet),
          ],
        ];
  const coming: readonly Line[] = isArriving ? [[span('  attaching …', quiet)]] : [];
  return [...lines.map((line) => cutLine(line, width)), ...cap, ...coming];
}

function cutLine(line: Line, width: number): Line {
  return wrap(line, { width })[0] ?? [];
}

function suggestionLines({ suggestions, chosen, width }: FrameView): readonly Line[] {
  const start = Math.min(
    Math.max(0, chosen - maxSuggestions + 1),
    Math.max(0, suggestions.length - maxSuggestions),
  );
  return suggestions
    .slice(start, start + maxSuggestions)
    .map((text, at) => [
      span(
        cutTo(`  ${text}`, width),
        start + at === chosen ? { colour: 'cyan', inverse: true } : quiet,
      ),
    ]);
}

function statusLine({ model, context, costUsd, hint, width }: FrameView): Line {
  if (hint !== undefined) return [span(cutTo(`  ${hint}`, width), { colour: 'yellow' })];
  const facts = [
    model ? model.name : 'no model: local eyes answer',
    ...(model && !model.sees ? ['pictures are described'] : []),
    ...(context ? [`context ${Math.round((100 * context.usedTokens) / context.maxTokens)} %`] : []),
    ...(costUsd === undefined ? [] : [moneyText(costUsd)]),
    '/help',
  ];
  return [span(cutTo(`  ${facts.join('  ')}`, width), quiet)];
}
