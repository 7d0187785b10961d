// A chat without a screen: what is attached, what is asked and what comes back. Whoever shows it (a live screen, plain
// lines) brings the output and hears about changes.
import { refuse, type Outcome } from '@percept/core';
import { readCommand, type ChatCommand } from './command.ts';
import type {
  Arrival,
  AskOptions,
  Attachment,
  ChatEvent,
  ChatHost,
  Conversation,
  Picture,
} from './conversation.ts';
import {
  attachmentLine,
  endLines,
  greeting,
  notice,
  promptLines,
  refusalLines,
  toolLines,
  type Measure,
} from './lines.ts';
import { MarkdownStream } from './markdown.ts';
import { mentionsIn } from './mention.ts';
import { helpLines, modelLines, seenHead, sessionLines, slotLines, usageLines } from './report.ts';
import type { Line, Marks } from './style.ts';
import { doingOf, isMeant, named, type Turn } from './turn.ts';

export interface RoomOptions {
  readonly host: ChatHost;
  readonly conversation: Conversation;
  readonly marks: Marks;
  readonly width: () => number;
  readonly output: {
    print(lines: readonly Line[]): void;
    picture(picture: Picture, how: { readonly worded: boolean }): void;
  };
  readonly permitEdit: AskOptions['permitEdit'];
  readonly onChange: () => void;
}

const charsPerToken = 4;

export class ChatRoom {
  readonly #options: RoomOptions;
  readonly #stop = new AbortController();
  /** Paths that were named with @ and are attached already. */
  readonly #mentioned = new Set<string>();
  #conversation: Conversation;
  #attachments: readonly Attachment[] = [];
  #turn: (Turn & { readonly abort: AbortController }) | undefined;
  #arriving = 0;
  #isAfterNotice = false;
  #context: { readonly usedTokens: number; readonly maxTokens: number } | undefined;

  constructor(options: RoomOptions) {
    this.#options = options;
    this.#conversation = options.conversation;
  }

  get conversation(): Conversation {
    return this.#conversation;
  }

  get attachments(): readonly Attachment[] {
    return this.#attachments;
  }

  get turn(): Turn | undefined {
    return this.#turn;
  }

  get isArriving(): boolean {
    return this.#arriving > 0;
  }

  get context(): { readonly usedTokens: number; readonly maxTokens: number } | undefined {
    return this.#context;
  }

  get images(): number {
    return this.#attachments.filter(({ kind }) => kind === 'image').length;
  }

  greet(): void {
    this.#print(greeting(this.#options.host, this.#conversation, this.#measure()));
  }

  /** What was said before this process began. */
  replay(): void {
    const stream = new MarkdownStream(this.#options.marks);
    for (const event of this.#conversation.history()) this.#tell(event, stream);
    this.#flush(stream);
  }

  cancel(): boolean {
    if (!this.#turn) return false;
    this.#turn.abort.abort();
    return true;
  }

  close(): void {
    this.#stop.abort();
    this.cancel();
  }

  /** False when what arrived is text and nothing was attached. */
  async attach(arrival: Arrival): Promise<boolean> {
    this.#arriving += 1;
    this.#options.onChange();
    try {
      const taken = await this.#conversation.take(arrival, this.#stop.signal);
      for (const outcome of taken ?? []) this.#attachOne(outcome);
      return taken !== undefined;
    } finally {
      this.#arriving -= 1;
      this.#options.onChange();
    }
  }

  /** A file that was named with @; what is no file, or no media, stays a word in the text. */
  async mention(path: string): Promise<void> {
    if (this.#mentioned.has(path)) return;
    this.#mentioned.add(path);
    const taken = await this.#conversation.take({ kind: 'path', path }, this.#stop.signal);
    for (const outcome of taken ?? []) {
      if (outcome.ok || isMeant(outcome.refusal.refused)) this.#attachOne(outcome);
    }
    this.#options.onChange();
  }

  /** Runs a command, or asks. The promise ends with the turn; `leave` when the person wants to go. */
  async submit(text: string): Promise<'stay' | 'leave' | 'busy'> {
    const command = readCommand(text);
    if (command) return this.#run(command);
    if (this.#turn) return 'busy';
    if (text.trim() === '' && this.#attachments.length === 0) return 'stay';
    await this.#ask(text);
    return 'stay';
  }

  async #ask(text: string): Promise<void> {
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
      for (const path of mentionsIn(text)) await this.mention(path);
      const attachments = this.#attachments;
      this.#attachments = [];
      this.#mentioned.clear();
      this.#print([...promptLines(text, this.#measure()), ...named(attachments), []]);
      const { permitEdit } = this.#options;
      const options = { signal: abort.signal, permitEdit };
      for await (const event of this.#conversation.ask(text, attachments, options)) {
        if (event.type !== 'prompt-recorded') this.#tell(event, stream);
        this.#follow(event);
        this.#options.onChange();
      }
    } finally {
      this.#flush(stream);
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

  #tell(event: ChatEvent, stream: MarkdownStream): void {
    const measure = this.#measure();
    switch (event.type) {
      case 'prompt-recorded':
        this.#flush(stream);
        for (const attachment of event.attachments) this.#show(attachment);
        this.#print([...promptLines(event.text, measure), []]);
        return;
      case 'text-written':
        this.#partNotices();
        this.#print(stream.feed(event.text, measure.width));
        return;
      case 'tool-answered':
        this.#partNotices();
        this.#flush(stream);
        this.#print(toolLines(event, measure));
        for (const picture of event.pictures)
          this.#options.output.picture(picture, { worded: false });
        this.#print([[]]);
        return;
      case 'media-noticed':
        this.#flush(stream);
        this.#print(notice(event.text, measure));
        this.#isAfterNotice = true;
        return;
      case 'history-compacted':
        this.#flush(stream);
        this.#print(notice(`${event.turns} older turns were summarised to make room.`, measure));
        return;
      case 'turn-ended':
        this.#flush(stream);
        this.#print(endLines(event.end, event.refusal, measure));
        return;
      case 'thought-written':
      case 'tool-called':
      case 'media-shown':
      case 'context-measured':
        return;
    }
  }

  async #run(command: ChatCommand): Promise<'stay' | 'leave' | 'busy'> {
    const measure = this.#measure();
    const { host } = this.#options;
    switch (command.kind) {
      case 'help':
        this.#print(helpLines(measure));
        return 'stay';
      case 'usage':
        this.#print(usageLines(this.#conversation, this.#usageNow(), measure));
        return 'stay';
      case 'saw':
        this.#saw();
        return 'stay';
      case 'model':
        await this.#model(command.name);
        return 'stay';
      case 'attach':
        await this.attach({ kind: 'path', path: command.path });
        return 'stay';
      case 'paste':
        await this.attach({ kind: 'clipboard' });
        return 'stay';
      case 'remove':
        this.#remove(command.which);
        return 'stay';
      case 'sessions': {
        const listed = await host.list();
        this.#print(
          listed.ok ? sessionLines(listed.value, measure) : refusalLines(listed.refusal, measure),
        );
        return 'stay';
      }
      case 'resume':
        return this.#open(command.id);
      case 'new':
        return this.#open(undefined);
      case 'quit':
        return 'leave';
      case 'unclear':
        this.#print(notice(command.message, measure));
        return 'stay';
    }
  }

  async #model(name: string | undefined): Promise<void> {
    const measure = this.#measure();
    const { models } = this.#options.host;
    if (name === undefined)
      return this.#print(modelLines(models, this.#conversation.model, measure));
    const switched = await this.#conversation.switchModel(name);
    this.#print(
      switched.ok
        ? notice(`${switched.value.name} at ${switched.value.host} answers from now on.`, measure)
        : refusalLines(switched.refusal, measure),
    );
    this.#options.onChange();
  }

  #saw(): void {
    const seen = this.#turn?.seen ?? this.#conversation.seen();
    this.#print(seenHead(seen));
    for (const [at, slot] of (seen?.slots ?? []).entries()) {
      this.#print(slotLines(slot, at, this.#measure()));
      if (slot.picture) this.#options.output.picture(slot.picture, { worded: false });
    }
    this.#print([[]]);
  }

