// One session of the runtime, as the chat talks to it.
import { accept, sees, type Outcome, type StoredBlock } from '@percept/core';
import { blocksOf } from '@percept/core/internal';
import { attachmentFates, usageIn, withOwnNames } from '@percept/agent/internal';
import { type AttachmentFate, type LoopModel, type PromptPart } from '@percept/agent';
import type { SessionPool, OpenSession } from '@percept/agent/runtime';
import type {
  Appraisal,
  Arrival,
  AskOptions,
  Attachment,
  ChatEvent,
  Conversation,
  ModelFacts,
  Seen,
  Usage,
} from '@percept/terminal/chat';
import { appraisalOf, attachmentOf } from './attachment.ts';
import { chatEventOf, historyOf, titleOf, withTitle } from './chat-event.ts';
import { takeArrival, type IntakeParts } from './intake.ts';
import { lastSeen } from './seen.ts';

export interface ConversationParts {
  readonly pool: SessionPool;
  readonly open: OpenSession;
  readonly place: IntakeParts['place'];
}

export class RuntimeConversation implements Conversation {
  readonly #parts: ConversationParts;
  readonly #blocks = new Map<Attachment, StoredBlock>();
  #fates: ReadonlyMap<string, AttachmentFate> = new Map();
  #forecasts = 0;
  /** Which of them the fates are of. */
  #forecastOf = 0;

  constructor(parts: ConversationParts) {
    this.#parts = parts;
  }

  get id(): string {
    return this.#parts.open.session.id;
  }

  get maxImagesPerMessage(): number {
    return this.#parts.pool.images.maxPerMessage;
  }

  get model(): ModelFacts | undefined {
    const { model } = this.#parts.open.session;
    return model && factsOf(model);
  }

  async take(
    arrival: Arrival,
    signal: AbortSignal,
  ): Promise<readonly Outcome<Attachment>[] | undefined> {
    const { pool, place } = this.#parts;
    const { door, darkroom } = pool.parts;
    const { maxImagesPerMessage: maxFiles } = this;
    const taken = await takeArrival({ door, darkroom, place, maxFiles }, arrival, signal);
    const attached = taken?.map((outcome) =>
      outcome.ok ? accept(this.#hold(outcome.value)) : outcome,
    );
    await this.#forecast();
    return attached;
  }

  appraise(attachment: Attachment): Appraisal {
    return appraisalOf(attachment, this.#fates.get(attachment.name));
  }

  async release(attachments: readonly Attachment[]): Promise<void> {
    for (const attachment of attachments) this.#blocks.delete(attachment);
    await this.#forecast();
  }

  /** Under a name that nothing else here has: it is shown and taken away by it. */
  #hold(block: StoredBlock): Attachment {
    const { session } = this.#parts.open;
    const names = new Set([...this.#blocks.keys()].map(({ name }) => name));
    const isTaken = (name: string): boolean =>
      names.has(name) || session.attachment(name) !== undefined;
    const [named = block] = withOwnNames([block], isTaken);
    const attachment = attachmentOf(named);
    this.#blocks.set(attachment, named);
    return attachment;
  }

  /** A dry run of everything that waits: what one picture becomes can depend on the others. */
  async #forecast(): Promise<void> {
    const asked = (this.#forecasts += 1);
    const forecast = await this.#parts.open.session.forecast([...this.#blocks.values()]);
    // Files arrive side by side: an older one knows less than what is there already.
    if (asked < this.#forecastOf) return;
    this.#forecastOf = asked;
    const fates = forecast.ok ? attachmentFates(forecast.value.report) : [];
    this.#fates = new Map(fates.map((fate) => [fate.name, fate]));
  }

  async *ask(
    text: string,
    attachments: readonly Attachment[],
    { signal, permit }: AskOptions,
  ): AsyncGenerator<ChatEvent> {
    const { open } = this.#parts;
    const blocks = attachments.flatMap((attachment) => this.#blocks.get(attachment) ?? []);
    const words: readonly PromptPart[] = text.trim() === '' ? [] : [{ type: 'text', text }];
    const stop = new AbortController();
    const done = Promise.withResolvers<void>();
    open.turn = { stop, done: done.promise };
    const titles = new Map<string, string>();
    try {
      const events = open.session.prompt([...blocks, ...words], {
        signal: AbortSignal.any([signal, stop.signal]),
        permit: (permission, _callId, asked) => permit(permission, asked),
      });
      for await (const event of events) {
        if (event.type === 'tool-called')
          titles.set(event.callId, titleOf(event.tool, event.input));
        yield withTitle(chatEventOf(event), titles);
      }
    } finally {
      open.turn = undefined;
      done.resolve();
      for (const attachment of attachments) this.#blocks.delete(attachment);
    }
  }

  made(name?: string): Attachment | undefined {
    const found = this.#parts.open.session.entries
      .flatMap((entry) => blocksOf(entry))
      .findLast(
        ({ origin }) => origin.kind === 'made' && (name === undefined || origin.name === name),
      );
    return found && attachmentOf(found);
  }

  history(): Iterable<ChatEvent> {
    return historyOf(this.#parts.open.session);
  }

  usage(): readonly Usage[] {
    return usageIn(this.#parts.open.session.entries);
  }

  seen(): Seen | undefined {
    return lastSeen(this.#parts.open.session.entries);
  }

  async switchModel(name: string): Promise<Outcome<ModelFacts>> {
    const switched = await this.#parts.open.session.switchModel(name);
    await this.#forecast();
    return switched.ok ? accept(factsOf(switched.value)) : switched;
  }
}

export function factsOf({ name, host, profile, capabilities = [] }: LoopModel): ModelFacts {
  const makes = [
    ...(capabilities.includes('image-output') ? (['draws'] as const) : []),
    ...(capabilities.includes('audio-output') ? (['speaks'] as const) : []),
  ];
  return { name, host, sees: sees(profile), makes };
}
