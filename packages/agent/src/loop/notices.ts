// What people are told about their media, once per picture and model: the lens reports every request, and nobody wants to
// read the same sentence on every turn.
import type { LensEvent } from '@percept/core/ai-sdk';
import type { SlotReport } from '@percept/core/lens';
import type { LoopEvent, Recipient } from './event.ts';
import type { LoopModel } from './model.ts';
import type { RequestReport } from './report.ts';

type Notice = Extract<LoopEvent, { type: 'media-noticed' }>;

export class Notices {
  readonly #told = new Set<string>();
  #pending: LoopEvent[] = [];

  *drain(): Iterable<LoopEvent> {
    const pending = this.#pending;
    this.#pending = [];
    yield* pending;
  }

  /** What the bridge did: said in its own words, and each only once. */
  told(text: string, recipient?: Recipient): void {
    this.#pending.push({ ...noticed('described', text), ...(recipient && { recipient }) });
  }

  shown(report: RequestReport): void {
    this.#pending.push({ type: 'media-shown', report });
  }

  lowered(report: RequestReport, model: LoopModel): void {
    for (const slot of report.slots) {
      const found = noticeOf(slot, model);
      if (found)
        this.#add(
          `${found.change} ${model.name} ${slot.callId ?? ''} ${slot.source ?? slot.message}`,
          found,
        );
    }
  }

  degraded(event: Extract<LensEvent, { type: 'request-degraded' }>, model: LoopModel): void {
    const text = `${model.name} at ${model.host} refused media in this conversation (${event.fault.kind}); the request was sent again without it.`;
    this.#pending.push(noticed('withheld', text));
  }

  #add(key: string, notice: Notice): void {
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.#pending.push(notice);
  }
}

export function noticed(change: Notice['change'], text: string): Notice {
  return { type: 'media-noticed', change, text };
}

function noticeOf(slot: SlotReport, { name }: LoopModel): Notice | undefined {
  const what = slot.source ?? `${slot.kind} in message ${slot.message + 1}`;
  switch (slot.action) {
    case 'refit': {
      const size = `${slot.width ?? '?'}×${slot.height ?? '?'}`;
      return noticed(
        'resized',
        `${what} was reduced to ${size} for ${name}; the original is kept.`,
      );
    }
    case 'elide':
      return noticed(
        'elided',
        `${what} was seen earlier and is no longer sent to ${name}; it can look again.`,
      );
    case 'drop':
      if (slot.reason === 'duplicate') return undefined;
      return noticed(
        'withheld',
        `${what} was not sent to ${name} (${slot.reason}); it was told so in words.`,
      );
    // Who described is told by whoever did.
    case 'describe':
    case 'keep':
    case 'retype':
    case 'hoist':
      return undefined;
  }
}
