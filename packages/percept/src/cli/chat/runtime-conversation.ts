// One session of the runtime, as the chat talks to it.
import {
  accept,
  admitToMessage,
  isRecord,
  messageLimits,
  readCount,
  sees,
  type Outcome,
  type StoredBlock,
} from '@percept/core';
import type { LoopModel, PromptPart } from '@percept/agent';
import type { SessionPool, RuntimePlan, OpenSession } from '@percept/agent/runtime';
import type {
  Arrival,
  AskOptions,
  Attachment,
  ChatEvent,
  Conversation,
  ModelFacts,
  Seen,
  Usage,
} from '@percept/terminal/chat';
import { appraise, attachmentOf } from './attachment.ts';
import { chatEventOf, historyOf, titleOf } from './chat-event.ts';
import { Intake, type IntakeParts } from './intake.ts';
import { lastSeen } from './seen.ts';

export interface ConversationParts {
  readonly pool: SessionPool;
  readonly plan: RuntimePlan;
  readonly open: OpenSession;
  readonly place: IntakeParts['place'];
}

export class RuntimeConversation implements Conversation {
  readonly maxImagesPerMessage = messageLimits.maxImagesPerMessage;
  readonly #parts: ConversationParts;
  readonly #intake: Intake;
  readonly #blocks = new Map<Attachment, StoredBlock>();

  constructor(parts: ConversationParts) {
    this.#parts = parts;
    const { session } = parts.open;
    this.#intake = new Intake({
      door: parts.pool.parts.door,
      place: parts.place,
      isTaken: (name) => session.attachment(name) !== undefined,
    });
  }

  get id(): string {
    return this.#parts.open.session.id;
  }

  get model(): ModelFacts | undefined {
    const { model } = this.#parts.open.session;
    return model && factsOf(model);
  }

  async take(
    arrival: Arrival,
    signal: AbortSignal,
  ): Promise<readonly Outcome<Attachment>[] | undefined> {
    const taken = await this.#intake.take(arrival, signal);
    return taken?.map((outcome) => {
      if (!outcome.ok) return outcome;
      const attachment = attachmentOf(outcome.value);
      this.#blocks.set(attachment, outcome.value);
      return accept(attachment);
    });
  }

  appraise(attachment: Attachment): ReturnType<typeof appraise> {
    return appraise(attachment, this.#parts.open.session.model, this.#parts.plan);
  }

  async *ask(
    text: string,
    attachments: readonly Attachment[],
    { signal, permit }: AskOptions,
  ): AsyncGenerator<ChatEvent> {
    const { open } = this.#parts;
    const blocks = attachments.flatMap((attachment) => this.#blocks.get(attachment) ?? []);
    const admitted = admitToMessage(blocks);
    if (!admitted.ok) {
      yield { type: 'turn-ended', end: 'failed', usage: nothingUsed, refusal: admitted.refusal };
      return;
    }
    const words: readonly PromptPart[] = text.trim() === '' ? [] : [{ type: 'text', text }];
    const stop = new AbortController();
    const done = Promise.withResolvers<void>();
    const onAbort = (): void => stop.abort();
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) stop.abort();
    open.turn = { stop, done: done.promise };
    const titles = new Map<string, string>();
    try {
      const events = open.session.prompt([...blocks, ...words], {
        signal: stop.signal,
        permit: (permission, _callId, asked) => permit(permission, asked),
      });
      for await (const event of events) {
        if (event.type === 'tool-called')
          titles.set(event.callId, titleOf(event.tool, event.input));
        const told = chatEventOf(event);
        yield told.type === 'tool-answered'
          ? { ...told, title: titles.get(told.callId) ?? told.title }
          : told;
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      open.turn = undefined;
      done.resolve();
      for (const attachment of attachments) this.#blocks.delete(attachment);
    }
  }

  history(): Iterable<ChatEvent> {
    return historyOf(this.#parts.open.session.entries);
  }

  usage(): readonly Usage[] {
    return this.#parts.open.session.entries.flatMap((entry) => {
      if (entry.type !== 'custom' || entry.name !== 'agent.turn-ended') return [];
      const usage = isRecord(entry.data) ? readUsage(entry.data['usage']) : undefined;
      return usage && usage.requests > 0 ? [usage] : [];
    });
  }

  seen(): Seen | undefined {
    return lastSeen(this.#parts.open.session.entries);
  }

  async switchModel(name: string): Promise<Outcome<ModelFacts>> {
    const switched = await this.#parts.open.session.switchModel(name);
    return switched.ok ? accept(factsOf(switched.value)) : switched;
  }
}

export function factsOf({ name, host, profile }: LoopModel): ModelFacts {
  return { name, host, sees: sees(profile) };
}

const nothingUsed: Usage = {
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  requests: 0,
  source: 'provider',
};

function readUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined;
  const cost = value['costUsd'];
  return {
    inputTokens: readCount(value['inputTokens']) ?? 0,
    cachedInputTokens: readCount(value['cachedInputTokens']) ?? 0,
    outputTokens: readCount(value['outputTokens']) ?? 0,
    requests: readCount(value['requests']) ?? 0,
    source: value['source'] === 'provider' ? 'provider' : 'estimate',
    ...(typeof cost === 'number' && { costUsd: cost }),
  };
}
