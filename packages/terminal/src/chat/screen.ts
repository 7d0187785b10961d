// The live screen: keys in, a frame out. It holds what is being written and suggested; the session holds the conversation.
import type { Permission, PermissionAnswer } from '@percept/core/internal/permission';
import type { AskOptions, ChatHost } from './conversation.ts';
import { moveRow } from './draft-layout.ts';
import { draftOf, emptyDraft, insert, textOf, type Draft } from './editor.ts';
import { composerWidth, frameOf, type Frame } from './frame.ts';
import { editOf, looksDropped, strokesOf, type Key } from './key.ts';
import { costOf } from './figures.ts';
import { PromptHistory } from './prompt-history.ts';
import type { ChatSession } from './chat-session.ts';
import { linesOf } from './safe-text.ts';
import { textWidth } from './text-width.ts';
import type { Marks } from './style.ts';
import { Suggestions } from './suggestions.ts';
import { heldKeyTimeoutMs, leaveTimeoutMs } from '../limits.ts';

export interface ScreenOptions {
  readonly host: ChatHost;
  readonly marks: Marks;
  readonly size: () => { readonly columns: number; readonly rows: number };
  readonly onLeave: () => void;
  /** Ctrl-Z: the shell gets its terminal until it calls back. */
  readonly onSuspend: () => void;
}

/** How long the terminal's cursor stays with the draft after a letter that an input method may have composed. */
const composesMs = 3_000;
/** Whoever typed this short a while ago types on, and has not read a question that came up meanwhile. */
const typesOnMs = 1_000;
/** A question is in sight for this long before a key counts. */
const inSightMs = 700;

