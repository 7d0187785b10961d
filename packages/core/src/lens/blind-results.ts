// Results that should have shown something: a tool that reads files was called with the name of a picture or a document, and
// what came back has no pixels. Found and filled here without any I/O; who looks, and whether they may, is the host's to say.
import { isRecord } from '../parse/read.ts';
import { encodeBase64 } from './base64.ts';
import type { ItemPlan, Lens } from './lens.ts';
import { survey } from './survey.ts';
import { isBlank, type MessageView, type ResultView } from './view.ts';
import { maxClaimChars, maxDocumentClaimChars } from '../limits.ts';

export interface BlindResult {
  readonly message: number;
  readonly part: number;
  /** Absent on wires that pair by order. */
  readonly id?: string;
  readonly tool: string;
  /** What the call named, as it named it. */
  readonly source: string;
  readonly kind: 'picture' | 'document';
  /** Everything that the tool said. */
  readonly text: string;
  /** The bytes of a file, read as if they were text: nobody misses them. */
  readonly garbled: boolean;
  /** Pictures stand right behind it, where some clients move what a tool saw. */
  readonly shownNearby: boolean;
  /** The model has not answered to it yet. */
  readonly fresh: boolean;
}

/** What was seen where a result pointed: pictures behind words, or words alone. */
export interface Look {
  readonly note: string;
  readonly pictures: readonly { readonly bytes: Uint8Array; readonly mime: string }[];
}

const pictures = 'png|jpe?g|jpe|gif|webp|bmp|tiff?|heic|heif|avif';
const documents = 'pdf|docx|xlsx|pptx|odt|ods|odp';
const pictureName = new RegExp(String.raw`\.(?:${pictures})$`, 'i');
const documentName = new RegExp(String.raw`\.(?:${documents})$`, 'i');
const anywhere = new RegExp(String.raw`\.(?:${pictures}|${documents})["\\]`, 'i');

/** Told from the letters of a body, before anybody parses it. */
export function mayNameMedia(body: string): boolean {
  return anywhere.test(body);
}

/** What agents call the tool that reads one file, without case, separators and the name of its server. */
const readers: ReadonlySet<string> = new Set(
  (
    'cat editor fileread fsread loadimage lookat open openfile openimage read readfile ' +
    'readfiles readimage readmanyfiles readmedia readmediafile showfile showimage ' +
    'strreplacebasededittool strreplaceeditor stringreplaceeditor texteditor view viewfile ' +
    'viewimage'
  ).split(' '),
);

function isReader(tool: string): boolean {
  const own = tool.split(/__|[.:/]/).at(-1) ?? tool;
  const plain = own.replaceAll(/[^A-Za-z]/g, '').toLowerCase();
  return readers.has(plain) || readers.has(plain.replace(/^builtin/, ''));
}

/** A person said no, or there is nothing there: neither is for us to change. */
const final =
  /\b(?:den(?:ied|y)|reject(?:ed)?|declin(?:ed|e)|not (?:allowed|permitted|authori[sz]ed)|permission|cancel(?:l?ed)?|abort(?:ed)?|interrupt(?:ed)?|no such file|not found|does(?: not|n't) exist|does(?: not|n't) want|ENOENT|EACCES|EPERM)\b/i;

export function blindResultsIn(
  lens: Lens,
  messages: readonly unknown[],
  continued: boolean,
): readonly BlindResult[] {
  const views = messages.map((message) => lens.read(message));
  const { pairing, lastAssistant } = survey(messages, views, lens, continued);
  return views.flatMap((view, message): readonly BlindResult[] =>
    view.parts.flatMap((found, part): readonly BlindResult[] => {
      if (found.kind !== 'result' || hasMedia(found)) return [];
      const call = pairing.callOf(message, part);
      const source = call?.source;
      if (source === undefined || !isReader(call?.tool ?? '')) return [];
      const isPicture = pictureName.test(source);
      if (!isPicture && !documentName.test(source)) return [];
      const text = stringsIn(rawResult(messages[message], part)).join('\n');
      const garbled = isGarbled(text) || isSpelledOut(text) || /^.{0,200}%PDF-\d/s.test(text);
      const longest = isPicture ? maxClaimChars : maxDocumentClaimChars;
      if (!garbled && (text.length > longest || final.test(text))) return [];
      const id = found.id ?? call?.id;
      return [
        {
          message,
          part,
          ...(id !== undefined && { id }),
          tool: call?.tool ?? '',
          source,
          kind: isPicture ? 'picture' : 'document',
          text,
          garbled,
          shownNearby: hasPixelsBehind(views, message),
          fresh: message > lastAssistant,
        },
      ];
    }),
  );
}

