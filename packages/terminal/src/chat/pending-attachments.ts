// What is attached to the message that is being written, and what is still on its way there.
import { refuse, type Outcome, type Refusal } from '@percept/core';
import type { Arrival, Attachment, Conversation } from './conversation.ts';

export interface PendingAttachmentsOptions {
  readonly conversation: () => Conversation;
  readonly onAttached: (attachment: Attachment) => void;
  readonly onRefused: (refusal: Refusal) => void;
  readonly onChange: () => void;
}

export class PendingAttachments {
  readonly #options: PendingAttachmentsOptions;
  /** Paths that were named with @ and are attached already. */
  readonly #mentioned = new Set<string>();
  readonly #arriving = new Set<Promise<unknown>>();
  #attachments: readonly Attachment[] = [];
  #stop = new AbortController();

  constructor(options: PendingAttachmentsOptions) {
    this.#options = options;
  }

  get attachments(): readonly Attachment[] {
    return this.#attachments;
  }

  get isArriving(): boolean {
    return this.#arriving.size > 0;
  }

  /** False when what arrived is text and nothing was attached. */
  async attach(arrival: Arrival): Promise<boolean> {
    const taken = await this.#take(arrival);
    for (const outcome of taken ?? []) this.#add(outcome);
    return taken !== undefined;
  }

  /** A file that was named with @; what is no file, or no media, stays a word in the text. */
  async mention(path: string): Promise<void> {
    if (this.#mentioned.has(path)) return;
    this.#mentioned.add(path);
    for (const outcome of (await this.#take({ kind: 'path', path })) ?? []) {
      if (outcome.ok || isMeant(outcome.refusal.refused)) this.#add(outcome);
    }
  }

  /** When nothing is on its way any more. */
  async settled(): Promise<void> {
    while (this.#arriving.size > 0) await Promise.allSettled(this.#arriving);
  }

  /** Whether there was anything on its way. */
  cancel(): boolean {
    if (!this.isArriving) return false;
    this.#stop.abort();
    this.#stop = new AbortController();
    return true;
  }

  /** Everything goes with the message. */
  empty(): readonly Attachment[] {
    const all = this.#attachments;
    this.#attachments = [];
    this.#mentioned.clear();
    return all;
  }

  remove(which: number | 'all'): readonly Attachment[] {
    const gone = which === 'all' ? this.#attachments : this.#attachments.slice(which - 1, which);
    this.#attachments = this.#attachments.filter((attachment) => !gone.includes(attachment));
    if (gone.length > 0) this.#mentioned.clear();
    this.#options.onChange();
    this.#release(gone);
    return gone;
  }

  #release(gone: readonly Attachment[]): void {
    const { conversation, onChange } = this.#options;
    void conversation().release(gone).then(onChange);
  }

  async #take(arrival: Arrival): Promise<readonly Outcome<Attachment>[] | undefined> {
    const taken = this.#options.conversation().take(arrival, this.#stop.signal);
    this.#arriving.add(taken);
    this.#options.onChange();
    try {
      return await taken;
    } finally {
      this.#arriving.delete(taken);
      this.#options.onChange();
    }
  }

  #add(outcome: Outcome<Attachment>): void {
    const checked = this.#underCap(outcome);
    if (!checked.ok) {
      if (outcome.ok) this.#release([outcome.value]);
      return this.#options.onRefused(checked.refusal);
    }
    this.#attachments = [...this.#attachments, checked.value];
    this.#options.onAttached(checked.value);
    this.#options.onChange();
  }

  #underCap(outcome: Outcome<Attachment>): Outcome<Attachment> {
    const max = this.#options.conversation().maxImagesPerMessage;
    const images = this.#attachments.filter(({ kind }) => kind === 'image').length;
    if (!outcome.ok || outcome.value.kind !== 'image' || images < max) return outcome;
    return refuse({
      refused: 'too-many',
      message: `${outcome.value.name} was not attached: a message holds at most ${max} pictures.`,
      hint: 'Send these first, or take some away with /remove.',
      limit: { name: 'maxImagesPerMessage', max, actual: max + 1 },
    });
  }
}

/** A person who writes @name may mean a person; a file that is there and broken was meant. */
function isMeant(refused: string): boolean {
  return !['absent', 'unperceivable', 'forbidden', 'invalid-input'].includes(refused);
}
