// What a wire has to know about itself: where its messages are, how to read one, and how to write one back. No rule about
// what a model may see stands in a lens; those are the engine's.
import type { Wire } from '../profile/placement.ts';
import { isRecord, readText, type Fields } from '../parse/read.ts';
import type { Media } from './media.ts';
import type { MessageView } from './view.ts';

export type LensWire = Wire;
export type ItemPlan =
  /** The wire's own part, by its place: the same reference, byte for byte. */
  | { readonly kind: 'keep'; readonly part: number }
  | { readonly kind: 'text'; readonly text: string }
  /** `verbatim`: spelled for this wire already, so the part itself moves, knobs and all. */
  | { readonly kind: 'media'; readonly media: Media; readonly verbatim?: boolean };

interface ResultPlan {
  readonly kind: 'result';
  readonly part: number;
  readonly items: readonly ItemPlan[];
}

export interface NewResult {
  readonly kind: 'new-result';
  readonly id?: string;
  readonly tool: string;
  readonly text: string;
}

export type PartPlan = ItemPlan | ResultPlan | NewResult;
export type NewPart = Exclude<ItemPlan, { kind: 'keep' }>;

export interface Opened {
  readonly messages: readonly unknown[];
  /** The provider holds the beginning of this conversation, so a result may lack its call here. */
  readonly continued: boolean;
}

export interface Lens {
  readonly wire: LensWire | 'ai-sdk';
  /** Whether results must stand directly after their calls. */
  readonly pairing: 'adjacent' | 'anywhere';
  /** Whether several results share a message, or each is one of its own. */
  readonly results: 'shared' | 'each';
  /** Whether roles alternate, so that what the user says next shares the message of the results before it. */
  readonly alternates?: true;
  /** Where media goes that may not stay in its result. */
  readonly hoist: 'next-message' | 'same-message';
  /** Whether media may stand in what the model said. */
  readonly assistantMedia: boolean;
  /** Whether a part without content is refused. */
  readonly refusesBlanks: boolean;
  /** Whether the layer below turns a list of texts into JSON, unless it is one plain text. */
  readonly stringifiesLists: boolean;
  /** In which form bytes travel: JSON knows only base64. */
  readonly carries: 'base64' | 'bytes';
  open(body: Fields): Opened | undefined;
  close(body: Fields, messages: readonly unknown[]): Fields;
  /** What the layer below could not carry is told in other parts first; the same list where there is none of it. */
  prepare?(messages: readonly unknown[]): readonly unknown[];
  read(message: unknown): MessageView;
  write(message: Fields, plan: readonly PartPlan[]): Fields;
  /** The message with another id for the call, or the result, at this place. */
  rename(message: Fields, part: number, id: string): Fields;
  user(parts: readonly NewPart[]): Fields;
  assistant(text: string): Fields;
  resultMessages(results: readonly NewResult[]): readonly Fields[];
}

/** A list with one of its records changed, or as it was when there is none at that place. */
export function withPart(list: unknown, index: number, change: (part: Fields) => Fields): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((part: unknown, at) => (at === index && isRecord(part) ? change(part) : part));
}

/** A part as it stands in a list: a bare text becomes a part of its own. */
export function asListed(part: unknown, type = 'text'): unknown {
  return typeof part === 'string' ? { type, text: part } : part;
}

/** The words of a part that holds nothing else. */
export function textOf(
  part: unknown,
  isText: (type: unknown) => boolean = (type) => type === 'text',
): string | undefined {
  if (typeof part === 'string') return part;
  return isRecord(part) && isText(part['type']) ? readText(part['text']) : undefined;
}

/** Lists the wire's parts that a plan names, writing the new ones with the wire's own words. */
export function compose<P>(
  plan: readonly ItemPlan[],
  kept: (part: number) => P | undefined,
  write: (part: NewPart) => P,
): readonly P[] {
  const parts: P[] = [];
  for (const item of plan) {
    const part = item.kind === 'keep' ? kept(item.part) : write(item);
    if (part !== undefined) parts.push(part);
  }
  return parts;
}

/** How a wire writes the parts of a message that has results among them. */
export interface PartWriter {
  /** A result of the wire's own with these items in it; undefined where it is none. */
  readonly result: (found: Fields, items: readonly ItemPlan[]) => Fields | undefined;
  readonly newResult: (result: NewResult) => Fields;
  readonly written: (part: NewPart) => Fields;
  /** A part that stays, as it stands in a list. */
  readonly kept?: (part: unknown) => unknown;
}

/** The parts of a message as its plan says. */
export function writeParts(
  plan: readonly PartPlan[],
  parts: readonly unknown[],
  { result, newResult, written, kept = (part) => part }: PartWriter,
): readonly unknown[] {
  return plan.flatMap((part): readonly unknown[] => {
    switch (part.kind) {
      case 'result': {
        const found = parts[part.part];
        const own = isRecord(found) ? result(found, part.items) : undefined;
        return own ? [own] : [];
      }
      case 'new-result':
        return [newResult(part)];
      case 'keep':
      case 'text':
      case 'media':
        return compose<unknown>([part], (index) => kept(parts[index]), written);
    }
  });
}

/** `content` as its plan says: one plain text where it was one and nothing else has come, and a list otherwise. */
export function writeContent(
  message: Fields,
  plan: readonly PartPlan[],
  writer: PartWriter,
): Fields {
  const { content } = message;
  const isList = Array.isArray(content);
  const parts: readonly unknown[] = isList ? content : [content];
  const text = isList ? undefined : plainText(plan, (part) => textOf(parts[part]));
  return { ...message, content: text ?? writeParts(plan, parts, writer) };
}

/** The text of a plan that is nothing but text, or undefined. */
export function plainText(
  plan: readonly PartPlan[],
  textAt: (part: number) => string | undefined,
): string | undefined {
  const words: string[] = [];
  for (const item of plan) {
    const text =
      item.kind === 'text' ? item.text : item.kind === 'keep' ? textAt(item.part) : undefined;
    if (text === undefined) return undefined;
    words.push(text);
  }
  return words.filter((text) => text !== '').join('\n');
}
