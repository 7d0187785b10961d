// The lens for an AI SDK prompt, before any provider package has turned it into a wire. What the wire behind it takes is the
// profile's business; what the package makes of a prompt, and in which generation's spelling it is given, is told here.
import { withPart, type Lens } from '../lens/lens.ts';
import type { ItemView } from '../lens/view.ts';
import { read } from './read.ts';
import { newPart, newResult, writer, type PartSpelling, type ResultSpelling } from './write.ts';
import { jsonText } from '../lens/json-text.ts';
import { safeName } from '../lens/words.ts';
import { inside, isRecord, readText, type Fields } from '../parse/read.ts';
import { maxToldResultChars } from '../limits.ts';

export interface PackageFacts {
  /** Packages of the older generations drop a `file` in a tool result, or send it as a document. */
  readonly resultSpelling: ResultSpelling;
  /** Since the fourth generation the data of a part is tagged; without it, it is. */
  readonly partSpelling?: PartSpelling;
  /** Gemini's models draw, and their packages replay what they drew. */
  readonly assistantMedia: boolean;
  /** `told`: the package has no words for calls that another provider ran, so that they become text. */
  readonly remoteCalls?: 'kept' | 'told';
}

export function promptLens({
  resultSpelling,
  partSpelling = 'tagged',
  assistantMedia,
  remoteCalls = 'kept',
}: PackageFacts): Lens {
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
    ...(remoteCalls === 'told' && { prepare: remoteCallsTold }),
    read: reader(resultSpelling, partSpelling),
    write: writer({ results: resultSpelling, parts: partSpelling }),
    rename: (message, part, toolCallId) => ({
      ...message,
      content: withPart(message['content'], part, (found) => ({ ...found, toolCallId })),
    }),
    user: (parts) => ({ role: 'user', content: parts.map((part) => newPart(part, partSpelling)) }),
    assistant: (text) => ({ role: 'assistant', content: [{ type: 'text', text }] }),
    resultMessages: (results) => [{ role: 'tool', content: results.map(newResult) }],
  };
}

/** In older generations bare data is as it should be in a message, and one spelling in a result; the rest is written again. */
function reader(results: ResultSpelling, parts: PartSpelling): Lens['read'] {
  if (results === 'file' && parts === 'tagged') return read;
  const own = (item: ItemView, native: (type: unknown) => boolean): ItemView => {
    if (item.kind !== 'media' || item.media.data.kind === 'handle') return item;
    const { raw, mangled } = item.media;
    const type = typeof raw === 'object' && raw !== null && 'type' in raw ? raw.type : undefined;
    return { ...item, native: mangled !== true && native(type) };
  };
  return (message) => {
    const view = read(message);
    const found = view.parts.map((part) => {
      if (part.kind === 'result')
        return {
          ...part,
          items: part.items.map((item) =>
            own(item, (type) => parts === 'bare' && type === results),
          ),
        };
      return parts === 'bare' && part.kind === 'media'
        ? own(part, (type) => type === 'file')
        : part;
    });
    return { ...view, parts: found };
  };
}

// Calls that a provider ran for itself, with their results in the assistant's own message. Another provider's package sends such
// a call without its result, or throws; told in words, the model still knows what was done.
/** The same list when no message holds such a call. */
function remoteCallsTold(messages: readonly unknown[]): readonly unknown[] {
  const told = messages.map((message) => {
    if (!isRecord(message) || message['role'] !== 'assistant') return message;
    const { content } = message;
    if (!Array.isArray(content) || !content.some(isRemote)) return message;
    const parts = content.map((part: unknown) => (isRemote(part) ? inWords(part) : part));
    return { ...message, content: parts };
  });
  return told.every((message, at) => message === messages[at]) ? messages : told;
}

function isRemote(part: unknown): part is Fields {
  if (!isRecord(part)) return false;
  return (
    part['type'] === 'tool-result' ||
    (part['type'] === 'tool-call' && part['providerExecuted'] === true)
  );
}

function inWords(part: Fields): Fields {
  const tool = safeName(readText(part['toolName']) ?? 'a tool');
  const said = part['type'] === 'tool-call' ? part['input'] : inside(part, 'output', 'value');
  const text = typeof said === 'string' ? said : (jsonText(said) ?? '');
  const does = part['type'] === 'tool-call' ? 'was run by the provider with' : 'gave';
  return { type: 'text', text: `[${tool} ${does}: ${text.slice(0, maxToldResultChars)}]` };
}
