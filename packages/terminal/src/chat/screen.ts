// The live screen: keys in, a frame out. It holds what is being written and suggested; the room holds the conversation.
import type { AskOptions, ChatHost, EditQuestion } from './conversation.ts';
import { commandNames } from './command.ts';
import {
  draftOf,
  emptyDraft,
  eraseAfter,
  eraseBefore,
  eraseToEnd,
  eraseToStart,
  eraseWord,
  insert,
  move,
  textOf,
  type Draft,
  type Motion,
} from './editor.ts';
import { frameOf } from './frame.ts';
import { enter, looksDropped, motionOf, noKey, type Key } from './key.ts';
import { linesOf } from './safe-text.ts';
import { completeMention, mentionAt } from './mention.ts';
import type { ChatRoom } from './room.ts';
import type { Line, Marks } from './style.ts';

export interface ScreenOptions {
  readonly host: ChatHost;
  readonly marks: Marks;
  readonly size: () => { readonly columns: number; readonly rows: number };
  readonly onLeave: () => void;
}

/** How long the first Ctrl-C waits for the second. */
const leaveWithinMs = 2_000;
const maxHistory = 200;
/** A measure that reads well; a wider screen stays empty at the side. */
const maxWidth = 100;

export function textWidth(columns: number): number {
  return Math.max(20, Math.min(columns - 1, maxWidth));
}

