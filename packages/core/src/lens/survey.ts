// The history at a glance: every media slot with its place, turn and call, and every call or result that has lost its
// other half. Positions are counted in tool results and in answers that hold media, because that count is the same on every
// wire and in the record.
import type { TurnStart } from '../retention/retention.ts';
import { isBeside } from './instructions.ts';
import type { Lens } from './lens.ts';
import type { Media } from './media.ts';
import { pair, type Pairing } from './pairing.ts';
import {
  isBlank,
  type MessageView,
  type ResultView,
  type TextView,
  type ViewRole,
} from './view.ts';
import { isOurs, isStray } from './words.ts';

export interface Address {
  readonly message: number;
  readonly part: number;
  /** Inside a tool result. */
  readonly item?: number;
  /** Inside a text, or a document of blocks: which piece of it. */
  readonly piece?: number;
}

export interface CallFacts {
  readonly id: string;
  readonly tool: string;
  readonly failed: boolean;
  readonly source?: string;
}

export interface Slot {
  readonly at: Address;
  readonly role: ViewRole;
  readonly media: Media;
  /** The tool call whose result this is. */
  readonly call?: CallFacts;
  /** It stood in a tool's result as text. */
  readonly smuggled: boolean;
  readonly native: boolean;
  /** User turns before this slot. */
  readonly turn: number;
  /** Tool results, and answers with media, before the one that holds it, or before it. */
  readonly ordinal: number;
  /** Tokens of text before it, estimated. */
  readonly textBefore: number;
  /** Parts of messages before its own. */
  readonly blocksBefore: number;
}

export interface Survey {
  readonly slots: readonly Slot[];
  readonly pairing: Pairing;
  readonly turns: readonly TurnStart[];
  readonly assistants: number;
  /** Assistant messages before each message, for thinking that an eviction made stale. */
  readonly assistantsBefore: readonly number[];
  /** The last message that the model wrote, or -1: what stands after it is what it is asked about now. */
  readonly lastAssistant: number;
  /** Whether nothing but the user has spoken in this turn. */
  readonly atTurnStart: boolean;
  readonly weight: number;
  /** How many pictures the history holds. */
  readonly images: number;
}

const bytesPerToken = 4;

export function survey(
  messages: readonly unknown[],
  views: readonly MessageView[],
  lens: Lens,
  continued: boolean,
): Survey {
  const pairing = pair(views, lens.pairing, continued);
  const slots: Slot[] = [];
  /** Of instructions that stand beside the messages: they come before everything that is said. */
  const first: Slot[] = [];
  const assistantsBefore: number[] = [];
  const turns: TurnStart[] = [];
  let results = 0;
  let assistants = 0;
  let lastAssistant = -1;
  let atTurnStart = false;
  let weight = 0;
  let blocks = 0;
  for (const [message, view] of views.entries()) {
    assistantsBefore.push(assistants);
    if (startsTurn(view, message, pairing, lens)) {
      const textTokens = Math.ceil((weight + view.weight) / bytesPerToken);
      turns.push({
        turn: turns.length + 1,
        resultsBefore: results,
        assistantsBefore: assistants,
        textTokens,
        blocks: blocks + view.parts.length,
      });
      atTurnStart = true;
    } else if (view.role !== 'instructions') atTurnStart = false;
    if (view.role === 'assistant') {
      assistants += 1;
      lastAssistant = message;
    }
    const isFirst = isBeside(messages[message]);
    const base: Base = {
      role: view.role,
      turn: isFirst ? 0 : turns.length,
      ordinal: isFirst ? 0 : results,
      textBefore: isFirst ? 0 : Math.ceil(weight / bytesPerToken),
      blocksBefore: isFirst ? 0 : blocks,
    };
    for (const [part, found] of view.parts.entries()) {
      const here = isFirst ? first : slots;
      if (found.kind === 'media') {
        const { media, native } = found;
        here.push({ ...base, at: { message, part }, media, native, smuggled: false });
      }
      if (found.kind === 'text') here.push(...held(found, { message, part }, base));
      if (found.kind !== 'result') continue;
      const inside: Base = { ...base, role: 'tool', ordinal: results };
      for (const slot of inResult(found, { message, part }, inside, pairing)) slots.push(slot);
      results += 1;
    }
    if (view.role === 'assistant' && view.parts.some(({ kind }) => kind === 'media')) results += 1;
    weight += view.weight;
    blocks += view.parts.length;
  }
  const all = [...first, ...slots];
  return {
    slots: all,
    pairing,
    turns,
    assistants,
    assistantsBefore,
    lastAssistant,
    atTurnStart,
    weight,
    images: all.filter(({ media }) => media.kind === 'image').length,
  };
}

/**
 * A user message that is neither the envelope of tool results nor what was moved out of them. It is decided alike before and after
 * something was moved. Where roles alternate, the user's own words share the message of the results before them.
 */
function startsTurn(
  { role, parts }: MessageView,
  message: number,
  pairing: Pairing,
  lens: Lens,
): boolean {
  const [first] = parts;
  if (role !== 'user' || (first?.kind === 'text' && isOurs(first.text))) return false;
  const results = parts.flatMap(({ kind }, part) => (kind === 'result' ? [part] : []));
  if (results.length === 0) return true;
  if (lens.alternates !== true && results.some((part) => !pairing.isOrphan(message, part)))
    return false;
  const adopted = parts.findIndex((part) => part.kind === 'text' && isStray(part.text));
  const said = adopted < 0 ? parts : parts.slice(0, adopted);
  return said.some((_, part) => isOwn(said, part));
}

/** Said by the user: no result, no caption or note of ours, no media right behind one. What a stray result held stands last. */
function isOwn(parts: MessageView['parts'], at: number): boolean {
  const part = parts[at];
  if (!part || part.kind === 'result' || isBlank(part)) return false;
  const before = parts[at - 1];
  if (part.kind === 'media') return !(before?.kind === 'text' && isOurs(before.text));
  return part.kind !== 'text' || !isOurs(part.text);
}

type Base = Pick<Slot, 'role' | 'turn' | 'ordinal' | 'textBefore' | 'blocksBefore'>;

function inResult(result: ResultView, at: Address, base: Base, pairing: Pairing): readonly Slot[] {
  const asked = pairing.callOf(at.message, at.part);
  const call: CallFacts = {
    id: result.id ?? '',
    tool: result.tool ?? asked?.tool ?? '',
    failed: result.failed,
    ...(asked?.source !== undefined && { source: asked.source }),
  };
  return result.items.flatMap((item, index): readonly Slot[] => {
    const place = { ...at, item: index };
    if (item.kind === 'text') return held(item, place, { ...base, call });
    if (item.kind !== 'media') return [];
    return [{ ...base, at: place, media: item.media, native: item.native, call, smuggled: false }];
  });
}

/** Media inside of a part: a text that a tool gave back in its place, or a document of blocks. */
function held(
  text: TextView,
  at: Address,
  base: Base & { readonly call?: CallFacts },
): readonly Slot[] {
  return (text.pieces ?? []).flatMap((piece, index): readonly Slot[] => {
    if (piece.kind === 'text') return [];
    const place = { ...at, piece: index };
    const native = piece.native === true;
    return [{ ...base, at: place, media: piece.media, native, smuggled: !native }];
  });
}
