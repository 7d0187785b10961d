// What happens in a conversation, told as it happens and again when it is resumed: the same lines either way.
import type { Attachment, ChatEvent, Conversation, Picture } from './conversation.ts';
import {
  attachmentLine,
  endLines,
  madeLines,
  notice,
  promptLines,
  toolLines,
  type Measure,
} from './lines.ts';
import type { MarkdownStream } from './markdown.ts';
import type { Line } from './style.ts';

/** Where lines and pictures go, in order and for good. */
export interface ChatOutput {
  print(lines: readonly Line[]): void;
  /** `worded` when the words were printed already. */
  picture(picture: Picture, how: { readonly worded: boolean }): void;
}

export interface EventPrinterOptions {
  readonly output: ChatOutput;
  readonly measure: () => Measure;
  readonly conversation: () => Pick<Conversation, 'appraise'>;
}

export class EventPrinter {
  readonly #options: EventPrinterOptions;
  #isAfterNotice = false;

  constructor(options: EventPrinterOptions) {
    this.#options = options;
  }

  tell(event: ChatEvent, stream: MarkdownStream): void {
    const { output } = this.#options;
    const measure = this.#options.measure();
    switch (event.type) {
      case 'prompt-recorded':
        this.flush(stream);
        for (const attachment of event.attachments) this.show(attachment);
        output.print([...promptLines(event.text, measure), []]);
        return;
      case 'text-written':
        this.#partNotices();
        output.print(stream.feed(event.text, measure.width));
        return;
      case 'tool-answered':
        this.#partNotices();
        this.flush(stream);
        output.print(toolLines(event, measure));
        for (const picture of event.pictures) output.picture(picture, { worded: false });
        output.print([[]]);
        return;
      case 'media-made':
        this.#partNotices();
        this.flush(stream);
        output.print(madeLines(event, measure));
        if (event.made.picture) output.picture(event.made.picture, { worded: true });
        output.print([[]]);
        return;
      case 'made-described':
      case 'media-noticed':
      case 'history-compacted': {
        const about =
          event.type === 'made-described' ? `${event.made.name}: ${event.words}` : event.text;
        this.flush(stream);
        output.print(notice(about, measure));
        this.#isAfterNotice ||= event.type !== 'history-compacted';
        return;
      }
      case 'turn-ended':
        this.flush(stream);
        output.print(endLines(event.end, event.refusal, measure));
        return;
      case 'thought-written':
      case 'tool-called':
      case 'media-shown':
      case 'context-measured':
        return;
    }
  }

  show(attachment: Attachment): void {
    const { output, measure, conversation } = this.#options;
    const appraisal = conversation().appraise(attachment);
    output.print(attachmentLine(attachment, appraisal, measure()));
    if (!attachment.picture) return;
    output.picture(attachment.picture, { worded: true });
    output.print([[]]);
  }

  flush(stream: MarkdownStream): void {
    const lines = stream.end(this.#options.measure().width);
    this.#options.output.print(stream.hasWritten ? [...lines, []] : lines);
    stream.begin();
  }

  /** Remarks stand together, and apart from what was said. */
  #partNotices(): void {
    if (this.#isAfterNotice) this.#options.output.print([[]]);
    this.#isAfterNotice = false;
  }
}
