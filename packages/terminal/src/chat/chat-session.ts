// A chat without a screen: what is attached, what is asked and what comes back. Whoever shows it (a live screen, plain
// lines) brings the output and hears about changes.
import {
  scopeWords,
  type Permission,
  type PermissionAnswer,
} from '@percept/core/internal/permission';
import { readCommand, type ChatCommand } from './command.ts';
import type {
  Appraised,
  AskOptions,
  ChatEvent,
  ChatHost,
  ContextUse,
  Conversation,
} from './conversation.ts';
import { greeting, notice, promptLines, refusalLines, type Measure } from './lines.ts';
import { MarkdownStream } from './markdown.ts';
import { questionLines } from './question-lines.ts';
import { mentionsIn } from './mention.ts';
import { helpLines, modelLines, seenHead, sessionLines, slotLines, usageLines } from './report.ts';
import type { Line, Marks } from './style.ts';
import { EventPrinter, type ChatOutput } from './event-printer.ts';
import { PendingAttachments } from './pending-attachments.ts';
import { doingOf, named, type Turn } from './turn.ts';

export interface ChatSessionOptions {
  readonly host: ChatHost;
  readonly conversation: Conversation;
  readonly marks: Marks;
  readonly width: () => number;
  /** Where questions are broken, if not there: a line that whoever shows it breaks could pass for another one. */
  readonly questionWidth?: (() => number | undefined) | undefined;
  readonly output: ChatOutput;
  /** What a person writes stands there already, echoed by the terminal. */
  readonly isEchoed?: boolean;
  /** Asks for the answer; what is asked was printed already. */
  readonly permit: AskOptions['permit'];
  readonly onChange: () => void;
}

/** `unsent` and `busy`: the text goes back to whoever wrote it. */
export type Submission = 'done' | 'leave' | 'busy' | 'unsent';

const charsPerToken = 4;

export class ChatSession {
  readonly #options: ChatSessionOptions;
  /** What goes with the next message. */
  readonly pending: PendingAttachments;
  readonly #printer: EventPrinter;
  #conversation: Conversation;
  #turn: (Turn & { readonly abort: AbortController }) | undefined;
  #playing: AbortController | undefined;
  #context: ContextUse | undefined;

  constructor(options: ChatSessionOptions) {
    this.#options = options;
    this.#conversation = options.conversation;
    const conversation = (): Conversation => this.#conversation;
    const measure = (): Measure => this.#measure();
    this.#printer = new EventPrinter({ output: options.output, measure, conversation });
    this.pending = new PendingAttachments({
      conversation,
      onAttached: (attachment) => this.#printer.show(attachment),
      onRefused: (refusal) => this.#print(refusalLines(refusal, measure())),
      onChange: options.onChange,
    });
  }

  get conversation(): Conversation {
    return this.#conversation;
  }

  /** With what sending would do with each of them now. */
  get appraised(): readonly Appraised[] {
    return this.pending.attachments.map((attachment) => ({
      attachment,
      appraisal: this.#conversation.appraise(attachment),
    }));
  }

  get turn(): Turn | undefined {
    return this.#turn;
  }

  get context(): ContextUse | undefined {
    return this.#context;
  }

  greet(): void {
    this.#print(greeting(this.#options.host, this.#conversation, this.#measure()));
  }