export class ChatScreen {
  readonly #options: ScreenOptions;
  readonly #listeners = new Set<() => void>();
  readonly #history: string[] = [];
  #room: ChatRoom | undefined;
  #draft: Draft = emptyDraft;
  /** What was written before the history was looked at, and where in it we are. */
  #recalled: { readonly at: number; readonly kept: Draft } | undefined;
  #suggestions: readonly string[] = [];
  #chosen = 0;
  #question:
    | { readonly asked: EditQuestion; readonly answer: (allowed: boolean) => void }
    | undefined;
  #allowsEdits = false;
  #hint: string | undefined;
  #interruptedAt = -Infinity;
  #tick = 0;
  #spinner: NodeJS.Timeout | undefined;
  #version = 0;
  /** Keys behind a paste that is still being looked at. */
  #queue: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(options: ScreenOptions) {
    this.#options = options;
  }

  enter(room: ChatRoom): void {
    this.#room = room;
    this.changed();
  }

  /** For React: told on every change, and a number that differs after one. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly version = (): number => this.#version;

  readonly changed = (): void => {
    this.#version += 1;
    this.#animate();
    for (const listener of this.#listeners) listener();
  };

  close(): void {
    clearInterval(this.#spinner);
    this.#answer(false);
    this.#room?.close();
  }

  readonly permitEdit: AskOptions['permitEdit'] = async (asked, signal) => {
    if (this.#allowsEdits) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const refuse = (): void => resolve(false);
    signal.addEventListener('abort', refuse, { once: true });
    this.#question = { asked, answer: resolve };
    this.changed();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', refuse);
      this.#question = undefined;
      this.changed();
    }
  };

  frame(): readonly Line[] {
    const room = this.#room;
    if (!room) return [];
    const { columns, rows } = this.#options.size();
    const width = textWidth(columns);
    const { turn, conversation } = room;
    const costs = conversation
      .usage()
      .flatMap(({ costUsd }) => (costUsd === undefined ? [] : [costUsd]));
    return frameOf({
      width,
      rows,
      marks: this.#options.marks,
      draft: this.#draft,
      attachments: room.attachments.map((attachment) => ({
        attachment,
        appraisal: conversation.appraise(attachment),
      })),
      maxImagesPerMessage: conversation.maxImagesPerMessage,
      isArriving: room.isArriving,
      tail: turn?.stream.pending(width) ?? [],
      turn: turn && {
        doing: turn.doing,
        seconds: Math.floor((Date.now() - turn.startedAt) / 1000),
        tick: this.#tick,
        estimatedTokens: turn.estimatedTextTokens + (turn.seen?.estimatedImageTokens ?? 0),
      },
      question: this.#question?.asked,
      suggestions: this.#suggestions,
      chosen: this.#chosen,
      model: conversation.model,
      context: room.context,
      costUsd: costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0),
      hint: this.#hint,
    });
  }

  /** What a terminal pastes: files that were dropped, or text. Keys that follow wait until it is known which. */
  paste(text: string): void {
    this.#waiting += 1;
    this.#queue = this.#queue.then(async () => {
      await this.#paste(text);
      this.#waiting -= 1;
    });
  }

  async #paste(text: string): Promise<void> {
    this.#hint = undefined;
    if (this.#question) return;
    // Some terminals paste nothing when the clipboard holds a picture.
    if (text === '') return this.#fromClipboard();
    if (await this.#room?.attach({ kind: 'drop', text })) return;
    this.#write(insert(this.#draft, linesOf(text).join('\n')));
  }

  key(input: string, key: Key): void {
    if (key.ctrl && input === 'c') return this.#interrupt();
    if (this.#waiting === 0) return this.#key(input, key);
    this.#queue = this.#queue.then(() => this.#key(input, key));
  }

  #key(input: string, key: Key): void {
    this.#hint = undefined;
    if (this.#question) return this.#decide(input, key);
    if (key.ctrl) return this.#control(input);
    if (key.return)
      return key.meta || key.shift ? this.#write(insert(this.#draft, '\n')) : this.#send();
    if (key.tab) return this.#complete();
    if (key.escape) return this.#close();
    if (key.backspace)
      return this.#write(key.meta ? eraseWord(this.#draft) : eraseBefore(this.#draft));
    if (key.delete) return this.#write(eraseAfter(this.#draft));
    if (key.upArrow || key.downArrow) return this.#vertical(key.upArrow ? -1 : 1);
    const motion = motionOf(key, input);
    if (motion) return this.#go(motion);
    if (input === '' || key.meta) return;
    this.#typed(input);
  }

  /** Many characters at once: typed fast, or dropped by a terminal that does not mark a paste. */
  #typed(input: string): void {
    const cut = input.indexOf('\r');
    const text = cut === -1 ? input : input.slice(0, cut);
    if (looksDropped(text)) this.paste(text);
    else if (text !== '') this.#write(insert(this.#draft, text));
    if (cut === -1) return;
    this.key('', enter);
    if (cut + 1 < input.length) this.key(input.slice(cut + 1), noKey);
  }

  #control(input: string): void {
    switch (input) {
      case 'v':
        return void this.#fromClipboard();
      case 'd':
        return this.#draft.characters.length === 0
          ? this.#options.onLeave()
          : this.#write(eraseAfter(this.#draft));
      case 'j':
        return this.#write(insert(this.#draft, '\n'));
      case 'a':
        return this.#go('line-start');
      case 'e':
        return this.#go('line-end');
      case 'b':
        return this.#go('left');
      case 'f':
        return this.#go('right');
      case 'p':
        return this.#vertical(-1);
      case 'n':
        return this.#vertical(1);
      case 'h':
        return this.#write(eraseBefore(this.#draft));
      case 'u':
        return this.#write(eraseToStart(this.#draft));
      case 'k':
        return this.#write(eraseToEnd(this.#draft));
      case 'w':
        return this.#write(eraseWord(this.#draft));
      default:
        return undefined;
    }
  }

  #interrupt(): void {
    const now = Date.now();
    const isSecond = now - this.#interruptedAt < leaveWithinMs;
    this.#interruptedAt = now;
    if (isSecond) return this.#options.onLeave();
    const cancelled = this.#room?.cancel() ?? false;
    if (!cancelled) this.#draft = emptyDraft;
    this.#suggestions = [];
    this.#hint = cancelled ? 'cancelled; Ctrl-C again leaves' : 'Ctrl-C again leaves';
    this.changed();
  }

  #decide(input: string, key: Key): void {
    const word = input.toLowerCase();
    if (word === 'a') this.#allowsEdits = true;
    if (word === 'y' || word === 'a') return this.#answer(true);
    if (word === 'n' || key.escape) return this.#answer(false);
  }

  #answer(allowed: boolean): void {
    this.#question?.answer(allowed);
  }

  #send(): void {
    const text = textOf(this.#draft);
    if (text.trim() !== '') {
      if (this.#history.at(-1) !== text) this.#history.push(text);
      if (this.#history.length > maxHistory) this.#history.shift();
    }
    this.#recalled = undefined;
    this.#write(emptyDraft);
    void this.#submit(text);
  }

  async #submit(text: string): Promise<void> {
    const outcome = await this.#room?.submit(text);
    if (outcome === 'leave') return this.#options.onLeave();
    if (outcome !== 'busy') return;
    // Nothing that was written is lost.
    if (this.#draft.characters.length === 0) this.#draft = draftOf(text);
    this.#hint = 'wait for the answer, or cancel it with Ctrl-C';
    this.changed();
  }

  async #fromClipboard(): Promise<void> {
    await this.#room?.attach({ kind: 'clipboard' });
  }

  #go(motion: Motion): void {
    this.#draft = move(this.#draft, motion);
    void this.#suggest();
    this.changed();
  }

  /** Through the suggestions, the lines, and at their end the history. */
  #vertical(step: -1 | 1): void {
    if (this.#suggestions.length > 0) {
      const { length } = this.#suggestions;
      this.#chosen = (this.#chosen + step + length) % length;
      return this.changed();
    }
    const moved = move(this.#draft, step === -1 ? 'up' : 'down');
    if (moved.cursor !== this.#draft.cursor) {
      this.#draft = moved;
      return this.changed();
    }
    const at = (this.#recalled?.at ?? this.#history.length) + step;
    const kept = this.#recalled?.kept ?? this.#draft;
    const text = this.#history[at];
    if (at < 0) return;
    this.#recalled = text === undefined ? undefined : { at, kept };
    this.#draft = text === undefined ? kept : draftOf(text);
    this.changed();
  }

  #write(draft: Draft): void {
    this.#draft = draft;
    void this.#suggest();
    this.changed();
  }

  #close(): void {
    this.#suggestions = [];
    this.changed();
  }

  async #suggest(): Promise<void> {
    const draft = this.#draft;
    const found = await this.#suggestionsFor(draft);
    // Somebody typed on while the folder was read.
    if (draft !== this.#draft) return;
    this.#suggestions = found;
    this.#chosen = 0;
    this.changed();
  }

  async #suggestionsFor(draft: Draft): Promise<readonly string[]> {
    const text = textOf(draft);
    if (/^\/[a-z]*$/.test(text))
      return commandNames.filter((name) => name.startsWith(text) && name !== text);
    const mention = mentionAt(draft);
    return mention ? this.#options.host.complete(mention.path) : [];
  }

  #complete(): void {
    const chosen = this.#suggestions[this.#chosen];
    if (chosen === undefined) return;
    const mention = mentionAt(this.#draft);
    if (!mention) return this.#write(draftOf(`${chosen} `));
    this.#write(completeMention(this.#draft, mention, chosen));
    if (!chosen.endsWith('/')) void this.#room?.mention(chosen);
  }

  #animate(): void {
    if (this.#room?.turn && !this.#spinner) {
      this.#spinner = setInterval(() => {
        this.#tick += 1;
        this.changed();
      }, 120);
    } else if (!this.#room?.turn && this.#spinner) {
      clearInterval(this.#spinner);
      this.#spinner = undefined;
    }
  }
}