export class ChatScreen {
  readonly #options: ScreenOptions;
  readonly #listeners = new Set<() => void>();
  readonly #history = new PromptHistory();
  readonly #suggestions: Suggestions;
  #session: ChatSession | undefined;
  #draft: Draft = emptyDraft;
  #question:
    | {
        readonly permission: Permission;
        readonly shownAt: number;
        readonly answer: (answer: PermissionAnswer) => void;
      }
    | undefined;
  #pressedAt = -Infinity;
  #hint: string | undefined;
  #interruptedAt = -Infinity;
  #typedAt = -Infinity;
  #isComposing = false;
  #pause: NodeJS.Timeout | undefined;
  #tick = 0;
  #spinner: NodeJS.Timeout | undefined;
  #version = 0;
  /** Keys behind a paste that is still being looked at. */
  #queue: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(options: ScreenOptions) {
    this.#options = options;
    this.#suggestions = new Suggestions((beginning) => options.host.complete(beginning));
  }

  enter(session: ChatSession): void {
    this.#session = session;
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
    clearTimeout(this.#pause);
    this.#question?.answer('denied');
    this.#session?.cancel();
  }

  readonly permit: AskOptions['permit'] = async (permission, signal) => {
    const { promise, resolve } = Promise.withResolvers<PermissionAnswer>();
    const refuse = (): void => resolve('denied');
    signal.addEventListener('abort', refuse, { once: true });
    this.#question = { permission, shownAt: Date.now(), answer: resolve };
    this.changed();
    const ready = setTimeout(this.changed, inSightMs);
    try {
      return await promise;
    } finally {
      clearTimeout(ready);
      signal.removeEventListener('abort', refuse);
      this.#question = undefined;
      this.changed();
    }
  };

  frame(): Frame {
    const session = this.#session;
    if (!session) return { lines: [] };
    const { columns, rows } = this.#options.size();
    const width = textWidth(columns);
    const { turn, conversation } = session;
    return frameOf({
      width,
      rows,
      marks: this.#options.marks,
      draft: this.#draft,
      isComposing: this.#isComposing && !this.#question,
      attachments: session.appraised,
      maxImagesPerMessage: conversation.maxImagesPerMessage,
      isArriving: session.pending.isArriving,
      tail: turn?.stream.pending(width) ?? [],
      turn: turn && {
        doing: turn.doing,
        seconds: Math.floor((Date.now() - turn.startedAt) / 1000),
        tick: this.#tick,
        estimatedTokens: turn.estimatedTextTokens + (turn.seen?.estimatedImageTokens ?? 0),
      },
      question: this.#question && {
        permission: this.#question.permission,
        isReady: Date.now() - this.#question.shownAt >= inSightMs,
      },
      suggestions: this.#suggestions.list,
      chosen: this.#suggestions.chosen,
      model: conversation.model,
      context: session.context,
      costUsd: costOf(conversation.usage()),
      hint: this.#hint,
    });
  }

  /** What a terminal pastes: files that were dropped, or text. Keys that follow wait until it is known which. */
  paste(text: string): void {
    this.#waiting += 1;
    this.#queue = this.#queue.then(async () => {
      try {
        await this.#paste(text);
      } finally {
        this.#waiting -= 1;
      }
    });
  }

  async #paste(text: string): Promise<void> {
    this.#hint = undefined;
    // Some terminals paste nothing when the clipboard holds a picture.
    if (text === '') return void this.#fromClipboard();
    if (await this.#session?.pending.attach({ kind: 'drop', text })) return;
    this.#write(insert(this.#draft, linesOf(text).join('\n')));
  }

  key(input: string, key: Key): void {
    const strokes = key.ctrl ? [] : strokesOf(input);
    // Several at once were pasted, or typed for something else.
    if (strokes.length > 1 && this.#question) this.#typedAt = Date.now();
    if (strokes.length > 1) {
      for (const stroke of strokes) this.key(stroke.input, stroke.key);
      return;
    }
    if (key.ctrl && input === 'c') return this.#interrupt();
    if (this.#waiting === 0) return this.#key(input, key);
    this.#queue = this.#queue.then(() => this.#key(input, key));
  }

  /** The next letter is composed at the cursor. It rests at the bottom, where every terminal keeps it when resized. */
  #compose(isComposing: boolean): void {
    clearTimeout(this.#pause);
    this.#isComposing = isComposing;
    if (isComposing) this.#pause = setTimeout(() => this.#compose(false), composesMs);
    this.changed();
  }

  #key(input: string, key: Key): void {
    this.#hint = undefined;
    const pressedAt = this.#pressedAt;
    this.#pressedAt = Date.now();
    if (this.#question && this.#pressedAt - this.#typedAt > typesOnMs)
      return this.#decide(input, key, this.#pressedAt - pressedAt > heldKeyTimeoutMs);
    if (key.ctrl && this.#command(input)) return;
    const edit = editOf(input, key);
    if (edit) return this.#write(edit(this.#draft));
    if (key.return) return this.#enter();
    if (key.tab) return this.#complete();
    if (key.escape) return this.#close();
    if (key.upArrow || key.downArrow) return this.#vertical(key.upArrow ? -1 : 1);
    if (input === '' || key.meta || key.ctrl) return;
    this.#typed(input);
  }

  /** Many characters at once: typed fast, or dropped by a terminal that does not mark a paste. */
  #typed(text: string): void {
    this.#typedAt = Date.now();
    // oxlint-disable-next-line no-control-regex
    if (/[^\u0000-\u024f]/.test(text)) this.#compose(true);
    if (looksDropped(text)) this.paste(text);
    else this.#write(insert(this.#draft, text));
  }

  /** What a key does beside writing; false when it does nothing. */
  #command(input: string): boolean {
    const isEmpty = this.#draft.characters.length === 0;
    if (input === 'v') void this.#fromClipboard();
    else if (input === 'z') this.#options.onSuspend();
    else if (input === 'd' && isEmpty) this.#options.onLeave();
    else if (input === 'p' || input === 'n') this.#vertical(input === 'p' ? -1 : 1);
    else return false;
    return true;
  }

  #interrupt(): void {
    const now = Date.now();
    const isSecond = now - this.#interruptedAt < leaveTimeoutMs;
    this.#interruptedAt = now;
    if (isSecond) return this.#options.onLeave();
    const cancelled = this.#session?.cancel() ?? false;
    if (!cancelled) this.#draft = emptyDraft;
    this.#suggestions.close();
    this.#hint = cancelled ? 'cancelled; Ctrl-C again leaves' : 'Ctrl-C again leaves';
    this.changed();
  }

  /** One key, pressed once, for a question that was there to be read. */
  #decide(input: string, key: Key, isSingle: boolean): void {
    const question = this.#question;
    if (!question) return;
    const word = input.toLowerCase();
    if (word === 'n' || key.escape) return question.answer('denied');
    if (!isSingle || Date.now() - question.shownAt < inSightMs) return;
    const scope = question.permission.scopes[word === 'y' ? 0 : Number(word) - 1];
    if (scope !== undefined && (word === 'y' || scope !== 'once')) question.answer(scope);
  }

  /** Takes what is suggested where only its beginning is written, and sends otherwise. */
  #enter(): void {
    if (!this.#suggestions.isBeginning(this.#draft)) return this.#send();
    const isCommand = this.#suggestions.accept(this.#draft)?.isCommand ?? false;
    this.#complete();
    if (isCommand) this.#send();
  }

  #send(): void {
    const text = textOf(this.#draft);
    this.#history.add(text);
    this.#typedAt = -Infinity;
    this.#compose(false);
    this.#write(emptyDraft);
    void this.#submit(text);
  }

  async #submit(text: string): Promise<void> {
    const outcome = await this.#session?.submit(text);
    if (outcome === 'leave') return this.#options.onLeave();
    if (outcome === 'done' || outcome === undefined) return;
    // Nothing that was written is lost.
    if (this.#draft.characters.length === 0) this.#draft = draftOf(text);
    if (outcome === 'busy') this.#hint = 'wait for the answer, or cancel it with Ctrl-C';
    this.changed();
  }

  async #fromClipboard(): Promise<void> {
    await this.#session?.pending.attach({ kind: 'clipboard' });
  }

  /** Through the suggestions, the rows, and at their end the history. */
  #vertical(step: -1 | 1): void {
    if (this.#suggestions.list.length > 0) {
      this.#suggestions.step(step);
      return this.changed();
    }
    const width = composerWidth(textWidth(this.#options.size().columns));
    const moved = moveRow(this.#draft, width, step) ?? this.#history.recall(this.#draft, step);
    if (moved) this.#draft = moved;
    this.changed();
  }

  #write(draft: Draft): void {
    this.#draft = draft;
    this.changed();
    void this.#suggestions.update(draft).then((isNew) => (isNew ? this.changed() : undefined));
  }

  #close(): void {
    this.#suggestions.close();
    this.changed();
  }

  #complete(): void {
    const completion = this.#suggestions.accept(this.#draft);
    if (!completion) return;
    this.#write(completion.draft);
    if (completion.path !== undefined) void this.#session?.pending.mention(completion.path);
  }

  #animate(): void {
    if (this.#session?.turn && !this.#spinner) {
      this.#spinner = setInterval(() => {
        this.#tick += 1;
        this.changed();
      }, 120);
    } else if (!this.#session?.turn && this.#spinner) {
      clearInterval(this.#spinner);
      this.#spinner = undefined;
    }
  }
}
