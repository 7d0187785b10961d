// The live part below the conversation: what is being answered, what is being asked, what is attached, what is written. A
// pure function of what it shows, never higher than the screen, so that nothing above it is ever drawn again.
import type { Permission } from '@percept/core/internal/permission';
import type { Appraised, ContextUse, ModelFacts } from './conversation.ts';
import { layOut } from './draft-layout.ts';
import type { Draft } from './editor.ts';
import { countText, moneyText, plural } from './figures.ts';
import { attachmentWords, badgeText, tokenText, type Measure } from './lines.ts';
import { choiceLines, headLines } from './question-lines.ts';
import { accent, quiet, span, type Line } from './style.ts';
import { charactersOf, cutTo, endIn, widthOf } from './text-width.ts';
import { widthOfLine, wrap } from './wrap.ts';
import { maxShownAttachments, maxSuggestions } from '../limits.ts';

export interface FrameView extends Measure {
  readonly rows: number;
  readonly draft: Draft;
  /** Whether an input method is at work. */
  readonly isComposing: boolean;
  readonly attachments: readonly Appraised[];
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
  readonly question?: { readonly permission: Permission; readonly isReady: boolean } | undefined;
  readonly suggestions: readonly string[];
  readonly chosen: number;
  readonly model: ModelFacts | undefined;
  readonly context?: ContextUse | undefined;
  readonly costUsd?: number | undefined;
  readonly hint?: string | undefined;
}

/** A lower screen needs its rows for words. */
const minRuledRows = 8;

export interface Frame {
  readonly lines: readonly Line[];
  /** Where the terminal's own cursor stands, so that whatever composes characters does it there; else below it all. */
  readonly cursor?: { readonly x: number; readonly y: number } | undefined;
}

/** What the mark before the draft leaves of a line. */
export function composerWidth(width: number): number {
  return Math.max(1, width - markWidth);
}

const markWidth = 2;

/** On a screen that is too low for everything, what comes first here stays. */
export function frameOf(view: FrameView): Frame {
  const { width, marks, rows } = view;
  // Ink must never fill the screen: above that it would clear what scrolled. One row is the draft's own.
  let left = Math.max(1, rows - 2) - 1;
  const grant = (lines: readonly Line[]): readonly Line[] => {
    const granted = left === 0 ? [] : lines.slice(-left);
    left -= granted.length;
    return granted;
  };
  const status = grant([statusLine(view)]);
  const question = grant(view.question ? askingLines(view.question, view) : []);
  const suggestions = grant(suggestionLines(view, Math.min(left, maxSuggestions)));
  const turn = grant(turnLine(view));
  const rule = rows < minRuledRows ? [] : grant([[span(marks.rule.repeat(width), quiet)]]);
  const attachments = grant(attachmentLines(view));
  const draft = draftLines(view, 1 + Math.min(left, Math.max(2, Math.floor(rows / 3) - 1)));
  left -= draft.lines.length - 1;
  const above = [...grant(view.tail), ...turn, ...question, ...rule];
  return {
    lines: [...above, ...draft.lines, ...attachments, ...suggestions, ...status],
    ...(view.isComposing && { cursor: { x: draft.x, y: above.length + draft.y } }),
  };
}

function turnLine({ turn, marks, width }: FrameView): readonly Line[] {
  if (!turn) return [];
  const sign = marks.spinner[turn.tick % marks.spinner.length] ?? '';
  const cost =
    turn.estimatedTokens > 0 ? `  about ${countText(turn.estimatedTokens)} tokens (estimate)` : '';
  const rest = `  ${turn.seconds} s${cost}  Ctrl-C cancels`;
  const doing = cutTo(turn.doing, Math.max(8, width - rest.length - 4));
  const line = [span(`${sign} `, accent), span(doing), span(rest, quiet)];
  return [cutLine(line, width)];
}

