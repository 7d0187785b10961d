// The fifth lens: an AI SDK prompt, before any provider package has turned it into a wire. What the wire behind it takes is
// the profile's business; what the package makes of a prompt is told here.
import type { Lens } from '../lens/lens.ts';
import { read } from './read.ts';
import { assistant, rename, resultMessages, user, writer, type ResultSpelling } from './write.ts';

export interface PackageFacts {
  /** Packages of the older generation drop a `file` in a tool result, or send it as a document. */
  readonly resultSpelling: ResultSpelling;
  /** Gemini's models draw, and their packages replay what they drew. */
  readonly assistantMedia: boolean;
}

export function promptLens({ resultSpelling, assistantMedia }: PackageFacts): Lens {
  return {
    wire: 'ai-sdk',
    pairing: 'adjacent',
    results: 'shared',
    hoist: 'next-message',
    assistantMedia,
    refusesBlanks: true,
    stringifiesLists: true,
    carries: 'bytes',
    open: (body) =>
      Array.isArray(body['prompt']) ? { messages: body['prompt'], continued: false } : undefined,
    close: (body, prompt) => ({ ...body, prompt }),
    read: resultSpelling === 'file' ? read : readOlder,
    write: writer(resultSpelling),
    rename,
    user,
    assistant,
    resultMessages,
  };
}

/** There, a picture in a result is always written again. */
function readOlder(message: unknown): ReturnType<Lens['read']> {
  const view = read(message);
  const parts = view.parts.map((part) => {
    if (part.kind !== 'result') return part;
    const items = part.items.map((item) =>
      item.kind === 'media' && item.media.data.kind !== 'handle'
        ? { ...item, native: false }
        : item,
    );
    return { ...part, items };
  });
  return { ...view, parts };
}
