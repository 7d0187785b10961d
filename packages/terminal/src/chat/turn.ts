// The turn that runs: what is known of it while nothing is printed yet.
import type { Attachment, ChatEvent, Seen } from './conversation.ts';
import type { MarkdownStream } from './markdown.ts';
import { span, type Line } from './style.ts';

/** What is known of the turn that runs. */
export interface Turn {
  readonly startedAt: number;
  readonly stream: MarkdownStream;
  readonly estimatedTextTokens: number;
  readonly doing: string;
  readonly seen?: Seen | undefined;
}

export function named(attachments: readonly Attachment[]): readonly Line[] {
  if (attachments.length === 0) return [];
  return [[span(`  with ${attachments.map(({ name }) => name).join(', ')}`, { dim: true })]];
}

/** What the live screen says about it; undefined when the event changes nothing there. */
export function doingOf(event: ChatEvent): string | undefined {
  switch (event.type) {
    case 'thought-written':
      return 'thinking';
    case 'text-written':
      return 'answering';
    case 'tool-called':
      return event.title;
    case 'tool-answered':
      return 'asking';
    case 'media-shown':
      return 'looking';
    case 'prompt-recorded':
    case 'media-made':
    case 'made-described':
    case 'media-noticed':
    case 'context-measured':
    case 'history-compacted':
    case 'turn-ended':
      return undefined;
  }
}
