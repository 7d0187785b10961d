// What becomes of each part of a message: kept as the same object, put into words, written anew, or moved behind the results
// of its turn. Repairs of what was damaged before are decided here, too, and each is reported.
import type { Edit } from './edit.ts';
import type { ItemPlan, Lens, NewPart, PartPlan } from './lens.ts';
import type { Piece } from './payload.ts';
import type { Address, Survey } from './survey.ts';
import {
  isBlank,
  type ItemView,
  type MessageView,
  type PartView,
  type ResultView,
} from './view.ts';
import { emptyMessage, shownHere, strayResult } from './words.ts';

export interface PlanInput {
  readonly lens: Lens;
  readonly messages: readonly unknown[];
  readonly views: readonly MessageView[];
  readonly survey: Survey;
  readonly edits: readonly Edit[];
  /** Whether the wire below keeps lists of texts as they are. */
  readonly collapseLists: boolean;
  /** Whether an assistant's word must stand between a tool's message and a user's. */
  readonly bridges: boolean;
  readonly repairs: RepairScope;
  /** Whether thinking in this message was made for a prefix that is no more. */
  readonly isStale: (message: number) => boolean;
}

/** `certain`: what this wire is known to refuse. `none`: only edits are applied; whatever else is damaged stays. */
export type RepairScope = 'all' | 'certain' | 'none';

const repairKinds = [
  'empty-part-removed',
  'empty-message-filled',
  'missing-result-added',
  'result-moved-first',
  'call-renamed',
  'remote-call-told',
  'stray-result-moved',
  'list-collapsed',
  'thinking-removed',
  'bridge-added',
] as const;
export type RepairKind = (typeof repairKinds)[number];
export interface Repair {
  readonly kind: RepairKind;
  readonly message: number;
}

const keyOf = ({ message, part, item, piece }: Address) =>
  `${message}.${part}.${item ?? ''}.${piece ?? ''}`;

type MovedEdit = Extract<Edit, { place: 'after-results' }>;

export class Planner {
  readonly #input: PlanInput;
  readonly #edits: ReadonlyMap<string, Edit>;
  readonly #edited: ReadonlySet<number>;
  readonly #hoists = new Map<number, NewPart[]>();
  readonly repairs: Repair[] = [];

  constructor(input: PlanInput) {
    this.#input = input;
    const active = input.edits.filter((edit) => edit.place !== 'untouched');
    this.#edits = new Map(active.map((edit) => [keyOf(edit.slot.at), edit]));
    this.#edited = new Set(active.map((edit) => edit.slot.at.message));
  }

  get repairing(): boolean {
    return this.#input.repairs !== 'none';
  }

