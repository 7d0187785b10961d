// The history at a glance: every media slot with its place, turn and call, and every call or result that has lost its
// other half. Positions are counted in tool results and in answers that hold media, because that count is the same on every
// wire and in the record.
import type { TurnStart } from '../retention/retention.ts';
import type { Lens } from './lens.ts';
import type { Media } from './media.ts';
import { pair, type Pairing } from './pairing.ts';
import type { MessageView, ResultView, TextView, ViewRole } from './view.ts';
import { isOurs } from './words.ts';

export interface Address {
  readonly message: number;
  readonly part: number;
  /** Inside a tool result. */
  readonly item?: number;
  /** Inside a text: which piece of it. */
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

export function survey(views: readonly MessageView[], lens: Lens, continued: boolean): Survey {
  const pairing = pair(views, lens.pairing, continued);
  const slots: Slot[] = [];
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
    if (startsTurn(view)) {
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
    const base = {
      role: view.role,
      turn: turns.length,
      textBefore: Math.ceil(weight / bytesPerToken),
      blocksBefore: blocks,
    };
    for (const [part, found] of view.parts.entries()) {
      if (found.kind === 'media') {
        const { media, native } = found;
        slots.push({
          ...base,
          at: { message, part },
          media,
          native,
          smuggled: false,
          ordinal: results,
        });
      }
      if (found.kind !== 'result') continue;
      const inside: Base = { ...base, role: 'tool', ordinal: results };
      for (const slot of inResult(found, { message, part }, inside, pairing)) slots.push(slot);
      results += 1;
    }
    if (view.role === 'assistant' && view.parts.some(({ kind }) => kind === 'media')) results += 1;
    weight += view.weight;
    blocks += view.parts.length;
  }
  return {
    slots,
    pairing,
    turns,
    assistants,
    assistantsBefore,
    lastAssistant,
    atTurnStart,
    weight,
    images: slots.filter(({ media }) => media.kind === 'image').length,
  };
}

/** A user message that is neither the envelope of tool results nor what was moved out of them. */
function startsTurn(view: MessageView): boolean {
  if (view.role !== 'user') return false;
  const [first] = view.parts;
  if (first?.kind === 'text' && isOurs(first.text)) return false;
  return view.parts.every((part) => part.kind !== 'result');
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
    if (item.kind === 'text') return smuggled(item, place, { ...base, call });
    if (item.kind !== 'media') return [];
    return [{ ...base, at: place, media: item.media, native: item.native, call, smuggled: false }];
  });
}

function smuggled(
  text: TextView,
  at: Address,
  base: Base & { readonly call?: CallFacts },
): readonly Slot[] {
  return (text.pieces ?? []).flatMap((piece, index): readonly Slot[] => {
    if (piece.kind === 'text') return [];
    const place = { ...at, piece: index };
    return [{ ...base, at: place, media: piece.media, native: false, smuggled: true }];
  });
}
