// Gemini generateContent: `contents[]`. From Gemini 3 on a response carries media parts; before, they follow as a user's.
// Writes Gemini contents. A response keeps its JSON object; words about its media are added to it, never put in its place.
import { isRecord, readList, type Fields } from '../../parse/read.ts';
import { takeInstructions, withInstructions } from '../instructions.ts';
import {
  type Lens,
  withPart,
  writeParts,
  type ItemPlan,
  type NewPart,
  type NewResult,
} from '../lens.ts';
import { read } from './read.ts';
import type { Media } from '../media.ts';
import { base64Of, typeOf } from '../native.ts';

export const gemini: Lens = {
  wire: 'gemini',
  pairing: 'adjacent',
  results: 'shared',
  hoist: 'next-message',
  assistantMedia: true,
  refusesBlanks: true,
  stringifiesLists: false,
  carries: 'base64',
  open: (body) => {
    const { contents, cachedContent } = body;
    const system = body[systemKey(body)];
    if (!Array.isArray(contents)) return undefined;
    const held = isRecord(system) ? { ...system, role: 'system' } : undefined;
    return { messages: withInstructions(contents, held), continued: cachedContent !== undefined };
  },
  close: (body, all) => {
    const { messages, instructions } = takeInstructions(all);
    const key = systemKey(body);
    const system = isRecord(body[key]) ? body[key] : {};
    return {
      ...body,
      ...(instructions && { [key]: { ...system, parts: instructions['parts'] } }),
      contents: messages,
    };
  },
  read,
  write: (content, plan) => {
    const parts = readList(content['parts']);
    return { ...content, parts: writeParts(plan, parts, { result, newResult, written }) };
  },
  rename: (content, part, id) => ({
    ...content,
    parts: withPart(content['parts'], part, (found) => {
      const key = callKeys.find((name) => name in found);
      const inner = key === undefined ? undefined : found[key];
      return key !== undefined && isRecord(inner) ? { ...found, [key]: { ...inner, id } } : found;
    }),
  }),
  user: (parts) => ({ role: 'user', parts: parts.map(written) }),
  assistant: (text) => ({ role: 'model', parts: [{ text }] }),
  resultMessages: (results) => [{ role: 'user', parts: results.map(newResult) }],
};

function systemKey(body: Fields): 'systemInstruction' | 'system_instruction' {
  return 'system_instruction' in body ? 'system_instruction' : 'systemInstruction';
}

function result(part: Fields, items: readonly ItemPlan[]): Fields {
  const key = 'functionResponse' in part ? 'functionResponse' : 'function_response';
  const own = isRecord(part[key]) ? part[key] : {};
  const listed = readList(own['parts']);
  const kept = items.flatMap((item): readonly unknown[] => {
    if (item.kind === 'media') return [inline(item.media)];
    return item.kind === 'keep' && item.part > 0 ? [listed[item.part - 1]] : [];
  });
  const words = items.flatMap((item) => (item.kind === 'text' ? [item.text] : []));
  const json = items.some((item) => item.kind === 'keep' && item.part === 0)
    ? own['response']
    : undefined;
  const { parts: _, response: __, ...rest } = own;
  return {
    ...part,
    [key]: { ...rest, response: answer(json, words), ...(kept.length > 0 && { parts: kept }) },
  };
}

/** `media` beside the tool's own fields, behind what stands there already; `output` where it gave none. */
function answer(json: unknown, words: readonly string[]): unknown {
  const text = words.join('\n');
  if (text === '') return json ?? {};
  if (!isRecord(json) || Object.keys(json).length === 0) return { output: text };
  const { media } = json;
  if (media === undefined) return { ...json, media: text };
  return typeof media === 'string'
    ? { ...json, media: `${media}\n${text}` }
    : { ...json, mediaNote: text };
}

function written(part: NewPart): Fields {
  return part.kind === 'text' ? { text: part.text } : inline(part.media, part.verbatim);
}

function inline(media: Media, verbatim = false): Fields {
  const { data, raw } = media;
  if ((verbatim || data.kind === 'handle') && isRecord(raw)) return raw;
  if (data.kind === 'url') return { fileData: { fileUri: data.url, mimeType: typeOf(media) } };
  return { inlineData: { mimeType: typeOf(media), data: base64Of(data) } };
}

function newResult({ id, tool, text }: NewResult): Fields {
  return {
    functionResponse: { ...(id !== undefined && { id }), name: tool, response: { output: text } },
  };
}

const callKeys = ['functionCall', 'function_call', 'functionResponse', 'function_response'];
