// A conversation's record as messages of the AI SDK, and back. Media is a `media:` reference in the messages and a stored
// block in the record; bytes that a message brings go through the door, and what it refuses is told in its place.
import type { ModelMessage } from 'ai';
import { inside, isJson, isRecord, readText } from '@percept/core/internal';
import { readSpelling } from '@percept/core/internal/lens';
import {
  PerceptError,
  type BlobId,
  type MessagePart,
  type RecordEntry,
  type StoredBlock,
  type TextPart,
  type ToolResultPart,
} from '@percept/core';
import type { DoorInput } from '@percept/ingest';
import type { Darkroom } from '@percept/render';
import { Draft } from '../loop/draft.ts';
import { attachedIn, viewOf } from '../loop/history.ts';
import { MadeMedia, type MakerParts } from '../loop/made.ts';
import { jsonWithoutPayloads, withoutPayloads } from '../loop/payload.ts';
import { takeIn } from '../prompt/intake.ts';
import { labelOf, originalOf, type Presented } from '../prompt/present.ts';

/** As the record is now; attachments stand in it as they came, and the model's form is made when the model is called. */
export function messagesOf(entries: readonly RecordEntry[], model: string): ModelMessage[] {
  const presented = new Map(
    attachedIn(entries)
      .flat()
      .map((block) => [block, asItCame(block)] as const),
  );
  return viewOf(entries, model, presented).messages;
}

function asItCame(block: StoredBlock): Presented {
  const [name, original] = [labelOf(block), originalOf(block)];
  const { sha256: blob, mime } = original;
  return { name, form: 'file', original, parts: [{ type: 'media', blob, mime, name }] };
}

export interface ReadParts extends MakerParts {
  readonly darkroom: Darkroom;
  /** What was shown or attached before, under its hash. */
  readonly known: (blob: BlobId) => StoredBlock | undefined;
}

/** What one message becomes in the record. Throws a `PerceptError` for a user's attachment that is refused. */
export async function entryOf(message: ModelMessage, parts: ReadParts): Promise<RecordEntry> {
  const { role, content } = message;
  if (typeof content === 'string')
    return { type: 'message', role, parts: [textPart(withoutPayloads(content))] };
  switch (message.role) {
    case 'system':
      throw new TypeError('The content of a system message is a text.');
    case 'user':
      return { type: 'message', role, parts: await userParts(content, parts) };
    case 'assistant':
      return { type: 'message', role, parts: await assistantParts(content, parts) };
    case 'tool':
      return { type: 'message', role, parts: await resultParts(content, parts) };
  }
}

async function userParts(
  content: readonly unknown[],
  parts: ReadParts,
): Promise<readonly MessagePart[]> {
  const taken: MessagePart[] = [];
  for (const part of content) {
    const media = mediaIn(part);
    if (media) taken.push(await attached(media, parts));
    else taken.push(textPart(withoutPayloads(textIn(part))));
  }
  return taken;
}

async function attached(media: Found, { door, darkroom, known, signal }: ReadParts) {
  const block = 'blob' in media ? known(media.blob) : undefined;
  if (block) return block;
  if (!('input' in media)) throw new PerceptError(unknownMedia);
  const { name, input } = media;
  const taken = await takeIn({ door, darkroom }, input, { name, signal });
  if (!taken.ok) throw new PerceptError(taken.refusal);
  return taken.value.block;
}

async function assistantParts(
  content: readonly unknown[],
  { door, model, known, isTaken, signal }: ReadParts,
): Promise<readonly MessagePart[]> {
  const draft = new Draft(() => false);
  const made = new MadeMedia({ door, model, isTaken, signal });
  for (const [at, part] of content.entries()) {
    if (!isRecord(part)) continue;
    const signature = part['providerOptions'];
    const media = mediaIn(part);
    if (part['type'] === 'text') draft.write(`${at}`, 'text', textIn(part));
    else if (part['type'] === 'reasoning') {
      draft.write(`${at}`, 'reasoning', textIn(part));
      draft.sign(`${at}`, signature);
    } else if (part['type'] === 'tool-call' && part['providerExecuted'] !== true)
      draft.call(
        readText(part['toolCallId']) ?? '',
        readText(part['toolName']) ?? '',
        part['input'],
        signature,
      );
    else if (media && 'blob' in media) {
      const block = known(media.blob);
      if (block) draft.show(block, signature);
    } else if (media?.input.kind === 'bytes') {
      const taken = await made.take({ bytes: media.input.bytes, mediaType: media.mediaType });
      if (taken.kind === 'kept') draft.show(taken.block, signature);
      else draft.note(`[${taken.text}]`);
    }
  }
  return draft.finish(true).parts;
}

async function resultParts(
  content: readonly unknown[],
  parts: ReadParts,
): Promise<readonly MessagePart[]> {
  const results: MessagePart[] = [];
  for (const part of content) {
    if (!isRecord(part) || part['type'] !== 'tool-result' || !isRecord(part['output'])) continue;
    const { type, value } = part['output'];
    results.push({
      type: 'tool-result',
      callId: readText(part['toolCallId']) ?? '',
      tool: readText(part['toolName']) ?? '',
      outcome: /^(error|execution-denied)/.test(String(type)) ? 'failed' : 'succeeded',
      content:
        Array.isArray(value) && type === 'content' ? await items(value, parts) : [said(value)],
    });
  }
  return results;
}

async function items(
  values: readonly unknown[],
  { door, darkroom, known, signal }: ReadParts,
): Promise<ToolResultPart['content']> {
  const content: (TextPart | StoredBlock)[] = [];
  for (const item of values) {
    const media = mediaIn(item);
    const block = media && 'blob' in media ? known(media.blob) : undefined;
    if (block) content.push(block);
    else if (media && 'input' in media) {
      const taken = await takeIn({ door, darkroom }, media.input, { name: media.name, signal });
      if (taken.ok) content.push(taken.value.block);
      else content.push(textPart(`[Not shown: ${taken.refusal.message} ${taken.refusal.hint}]`));
    } else
      content.push(
        isRecord(item) && item['type'] === 'text'
          ? textPart(withoutPayloads(textIn(item)))
          : said(item),
      );
  }
  return content;
}

function said(value: unknown): TextPart {
  if (typeof value === 'string') return textPart(withoutPayloads(value));
  return textPart(isJson(value) ? JSON.stringify(jsonWithoutPayloads(value)) : '');
}

type Found =
  | { readonly blob: BlobId; readonly mediaType: string; readonly name: string | undefined }
  | { readonly input: DoorInput; readonly mediaType: string; readonly name: string | undefined };

/** The media of one part, in any spelling of the SDK. */
function mediaIn(part: unknown): Found | undefined {
  const media = readSpelling(part)?.media;
  if (!media) return undefined;
  const { data, kind, mime, name } = media;
  const facts = { mediaType: mime?.includes('/') ? mime : `${kind}/*`, name };
  switch (data.kind) {
    case 'blob':
      return { blob: data.blob, ...facts };
    case 'url':
    case 'bytes':
      return { input: data, ...facts };
    case 'base64':
      return { input: { kind: 'bytes', bytes: Buffer.from(data.base64, 'base64') }, ...facts };
    case 'handle':
    case 'nothing':
      return undefined;
  }
}

function textIn(part: unknown): string {
  return readText(inside(part, 'text')) ?? '';
}

function textPart(text: string): TextPart {
  return { type: 'text', text };
}

const unknownMedia = {
  refused: 'absent',
  message: 'A message names media that this conversation never held.',
  hint: 'Attach its bytes, or view its file.',
} as const;
