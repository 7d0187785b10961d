// How each thing that happens in a chat looks, once and for good: what is printed is never drawn again.
import { bytesText, printable } from '@percept/core/internal';
import { type Refusal } from '@percept/core';
import { describeImage } from '../words.ts';
import type { Appraisal, Attachment, ChatHost, Conversation } from './conversation.ts';
import { plural } from './figures.ts';
import { linesOf } from './safe-text.ts';
import { accent, quiet, span, type Line, type Marks } from './style.ts';
import { cutTo } from './text-width.ts';
import { wrap } from './wrap.ts';

export interface Measure {
  readonly width: number;
  readonly marks: Marks;
}

export function greeting(
  host: ChatHost,
  conversation: Conversation,
  { width, marks }: Measure,
): readonly Line[] {
  const { model } = conversation;
  const who = model ? `${model.name} at ${model.host}` : 'no model: local eyes answer';
  return [
    [
      span('percept', accent),
      span(` ${host.version}  ${cutTo(`${who}  ${host.folder}`, Math.max(8, width - 16))}`, quiet),
    ],
    ...wrap([span('Ctrl-V pastes a picture, @ names a file, /help shows the rest.', quiet)], {
      width,
    }),
    ...host.notices.flatMap((text) => notice(text, { width, marks })),
    [],
  ];
}

export function promptLines(text: string, { width, marks }: Measure): readonly Line[] {
  return linesOf(text).flatMap((line, at) =>
    wrap([span(line, { bold: true })], {
      width,
      first: [at === 0 ? span(`${marks.prompt} `, accent) : span('  ')],
    }),
  );
}

/** In words what the picture below shows, or all there is where none can be drawn. */
export function attachmentWords(attachment: Attachment): string {
  const { kind, name, mime, bytes, picture } = attachment;
  if (picture) return describeImage({ ...picture, name });
  return `[${kind}: ${printable(mime, 40)}, ${bytesText(bytes)}, ${printable(name)}]`;
}

export function badgeText({ badges }: Appraisal): string {
  return badges.map((badge) => ` [${badge}]`).join('');
}

export function tokenText({ estimatedTokens }: Appraisal): string {
  return estimatedTokens === undefined ? '' : ` about ${plural(estimatedTokens, 'token')}`;
}

export function attachmentLine(
  attachment: Attachment,
  appraisal: Appraisal,
  { width, marks }: Measure,
): readonly Line[] {
  const { sent } = appraisal;
  const smaller = sent ? ` to ${sent.width}x${sent.height}` : '';
  return wrap(
    [
      span(attachmentWords(attachment)),
      span(badgeText(appraisal), { colour: 'yellow' }),
      span(`${smaller}${tokenText(appraisal)}`, quiet),
    ],
    { width, first: [span(`${marks.picture} `, accent)] },
  );
}

/** What it is and who made it, in words, and what can be done with it. */
export function madeLines(
  { made, words }: { readonly made: Attachment; readonly words: string },
  { width, marks }: Measure,
): readonly Line[] {
  const keep = made.kind === 'audio' ? '/play plays it, /save keeps it' : '/save keeps it';
  return wrap(
    [
      span(printable(made.name), { bold: true }),
      span(` ${bytesText(made.bytes)}. ${printable(words, 2_000)} `),
      span(`(${keep})`, quiet),
    ],
    { width, first: [span(`${marks.picture} `, accent)] },
  );
}

export function notice(text: string, { width, marks }: Measure): readonly Line[] {
  const first = [span(`${marks.note} `, { colour: 'yellow' })];
  return wrap([span(text, quiet)], { width, first });
}

export function refusalLines(
  { message, hint }: Refusal,
  { width, marks }: Measure,
): readonly Line[] {
  const first = [span(`${marks.note} `, { colour: 'red' })];
  return wrap([span(message, { colour: 'red' }), span(` ${hint}`, quiet)], { width, first });
}

export function toolLines(
  tool: { readonly title: string; readonly failed: boolean; readonly text: string },
  { width, marks }: Measure,
): readonly Line[] {
  const head: Line = [
    span(`${marks.dot} `, { colour: tool.failed ? 'red' : 'green' }),
    span(cutTo(tool.title, Math.max(8, width - 2)), { bold: true }),
  ];
  if (!tool.failed) return [head];
  return [head, ...wrap([span(tool.text, quiet)], { width, first: [span('  ')] })];
}

/** How a turn ended, where it was not answered. */
export function endLines(
  end: string,
  refusal: Refusal | undefined,
  measure: Measure,
): readonly Line[] {
  if (refusal) return [...refusalLines(refusal, measure), []];
  const words = endWords.get(end) ?? 'The turn failed.';
  return end === 'answered' ? [] : [...notice(words, measure), []];
}

const endWords: ReadonlyMap<string, string> = new Map([
  ['cancelled', 'Cancelled. What was said so far is kept.'],
  ['declined', 'The model declined to answer.'],
  ['length-reached', 'The answer was cut: the model reached its length.'],
  ['steps-reached', 'The turn was stopped after too many tool calls. Write "go on" to continue.'],
]);