  #usageNow(): Parameters<typeof usageLines>[1] {
    const attachments = this.#attachments.map((attachment) => ({
      attachment,
      appraisal: this.#conversation.appraise(attachment),
    }));
    return { attachments, asked: this.#turn, context: this.#context };
  }

  async #open(id: string | undefined): Promise<'stay' | 'busy'> {
    if (this.#turn) return 'busy';
    const opened = await this.#options.host.open(id);
    if (!opened.ok) {
      this.#print(refusalLines(opened.refusal, this.#measure()));
      return 'stay';
    }
    this.#conversation = opened.value;
    this.#attachments = [];
    this.#mentioned.clear();
    this.#context = undefined;
    this.#print([
      [],
      ...notice(id === undefined ? 'A new session.' : `Session ${id}.`, this.#measure()),
      [],
    ]);
    this.replay();
    this.#options.onChange();
    return 'stay';
  }

  #remove(which: number | 'all'): void {
    const gone = which === 'all' ? this.#attachments : this.#attachments.slice(which - 1, which);
    this.#attachments = this.#attachments.filter((attachment) => !gone.includes(attachment));
    if (gone.length > 0) this.#mentioned.clear();
    const words =
      gone.length === 0
        ? 'There is no such attachment.'
        : `Not sent: ${gone.map(({ name }) => name).join(', ')}`;
    this.#print(notice(words, this.#measure()));
    this.#options.onChange();
  }

  #attachOne(outcome: Outcome<Attachment>): void {
    const checked = this.#underCap(outcome);
    if (!checked.ok) return this.#print(refusalLines(checked.refusal, this.#measure()));
    this.#attachments = [...this.#attachments, checked.value];
    this.#show(checked.value);
    this.#options.onChange();
  }

  #underCap(outcome: Outcome<Attachment>): Outcome<Attachment> {
    const max = this.#conversation.maxImagesPerMessage;
    if (!outcome.ok || outcome.value.kind !== 'image' || this.images < max) return outcome;
    return refuse({
      refused: 'too-many',
      message: `${outcome.value.name} was not attached: a message holds at most ${max} pictures.`,
      hint: 'Send these first, or take some away with /remove.',
      limit: { name: 'maxImagesPerMessage', max, actual: max + 1 },
    });
  }

  #show(attachment: Attachment): void {
    const appraisal = this.#conversation.appraise(attachment);
    this.#print(attachmentLine(attachment, appraisal, this.#measure()));
    if (!attachment.picture) return;
    this.#options.output.picture(attachment.picture, { worded: true });
    this.#print([[]]);
  }

  /** Remarks stand together, and apart from what was said. */
  #partNotices(): void {
    if (this.#isAfterNotice) this.#print([[]]);
    this.#isAfterNotice = false;
  }

  #flush(stream: MarkdownStream): void {
    const lines = stream.end(this.#measure().width);
    this.#print(stream.hasWritten ? [...lines, []] : lines);
    stream.begin();
  }

  #print(lines: readonly Line[]): void {
    this.#options.output.print(lines);
  }

  #measure(): Measure {
    return { width: this.#options.width(), marks: this.#options.marks };
  }
}