  /** Whether parts without content go: some wires take them. */
  get #tidies(): boolean {
    const { repairs, lens } = this.#input;
    return repairs === 'all' || (repairs === 'certain' && lens.refusesBlanks);
  }

  /** What has to follow this message, once. */
  takeHoisted(index: number): readonly NewPart[] {
    const parts = this.#hoists.get(index) ?? [];
    this.#hoists.delete(index);
    return parts;
  }

  #isOrphan(at: Address): boolean {
    return this.repairing && this.#input.survey.pairing.isOrphan(at.message, at.part);
  }

  /** Undefined: hand it on as it is. Empty: nothing of it is left. */
  plan(view: MessageView, index: number): readonly PartPlan[] | undefined {
    if (!this.#needsWork(view, index)) return undefined;
    const parts = view.parts.flatMap((part, at) =>
      this.#part(part, view, { message: index, part: at }),
    );
    if (parts.length > 0) return this.#ordered(parts, view, index);
    if (view.role === 'tool' || view.parts.some((part) => part.kind === 'result')) return [];
    this.repaired('empty-message-filled', index);
    return [{ kind: 'text', text: emptyMessage }];
  }

  #needsWork(view: MessageView, index: number): boolean {
    if (this.#edited.has(index)) return true;
    if (!this.repairing || view.role === 'instructions') return false;
    if (view.parts.length === 0 && view.role !== 'tool') return this.#tidies;
    if (this.#isLate(view)) return true;
    return view.parts.some((part, at) => {
      if (part.kind === 'thinking') return this.#input.isStale(index);
      if (part.kind !== 'result') return this.#tidies && isBlank(part);
      return (
        this.#isOrphan({ message: index, part: at }) ||
        this.#collapses(part) ||
        (this.#tidies && hasBlank(part))
      );
    });
  }

  /** Where results share a message with the user's words, they come first. */
  #isLate(view: MessageView): boolean {
    if (!this.repairing || view.role !== 'user' || this.#input.lens.results !== 'shared')
      return false;
    const other = view.parts.findIndex((part) => part.kind !== 'result');
    return other >= 0 && view.parts.findLastIndex((part) => part.kind === 'result') > other;
  }

  #ordered(parts: readonly PartPlan[], view: MessageView, index: number): readonly PartPlan[] {
    if (!this.#isLate(view)) return parts;
    this.repaired('result-moved-first', index);
    const isResult = (part: PartPlan) =>
      part.kind === 'result' || (part.kind === 'keep' && view.parts[part.part]?.kind === 'result');
    return [...parts.filter(isResult), ...parts.filter((part) => !isResult(part))];
  }

  #collapses(result: ResultView): boolean {
    return (
      this.#input.collapseLists &&
      result.shape === 'parts' &&
      result.items.every((item) => item.kind === 'text')
    );
  }

  #part(part: PartView, view: MessageView, at: Address): readonly PartPlan[] {
    switch (part.kind) {
      case 'result':
        return this.#result(part, at);
      case 'thinking':
        if (!this.#input.isStale(at.message)) return [{ kind: 'keep', part: at.part }];
        this.repaired('thinking-removed', at.message);
        return [];
      case 'text':
      case 'media':
      case 'opaque':
      case 'empty':
        return this.#item(part, at, at.part, this.#hoist.bind(this));
      case 'call':
        return [{ kind: 'keep', part: at.part }];
    }
  }

  #result(result: ResultView, at: Address): readonly PartPlan[] {
    const orphan = this.#isOrphan(at);
    if (orphan) {
      this.repaired('stray-result-moved', at.message);
      this.#hoistAt(at.message, [{ kind: 'text', text: strayResult(result.tool) }]);
    }
    // In a result that becomes a user's message anyway, media needs no further move.
    const moveOut = orphan ? (edit: MovedEdit) => [moved(edit)] : this.#hoist.bind(this);
    const items = result.items.flatMap((item, index) =>
      this.#item(item, { ...at, item: index }, index, moveOut),
    );
    if (orphan) {
      const parts = items.flatMap((item) => adopted(item, result));
      this.#hoistAt(at.message, parts);
      return [];
    }
    const same =
      items.length > 0 &&
      items.length === result.items.length &&
      items.every((item, index) => item.kind === 'keep' && item.part === index);
    if (same && !this.#collapses(result)) return [{ kind: 'keep', part: at.part }];
    if (same) this.repaired('list-collapsed', at.message);
    if (result.items.length === 0) this.repaired('empty-part-removed', at.message);
    return [{ kind: 'result', part: at.part, items }];
  }

  #item(
    item: ItemView,
    at: Address,
    index: number,
    moveOut: (edit: MovedEdit) => readonly ItemPlan[],
  ): readonly ItemPlan[] {
    if (item.kind === 'text' && item.pieces && this.#changes(item.pieces, at))
      return this.#text(item.pieces, at, moveOut);
    if (this.#tidies && isBlank(item)) {
      // A result may be an empty text; a list may not hold one.
      if (at.item !== undefined && item.kind === 'text' && this.#shape(at) === 'text')
        return [{ kind: 'keep', part: index }];
      this.repaired('empty-part-removed', at.message);
      return [];
    }
    const edit = item.kind === 'media' ? this.#edits.get(keyOf(at)) : undefined;
    if (!edit) return [{ kind: 'keep', part: index }];
    switch (edit.place) {
      case 'untouched':
        return [{ kind: 'keep', part: index }];
      case 'here':
        return shown(edit);
      case 'words':
        return [{ kind: 'text', text: edit.text }];
      case 'after-results':
        return moveOut(edit);
    }
  }

  #shape(at: Address): ResultView['shape'] | undefined {
    const part = this.#input.views[at.message]?.parts[at.part];
    return part?.kind === 'result' ? part.shape : undefined;
  }

  /** Whether anything was decided about the media in this text. */
  #changes(pieces: readonly Piece[], at: Address): boolean {
    return pieces.some((_, piece) => this.#edits.has(keyOf({ ...at, piece })));
  }

  /** A text that held media: the text without it, then the media that may stand here. */
  #text(
    pieces: readonly Piece[],
    at: Address,
    moveOut: (edit: MovedEdit) => readonly ItemPlan[],
  ): readonly ItemPlan[] {
    const words: string[] = [];
    const media: ItemPlan[] = [];
    const alone = pieces.every((piece) => piece.kind === 'payload' || piece.text.trim() === '');
    for (const [index, piece] of pieces.entries()) {
      const edit =
        piece.kind === 'payload' ? this.#edits.get(keyOf({ ...at, piece: index })) : undefined;
      if (piece.kind === 'text') words.push(piece.text);
      else if (!edit) media.push({ kind: 'media', media: piece.media, verbatim: true });
      else if (edit.place === 'words') words.push(edit.text);
      else if (edit.place === 'here') {
        if (!alone) words.push(shownHere(edit.slot, edit.facts));
        media.push(...shown(edit));
      } else if (edit.place === 'after-results')
        for (const part of moveOut(edit))
          if (part.kind === 'text') words.push(part.text);
          else media.push(part);
    }
    const plain = words.join('').trimEnd();
    return plain === '' ? media : [{ kind: 'text', text: plain }, ...media];
  }

  #hoist(edit: MovedEdit): readonly ItemPlan[] {
    const note: readonly NewPart[] =
      edit.note === undefined ? [] : [{ kind: 'text', text: edit.note }];
    const caption: readonly NewPart[] =
      edit.caption === undefined ? [] : [{ kind: 'text', text: edit.caption }];
    this.#hoistAt(edit.slot.at.message, [...caption, moved(edit), ...note]);
    return [{ kind: 'text', text: edit.marker }];
  }

  #hoistAt(message: number, parts: readonly NewPart[]): void {
    const { survey, views } = this.#input;
    // What an answer holds beside its calls follows their results: nothing may stand between the two.
    const isAnswered = views[message + 1]?.parts.some((part) => part.kind === 'result') === true;
    const asks = views[message]?.parts.some((part) => part.kind === 'call') === true;
    const end = survey.pairing.endOfRun(asks && isAnswered ? message + 1 : message);
    const hoisted = this.#hoists.get(end) ?? [];
    for (const part of parts) hoisted.push(part);
    this.#hoists.set(end, hoisted);
  }

  repaired(kind: RepairKind, message: number): void {
    this.repairs.push({ kind, message });
  }
}

function moved({ media, verbatim }: MovedEdit): NewPart {
  return { kind: 'media', media, ...(verbatim && { verbatim }) };
}

function shown(edit: Extract<Edit, { place: 'here' }>): readonly ItemPlan[] {
  const media: ItemPlan = { kind: 'media', media: edit.media };
  return edit.note === undefined ? [media] : [media, { kind: 'text', text: edit.note }];
}

function adopted(item: ItemPlan, result: ResultView): readonly NewPart[] {
  if (item.kind !== 'keep') return [item];
  const view = result.items[item.part];
  if (view?.kind === 'text') return [{ kind: 'text', text: view.text }];
  return view?.kind === 'media'
    ? [{ kind: 'media', media: view.media, verbatim: view.native }]
    : [];
}

/** A list must hold something, and nothing blank. */
function hasBlank(result: ResultView): boolean {
  return result.shape === 'parts' && (result.items.length === 0 || result.items.some(isBlank));
}
