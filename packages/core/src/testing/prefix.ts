// Prompt caches and bound thinking need the earlier part of a conversation to be the same bytes in the next request.
import { checkOptions, oneOf } from '../options.ts';
import { isRecord } from '../parse/read.ts';
import { field, items, rootOf, type Place } from './place.ts';
import { judgedWires, type JudgedWire } from './verdict.ts';

export interface PrefixVerdict {
  readonly ok: boolean;
  /** How many segments (tools, system, message heads and content blocks) the two requests share from the start. */
  readonly shared: number;
  /** The first place of the earlier request that the later one does not repeat. */
  readonly broken?: { readonly location: string; readonly before: string; readonly after: string };
}

/**
 * Whether the later request begins with the earlier one: same tools, same system, same messages block by block. A last
 * message that gained blocks at its end is a continuation. Cache markers move from request to request and are not content.
 *
 * @example expect(prefixStable('anthropic-messages', first.body, second.body).ok).toBe(true);
 */
export function prefixStable(wire: JudgedWire, previous: unknown, next: unknown): PrefixVerdict {
  checkOptions('prefixStable', { wire }, { wire: oneOf(judgedWires) });
  const before = segments(wire, previous);
  const after = segments(wire, next);
  const index = before.findIndex((segment, place) => segment.text !== after[place]?.text);
  if (index < 0) return { ok: true, shared: before.length };
  const [was, is] = [before[index], after[index]];
  return {
    ok: false,
    shared: index,
    broken: { location: was?.at ?? '', before: excerpt(was?.text), after: excerpt(is?.text) },
  };
}

interface Segment {
  readonly text: string;
  readonly at: string;
}

const history: Readonly<
  Record<
    JudgedWire,
    { readonly list: string; readonly blocks: string; readonly head: readonly string[] }
  >
> = {
  'chat-completions': { list: 'messages', blocks: 'content', head: ['tools'] },
  'mistral-chat': { list: 'messages', blocks: 'content', head: ['tools'] },
  responses: { list: 'input', blocks: 'content', head: ['tools', 'instructions'] },
  'anthropic-messages': { list: 'messages', blocks: 'content', head: ['tools', 'system'] },
  gemini: { list: 'contents', blocks: 'parts', head: ['tools', 'systemInstruction'] },
  'bedrock-converse': { list: 'messages', blocks: 'content', head: ['toolConfig', 'system'] },
};

function segments(wire: JudgedWire, given: unknown): readonly Segment[] {
  const parsed: unknown = typeof given === 'string' ? JSON.parse(given) : given;
  const root = rootOf(parsed);
  const { list, blocks, head } = history[wire];
  const heads = head.map((key) => segment(field(root, key)));
  return [
    ...heads,
    ...items(field(root, list)).flatMap((message) => messageSegments(message, blocks)),
  ];
}

function messageSegments(message: Place, blocks: string): readonly Segment[] {
  const content = field(message, blocks);
  if (!Array.isArray(content.value) || !isRecord(message.value)) return [segment(message)];
  const { [blocks]: _, ...rest } = message.value;
  const kept = items(content).filter(({ value }) => !(isRecord(value) && 'cachePoint' in value));
  return [segment({ value: rest, at: message.at }), ...kept.map(segment)];
}

function segment(place: Place): Segment {
  const text = JSON.stringify(place.value, (key, value: unknown) =>
    key === 'cache_control' ? undefined : value,
  );
  return { text, at: place.at };
}

function excerpt(text: string | undefined): string {
  if (text === undefined) return '(nothing)';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
