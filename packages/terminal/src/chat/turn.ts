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
  return event.type === 'tool-called' ? event.title : doings[event.type];
}

const doings: Readonly<Partial<Record<ChatEvent['type'], string>>> = {
  'thought-written': 'thinking',
  'text-written': 'answering',
  'tool-answered': 'asking',
  'media-shown': 'looking',
};
