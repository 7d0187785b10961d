// A turn without a model: local eyes look, what they looked at is recorded, and their words are the answer. Without them
// the person is told how to get a model.
import { randomUUID } from 'node:crypto';
import { oneLine } from '@percept/core/internal';
import type { TenantStore } from '@percept/store';
import { localFit } from '../bridge/device.ts';
import { eyesProfile } from '../prompt/form.ts';
import type { Presented, Presenter } from '../prompt/present.ts';
import type { Ended, LoopEvent, PromptPart } from './event.ts';
import { howToConfigure } from './instructions.ts';
import type { SessionLog } from './log.ts';
import type { Answerer, Shown } from './model.ts';
import { withoutPayloads } from './payload.ts';
import { localReport, type RequestReport } from './report.ts';
import { reportEntry } from './report-entry.ts';

export interface LocalAnswer {
  readonly answerer: Answerer | undefined;
  readonly presenter: Presenter;
  readonly store: TenantStore;
  readonly log: SessionLog;
  readonly signal: AbortSignal;
}

export async function* answerLocally(
  parts: readonly PromptPart[],
  { answerer, presenter, store, log, signal }: LocalAnswer,
): AsyncGenerator<LoopEvent, Ended> {
  if (answerer) yield* show(localReport(parts, answerer.name), log);
  const question = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  const answer =
    answerer &&
    (await answerer.answer(await shownTo(parts, presenter, store, signal), { question, signal }));
  if (signal.aborted) return { end: 'cancelled' };
  const text =
    answer === undefined
      ? howToConfigure
      : answer.ok
        ? answer.value
        : `${answer.refusal.message} ${answer.refusal.hint}`;
  const said = await log.append({
    type: 'message',
    role: 'assistant',
    parts: [{ type: 'text', text: withoutPayloads(text) }],
  });
  if (!said.ok) return { end: 'failed', refusal: said.refusal };
  yield { type: 'text-written', messageId: randomUUID(), text };
  return { end: 'answered' };
}

/** The attachments in the form that the rule table says, with their bytes. */
async function shownTo(
  parts: readonly PromptPart[],
  presenter: Presenter,
  store: TenantStore,
  signal: AbortSignal,
): Promise<readonly Shown[]> {
  const blocks = parts.filter((part) => part.type !== 'text');
  const wanted = { profile: eyesProfile, target: localFit, signal };
  const shown: Shown[] = [];
  for (const presented of (await presenter.message(blocks, wanted)).values()) {
    shown.push({ type: 'text', text: headingOf(presented) });
    for (const part of presented.parts) {
      if (part.type === 'text') {
        const text = part.text.slice(part.label?.length ?? 0).trim();
        if (text !== '') shown.push({ type: 'text', text });
      } else {
        const bytes = await store.get(part.blob);
        if (bytes.ok)
          shown.push({ type: presented.form === 'sound' ? 'audio' : 'image', bytes: bytes.value });
      }
    }
  }
  return shown;
}

/** A person has the name; how a tool would get at it is for models. */
function headingOf({ name, original, pages, chars, refusal }: Presented): string {
  const notes = [
    ...(refusal
      ? [`not shown. ${oneLine(refusal.message, 300)} ${oneLine(refusal.hint, 300)}`]
      : []),
    ...(original.frames === undefined ? [] : [`a moving picture of ${original.frames} frames`]),
    ...(pages && pages.shown < pages.total ? [`pages 1-${pages.shown} of ${pages.total}`] : []),
    ...(chars && chars.shown < chars.total
      ? [`the first ${chars.shown} of ${chars.total} characters`]
      : []),
  ];
  return `${[oneLine(name), ...notes].join('; ')}:`;
}

async function* show(report: RequestReport, log: SessionLog): AsyncGenerator<LoopEvent, void> {
  if (report.slots.length === 0) return;
  const noted = await log.append(reportEntry(report, undefined));
  if (noted.ok) yield { type: 'media-shown', report };
}