  /** What was said before this process began. */
  replay(): void {
    const stream = new MarkdownStream(this.#options.marks);
    for (const event of this.#conversation.history()) this.#printer.tell(event, stream);
    this.#printer.flush(stream);
  }

  /** Whether there was anything to cancel: a turn, a sound that plays, or something on its way in. */
  cancel(): boolean {
    const isArriving = this.pending.cancel();
    const isPlaying = this.#playing !== undefined;
    this.#playing?.abort();
    this.#turn?.abort.abort();
    return isArriving || isPlaying || this.#turn !== undefined;
  }

  /** Runs a command, or asks. The promise ends with the turn; `leave` when the person wants to go. */
  async submit(text: string): Promise<Submission> {
    const command = readCommand(text);
    if (command) return this.#run(command);
    if (this.#turn) return 'busy';
    const { isArriving, attachments } = this.pending;
    if (text.trim() === '' && !isArriving && attachments.length === 0) return 'done';
    return this.#ask(text);
  }

  async #ask(text: string): Promise<Submission> {
    const abort = new AbortController();
    const stream = new MarkdownStream(this.#options.marks);
    this.#turn = {
      abort,
      stream,
      startedAt: Date.now(),
      estimatedTextTokens: Math.ceil(text.length / charsPerToken),
      doing: 'asking',
    };
    this.#options.onChange();
    try {
      for (const path of mentionsIn(text)) await this.pending.mention(path);
      // What was pasted before Enter belongs to this message, however long it takes.
      await this.pending.settled();
      if (abort.signal.aborted) return 'unsent';
      const attachments = this.pending.empty();
      const prompt = this.#options.isEchoed ? [] : promptLines(text, this.#measure());
      this.#print([...prompt, ...named(attachments), []]);
      const permit: AskOptions['permit'] = async (permission, signal) => {
        this.#printer.flush(stream);
        const measure = this.#measure();
        const width = this.#options.questionWidth?.() ?? measure.width;
        this.#print(questionLines(permission, { ...measure, width }));
        const answer = await this.#options.permit(permission, signal);
        this.#print([...notice(answerWords(permission, answer), this.#measure()), []]);
        return answer;
      };
      const options = { signal: abort.signal, permit };
      for await (const event of this.#conversation.ask(text, attachments, options)) {
        if (event.type !== 'prompt-recorded') this.#printer.tell(event, stream);
        this.#follow(event);
        this.#options.onChange();
      }
      return 'done';
    } finally {
      this.#printer.flush(stream);
      this.#turn = undefined;
      this.#options.onChange();
    }
  }

  /** Keeps in mind what the live screen and /usage say about the turn. */
  #follow(event: ChatEvent): void {
    if (event.type === 'context-measured') this.#context = event;
    if (!this.#turn) return;
    const doing = doingOf(event);
    const seen = event.type === 'media-shown' ? { seen: event.seen } : {};
    this.#turn = { ...this.#turn, ...(doing !== undefined && { doing }), ...seen };
  }

  async #run(command: ChatCommand): Promise<Submission> {
    if (command.kind === 'quit') return 'leave';
    if (command.kind === 'resume') return this.#open(command.id);
    if (command.kind === 'new') return this.#open(undefined);
    this.#print(await this.#answer(command));
    return 'done';
  }

  /** What is printed for a command, besides what it does. */
  async #answer(
    command: Exclude<ChatCommand, { kind: 'quit' | 'resume' | 'new' }>,
  ): Promise<readonly Line[]> {
    const measure = this.#measure();
    switch (command.kind) {
      case 'help':
        return helpLines(measure);
      case 'usage': {
        const now = { attachments: this.appraised, asked: this.#turn, context: this.#context };
        return usageLines(this.#conversation, now, measure);
      }
      case 'saw':
        return this.#saw();
      case 'model':
        return this.#model(command.name);
      case 'attach':
        await this.pending.attach({ kind: 'path', path: command.path });
        return [];
      case 'paste':
        await this.pending.attach({ kind: 'clipboard' });
        return [];
      case 'remove':
        return this.#remove(command.which);
      case 'save':
      case 'play':
        return this.#keep(command);
      case 'sessions': {
        const listed = await this.#options.host.list();
        return listed.ok
          ? sessionLines(listed.value, measure)
          : refusalLines(listed.refusal, measure);
      }
      case 'unclear':
        return notice(command.message, measure);
    }
  }

  /** Saves or plays what the model made: the one that is named first, or else the newest. */
  async #keep({ kind, rest }: ChatCommand & { kind: 'save' | 'play' }): Promise<readonly Line[]> {
    const [first = '', ...more] = rest.split(/\s+/);
    const named = first === '' ? undefined : this.#conversation.made(first);
    const made = named ?? (kind === 'play' && rest !== '' ? undefined : this.#conversation.made());
    if (!made || (kind === 'play' && made.kind !== 'audio')) {
      const what = kind === 'play' ? 'sound' : 'thing';
      return notice(`No model made such a ${what} here.`, this.#measure());
    }
    const path = named ? more.join(' ') : rest;
    const { host } = this.#options;
    const stop = (this.#playing = new AbortController());
    const done =
      kind === 'play'
        ? await host.play(made, stop.signal)
        : await host.save(made, path === '' ? undefined : path);
    this.#playing = undefined;
    const words = kind === 'play' ? 'Played by' : 'Written to';
    return done.ok
      ? notice(`${words} ${done.value}`, this.#measure())
      : refusalLines(done.refusal, this.#measure());
  }

  async #model(name: string | undefined): Promise<readonly Line[]> {
    const measure = this.#measure();
    const { models } = this.#options.host;
    if (name === undefined) return modelLines(models, this.#conversation.model, measure);
    const switched = await this.#conversation.switchModel(name);
    this.#options.onChange();
    if (!switched.ok) return refusalLines(switched.refusal, measure);
    return notice(`${switched.value.name} at ${switched.value.host} answers from now on.`, measure);
  }

  #saw(): readonly Line[] {
    const seen = this.#turn?.seen ?? this.#conversation.seen();
    this.#print(seenHead(seen, this.#measure()));
    for (const [at, slot] of (seen?.slots ?? []).entries()) {
      this.#print(slotLines(slot, at, this.#measure()));
      if (slot.picture) this.#options.output.picture(slot.picture, { worded: false });
    }
    return [[]];
  }

  async #open(id: string | undefined): Promise<Submission> {
    if (this.#turn) return 'busy';
    const opened = await this.#options.host.open(id);
    if (!opened.ok) {
      this.#print(refusalLines(opened.refusal, this.#measure()));
      return 'done';
    }
    this.pending.cancel();
    this.pending.empty();
    this.#conversation = opened.value;
    this.#context = undefined;
    const words = id === undefined ? 'A new session.' : `Session ${id}.`;
    this.#print([[], ...notice(words, this.#measure()), []]);
    this.replay();
    this.#options.onChange();
    return 'done';
  }

  #remove(which: number | 'all'): readonly Line[] {
    const gone = this.pending.remove(which);
    const words =
      gone.length === 0
        ? 'There is no such attachment.'
        : `Not sent: ${gone.map(({ name }) => name).join(', ')}`;
    return notice(words, this.#measure());
  }

  #print(lines: readonly Line[]): void {
    this.#options.output.print(lines);
  }

  #measure(): Measure {
    return { width: this.#options.width(), marks: this.#options.marks };
  }
}

/** Stands below the question for good. */
function answerWords(permission: Permission, answer: PermissionAnswer): string {
  return answer === 'denied' ? 'Answered: no' : `Answered: ${scopeWords(permission, answer)}`;
}
