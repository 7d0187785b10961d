// What the loop tells, in the words of the chat; and what a record holds, as it would have been told.
import { isRecord, madeAlt, readText } from '@percept/core/internal';
import { type Json } from '@percept/core';
import { replay } from '@percept/agent/internal';
import { type LoopEvent } from '@percept/agent';
import type { ChatEvent, Picture } from '@percept/terminal/chat';
import { attachmentOf, shownName, pictureOf } from './attachment.ts';
import { seenOf } from './seen.ts';
import { maxShownToolChars } from '../../limits.ts';

export function chatEventOf(event: LoopEvent): ChatEvent {
  switch (event.type) {
    case 'prompt-recorded':
      return {
        type: 'prompt-recorded',
        text: event.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
        attachments: event.parts.flatMap((part) =>
          part.type === 'text' ? [] : [attachmentOf(part)],
        ),
      };
    case 'text-written':
    case 'thought-written':
      return { type: event.type, text: event.text };
    case 'tool-called':
      return { type: 'tool-called', callId: event.callId, title: titleOf(event.tool, event.input) };
    case 'tool-answered':
      return answered(event, [event.tool, ...event.paths].join(' '));
    case 'media-made':
    case 'made-described': {
      const { type, block, words } = event;
      return { type, made: attachmentOf(block), words: madeAlt(block, words) };
    }
    case 'media-noticed':
      return { type: 'media-noticed', text: event.text };
    case 'media-shown':
      return { type: 'media-shown', seen: seenOf(event.report) };
    case 'context-measured':
      return event;
    case 'history-compacted':
      return { type: 'history-compacted', text: event.text };
    case 'turn-ended':
      return { type: 'turn-ended', end: event.end, usage: event.usage, refusal: event.refusal };
  }
}

/** `view plan.pdf page 2`: the tool and what it was pointed at. */
export function titleOf(tool: string, input: Json): string {
  if (!isRecord(input)) return tool;
  const ref = readText(input['ref']) ?? readText(input['path']);
  const more = ['pages', 'region', 'question'].flatMap((key) => {
    const value = readText(input[key]);
    return value === undefined ? [] : [`${key} ${value}`];
  });
  return [tool, ...(ref === undefined ? [] : [ref]), ...more].join(' ');
}

function answered(
  event: Pick<Extract<LoopEvent, { type: 'tool-answered' }>, 'callId' | 'outcome' | 'content'>,
  title: string,
): ChatEvent {
  const text = event.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(' ');
  return {
    type: 'tool-answered',
    callId: event.callId,
    title,
    failed: event.outcome === 'failed',
    text: text.replaceAll(/\s+/g, ' ').slice(0, maxShownToolChars),
    pictures: event.content.flatMap((part): Picture[] => {
      const picture = part.type === 'text' ? undefined : pictureOf(part, shownName(part));
      return picture ? [picture] : [];
    }),
  };
}

export function* historyOf(session: Parameters<typeof replay>[0]): Iterable<ChatEvent> {
  const titles = new Map<string, string>();
  for (const event of replay(session)) {
    if (event.type === 'thought-written') continue;
    if (event.type === 'tool-called') titles.set(event.callId, titleOf(event.tool, event.input));
    else if (event.type === 'text-written') yield { ...event, text: `${event.text}\n` };
    else yield withTitle(chatEventOf(event), titles);
  }
}

/** A result is told under what it was asked for. */
export function withTitle(event: ChatEvent, titles: ReadonlyMap<string, string>): ChatEvent {
  return event.type === 'tool-answered'
    ? { ...event, title: titles.get(event.callId) ?? event.title }
    : event;
}