/** All of it was printed above; a screen that is too low keeps the keys. */
function askingLines(
  { permission, isReady }: NonNullable<FrameView['question']>,
  view: FrameView,
): readonly Line[] {
  const wait: Line = [span('  read it first: keys count in a moment', quiet)];
  return [...headLines(permission, view), ...(isReady ? choiceLines(permission, view) : [wait])];
}

interface DraftLines {
  readonly lines: readonly Line[];
  readonly x: number;
  readonly y: number;
}

/** At most so many rows, those around the cursor. */
function draftLines(view: FrameView, most: number): DraftLines {
  const { draft, width, marks, turn, question } = view;
  const first: Line = [span(`${marks.prompt} `, accent)];
  const drawn = !view.isComposing && !question;
  if (draft.characters.length === 0) {
    const words = question ? '' : turn ? 'the next message …' : invitation;
    const shown = span(cutTo(words, composerWidth(width)), quiet);
    const line = drawn ? withCursor([shown], 0) : [shown];
    return { lines: [[...first, ...line]], x: markWidth, y: 0 };
  }
  const { rows, cursor } = layOut(draft, composerWidth(width));
  const start = Math.min(Math.max(0, cursor.row - most + 1), Math.max(0, rows.length - most));
  const lines = rows
    .slice(start, start + most)
    .map(({ text }, at): Line => [
      ...(start + at === 0 ? first : [span(' '.repeat(markWidth))]),
      ...(drawn && start + at === cursor.row
        ? withCursor([span(text)], cursor.column)
        : [span(text)]),
    ]);
  return { lines, x: markWidth + cursor.column, y: cursor.row - start };
}

/** The cursor as a cell of the frame, where the terminal's own is elsewhere. */
function withCursor([{ text, style } = span('')]: Line, column: number): Line {
  const characters = charactersOf(text);
  const at = endIn(characters, column);
  if (at === characters.length) {
    const space = ' '.repeat(Math.max(0, column - widthOf(text)));
    return [span(text + space, style), span(' ', { inverse: true })];
  }
  return [
    span(characters.slice(0, at).join(''), style),
    span(characters[at] ?? ' ', { inverse: true }),
    span(characters.slice(at + 1).join(''), style),
  ];
}

const invitation = 'write, paste a picture, or @name a file';

function attachmentLines({
  attachments,
  maxImagesPerMessage,
  isArriving,
  width,
}: FrameView): readonly Line[] {
  const shown = attachments.slice(-maxShownAttachments);
  const from = attachments.length - shown.length;
  const lines = shown.map(({ attachment, appraisal }, at): Line => {
    const number = span(`  ${from + at + 1} `, accent);
    const facts = [
      span(badgeText(appraisal), { colour: 'yellow' }),
      span(tokenText(appraisal), quiet),
    ];
    const room = width - widthOfLine([number, ...facts]);
    return [number, span(cutTo(attachmentWords(attachment), Math.max(8, room))), ...facts];
  });
  const images = attachments.filter(({ attachment }) => attachment.kind === 'image').length;
  const cap: Line = [
    span(
      `  ${images} of ${plural(maxImagesPerMessage, 'picture')} in this message`,
      images >= maxImagesPerMessage ? { colour: 'yellow' } : quiet,
    ),
    span(from > 0 ? `, ${from} not listed here` : '', quiet),
  ];
  const coming: readonly Line[] = isArriving ? [[span('  attaching …', quiet)]] : [];
  const capped = attachments.length === 0 ? [] : [cap];
  return [...lines.map((line) => cutLine(line, width)), ...capped, ...coming];
}

function cutLine(line: Line, width: number): Line {
  return wrap(line, { width })[0] ?? [];
}

function suggestionLines({ suggestions, chosen, width }: FrameView, most: number): readonly Line[] {
  const start = Math.min(Math.max(0, chosen - most + 1), Math.max(0, suggestions.length - most));
  return suggestions
    .slice(start, start + most)
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
