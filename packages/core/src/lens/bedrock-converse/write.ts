// Writes Converse messages. A format stands in place of a media type, and a document must have a name.
import { isRecord, type Fields } from '../../parse/read.ts';
import {
  compose,
  withPart,
  writeParts,
  type ItemPlan,
  type NewPart,
  type NewResult,
  type PartPlan,
} from '../lens.ts';
import type { Media } from '../media.ts';
import { base64Of, typeOf } from '../native.ts';
import { emptyMessage } from '../words.ts';

export function write(message: Fields, plan: readonly PartPlan[]): Fields {
  const { content } = message;
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  return { ...message, content: writeParts(plan, blocks, { result, newResult, written }) };
}

function result(found: Fields, items: readonly ItemPlan[]): Fields | undefined {
  const { toolResult } = found;
  if (!isRecord(toolResult)) return undefined;
  const { content } = toolResult;
  const inner: readonly unknown[] = Array.isArray(content) ? content : [];
  const said = compose<unknown>(items, (index) => inner[index], written);
  return {
    ...found,
    toolResult: { ...toolResult, content: said.length > 0 ? said : [{ text: emptyMessage }] },
  };
}

function written(part: NewPart): Fields {
  return part.kind === 'text' ? { text: part.text } : media(part.media, part.verbatim);
}

function media(found: Media, verbatim = false): Fields {
  const { raw, data } = found;
  if ((verbatim || data.kind === 'handle') && isRecord(raw)) return raw;
  const [, format = 'png'] = typeOf(found).split('/');
  const source = { bytes: base64Of(data) };
  if (found.kind === 'image') return { image: { format, source } };
  return { document: { format, name: documentName(found.name), source } };
}

/** Letters, digits, spaces, hyphens, parentheses and brackets, says the reference. */
function documentName(name: string | undefined): string {
  const plain = (name ?? '')
    .replaceAll(/[^\p{L}\p{N} ()[\]-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return plain === '' ? 'document' : plain.slice(0, 200);
}

/** Roles alternate: what one side says in a row is one message. */
export function alternating(messages: readonly unknown[]): readonly unknown[] {
  const out: unknown[] = [];
  for (const message of messages) {
    const last = out.at(-1);
    if (!isRecord(last) || !isRecord(message) || last['role'] !== message['role']) {
      out.push(message);
      continue;
    }
    const parts = [last['content'], message['content']].flatMap((content): readonly unknown[] =>
      Array.isArray(content) ? content : [],
    );
    out[out.length - 1] = { ...last, content: parts };
  }
  return out;
}

export function user(parts: readonly NewPart[]): Fields {
  return { role: 'user', content: parts.map(written) };
}

export function assistant(text: string): Fields {
  return { role: 'assistant', content: [{ text }] };
}

function newResult({ id, text }: NewResult): Fields {
  return { toolResult: { toolUseId: id ?? '', content: [{ text }] } };
}

export function resultMessages(results: readonly NewResult[]): readonly Fields[] {
  return [{ role: 'user', content: results.map(newResult) }];
}

export function rename(message: Fields, part: number, id: string): Fields {
  const content = withPart(message['content'], part, (found) => {
    const key = 'toolUse' in found ? 'toolUse' : 'toolResult';
    const inner = found[key];
    return isRecord(inner) ? { ...found, [key]: { ...inner, toolUseId: id } } : found;
  });
  return { ...message, content };
}