/** Every result without media whose text holds `mark`: what it says is to be replaced by what it names. */
export function resultsWith(
  lens: Lens,
  messages: readonly unknown[],
  mark: string,
): readonly BlindResult[] {
  return messages.flatMap((raw, message) => {
    const { parts } = lens.read(raw);
    return parts.flatMap((found, part): readonly BlindResult[] => {
      if (found.kind !== 'result' || hasMedia(found)) return [];
      const text = stringsIn(rawResult(raw, part)).join('\n');
      if (!text.includes(mark)) return [];
      const facts = { tool: '', source: '', kind: 'picture', shownNearby: false } as const;
      return [{ ...facts, message, part, text, garbled: true, fresh: false }];
    });
  });
}

/** The messages with what was seen, each where its result stands; the same list where nothing was. */
export function fillResults(
  lens: Lens,
  messages: readonly unknown[],
  looks: ReadonlyMap<BlindResult, Look>,
): readonly unknown[] {
  if (looks.size === 0) return messages;
  return messages.map((message, at) => {
    const own = [...looks].filter(([r]) => r.message === at);
    const here = new Map(own.map(([r, look]) => [r.part, { r, look }]));
    if (here.size === 0 || !isRecord(message)) return message;
    const view = lens.read(message);
    return lens.write(
      message,
      view.parts.map((part, index) => {
        const found = here.get(index);
        if (!found || part.kind !== 'result') return { kind: 'keep', part: index };
        return { kind: 'result', part: index, items: itemsOf(part, found.r, found.look) };
      }),
    );
  });
}

function itemsOf(result: ResultView, { garbled }: BlindResult, look: Look): readonly ItemPlan[] {
  return [
    ...result.items.flatMap((item, part): readonly ItemPlan[] =>
      garbled || isBlank(item) ? [] : [{ kind: 'keep', part }],
    ),
    { kind: 'text', text: look.note },
    ...look.pictures.map(({ bytes, mime }): ItemPlan => ({
      kind: 'media',
      media: { kind: 'image', mime, data: { kind: 'base64', base64: encodeBase64(bytes) } },
    })),
  ];
}

function hasMedia({ items }: ResultView): boolean {
  return items.some(
    (item) =>
      item.kind === 'media' ||
      (item.kind === 'text' && item.pieces?.some((piece) => piece.kind === 'payload') === true),
  );
}

function hasPixelsBehind(views: readonly MessageView[], message: number): boolean {
  for (let at = message; at < views.length; at += 1) {
    const view = views[at];
    if (!view || (at > message && view.role === 'assistant')) return false;
    if (view.role !== 'assistant' && view.parts.some((part) => part.kind === 'media')) return true;
  }
  return false;
}

/** As many letters that no text has as only the bytes of a file bring. */
function isGarbled(text: string): boolean {
  // Colours of a terminal are text.
  const odd = text.replaceAll('\u001b[', '').matchAll(/(?!\s)[\p{Cc}\ufffd]/gu);
  return odd.drop(7).next().done !== true;
}

/** Most of it is a picture's base64, in words that are no block of any wire. */
function isSpelledOut(text: string): boolean {
  const start = /iVBORw0KGgo|\/9j\/|R0lGOD|UklGR/.exec(text)?.index ?? text.length;
  let end = start;
  while (end < text.length && /[A-Za-z0-9+/]/.test(text.charAt(end))) end += 1;
  return end - start > Math.max(128, text.length * 0.5);
}

/** On wires where results share a message, the part; elsewhere the message is the result. */
function rawResult(message: unknown, part: number): unknown {
  if (!isRecord(message)) return undefined;
  const { content, parts } = message;
  const list: unknown = message['role'] === 'tool' ? undefined : (parts ?? content);
  if (!Array.isArray(list)) return message['output'] ?? content;
  const items: readonly unknown[] = list;
  return items[part];
}

const deepest = 8;

function stringsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (depth > deepest || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    named.has(key) ? [] : stringsIn(inner, depth + 1),
  );
}

/** Names and ids, which the tool did not say. */
const named: ReadonlySet<string> = new Set(
  'type id name tool_use_id toolUseId tool_call_id call_id status'.split(' '),
);
