// From edits to messages. A message that no edit touches is handed on as the same object; in one that is touched, every
// part that no edit touches is the same object.
import type { Edit } from './edit.ts';
import type { ItemPlan, Lens, NewPart, PartPlan } from './lens.ts';
import type { Address, Survey } from './survey.ts';
import {
  isBlank,
  type ItemView,
  type MessageView,
  type PartView,
  type ResultView,
  type TextView,
} from './view.ts';
import { bridgeText, emptyMessage, noResult, shownHere, strayResult } from './words.ts';

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
  /** `none`: only the edits are applied, and whatever else is damaged stays as it is. */
  readonly repairs: 'all' | 'none';
  /** Whether thinking in this message was made for a prefix that is no more. */
  readonly isStale: (message: number) => boolean;
}

export const repairKinds = [
  'empty-part-removed',
  'empty-message-filled',
  'missing-result-added',
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

export interface Planned {
  /** The given list itself when nothing changed. */
  readonly messages: readonly unknown[];
  readonly repairs: readonly Repair[];
}

interface Hoist {
  readonly parts: NewPart[];
}

export function rebuild(input: PlanInput): Planned {
  return new Rebuild(input).run();
}

const keyOf = ({ message, part, item, piece }: Address) =>
  `${message}.${part}.${item ?? ''}.${piece ?? ''}`;

class Rebuild {
  readonly #input: PlanInput;
  readonly #edits: ReadonlyMap<string, Edit>;
  readonly #edited: ReadonlySet<number>;
  readonly #hoists = new Map<number, Hoist>();
  readonly #repairs: Repair[] = [];

  constructor(input: PlanInput) {
    this.#input = input;
    const active = input.edits.filter((edit) => edit.place !== 'untouched');
    this.#edits = new Map(active.map((edit) => [keyOf(edit.slot.at), edit]));
    this.#edited = new Set(active.map((edit) => edit.slot.at.message));
  }

  run(): Planned {
    const { messages, views, survey, lens } = this.#input;
    const out: unknown[] = [];
    let changed = false;
    for (const [index, view] of views.entries()) {
      const message = messages[index];
      const plan = this.#plan(view, index);
      const after = this.#after(index);
      const sharing = lens.hoist === 'same-message' && after.hoist;
      const full = withExtras(plan, view, after.results, sharing ? after.hoist.parts : []);
      if (!full) out.push(message);
      else if (full.length > 0 && isFields(message)) out.push(lens.write(message, full));
      if (after.results.length > 0 && lens.results === 'each')
        out.push(...lens.resultMessages(after.results));
      else if (after.results.length > 0 && !holdsResults(view))
        out.push(...lens.resultMessages(after.results));
      const apart = sharing ? undefined : after.hoist;
      const bridge = this.#bridges(index, apart !== undefined);
      if (bridge) {
        out.push(lens.assistant(bridgeText));
        this.#repaired('bridge-added', index);
      }
      if (apart) out.push(lens.user(apart.parts));
      changed ||=
        full !== undefined || after.results.length > 0 || after.hoist !== undefined || bridge;
    }
    const stray = [...this.#hoists.values()];
    if (stray.length > 0)
      throw new Error('Hoisted media without a place: a run of results did not end.');
    if (this.#repairing)
      for (const at of survey.pairing.missing.keys()) this.#repaired('missing-result-added', at);
    return { messages: changed ? out : messages, repairs: this.#repairs };

    function withExtras(
      plan: readonly PartPlan[] | undefined,
      view: MessageView,
      results: readonly PartPlan[],
      hoisted: readonly PartPlan[],
    ): readonly PartPlan[] | undefined {
      const inside = lens.results === 'shared' && holdsResults(view) ? results : [];
      if (!plan && inside.length === 0 && hoisted.length === 0) return undefined;
      return [...inside, ...(plan ?? keepAll(view)), ...hoisted];
    }
  }

  get #repairing(): boolean {
    return this.#input.repairs === 'all';
  }

  /** Behind the last of a run of results, before what the user says next or what was moved out of them. */
  #bridges(index: number, moved: boolean): boolean {
    const { views, survey, bridges } = this.#input;
    const view = views[index];
    if (!bridges || !view) return false;
    const answered = holdsResults(view) || survey.pairing.missing.has(index);
    return (
      answered &&
      survey.pairing.endOfRun(index) === index &&
      (moved || views[index + 1]?.role === 'user')
    );
  }

  #isOrphan(at: Address): boolean {
    return this.#repairing && this.#input.survey.pairing.isOrphan(at.message, at.part);
  }

  #after(index: number): {
    readonly results: readonly Extract<PartPlan, { kind: 'new-result' }>[];
    readonly hoist?: Hoist;
  } {
    const missing = (this.#repairing && this.#input.survey.pairing.missing.get(index)) || [];
    const results = missing.map(
      (call) => ({ kind: 'new-result', text: noResult(call.tool), ...call }) as const,
    );
    const hoist = this.#hoists.get(index);
    this.#hoists.delete(index);
    return { results, ...(hoist && { hoist }) };
  }

  /** Undefined: hand it on as it is. Empty: nothing of it is left. */
  #plan(view: MessageView, index: number): readonly PartPlan[] | undefined {
    if (!this.#needsWork(view, index)) return undefined;
    const parts = view.parts.flatMap((part, at) =>
      this.#part(part, view, { message: index, part: at }),
    );
    if (parts.length > 0) return parts;
    if (view.role === 'tool' || view.parts.some((part) => part.kind === 'result')) return [];
    this.#repaired('empty-message-filled', index);
    return [{ kind: 'text', text: emptyMessage }];
  }

  #needsWork(view: MessageView, index: number): boolean {
    if (this.#edited.has(index)) return true;
    if (!this.#repairing) return false;
    if (view.parts.length === 0 && view.role !== 'tool') return true;
    return view.parts.some((part, at) => {
      if (part.kind === 'thinking') return this.#input.isStale(index);
      if (part.kind !== 'result') return isBlank(part);
      return (
        this.#isOrphan({ message: index, part: at }) || this.#collapses(part) || hasBlank(part)
      );
    });
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
        this.#repaired('thinking-removed', at.message);
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
      this.#repaired('stray-result-moved', at.message);
      this.#hoistAt(at.message, [{ kind: 'text', text: strayResult(result.tool) }]);
    }
    const items = result.items.flatMap((item, index) =>
      this.#item(
        item,
        { ...at, item: index },
        index,
        orphan ? (edit) => this.#adopt(edit) : this.#hoist.bind(this),
      ),
    );
    if (orphan) {
      this.#hoistAt(
        at.message,
        items.flatMap((item) => adopted(item, result)),
      );
      return [];
    }
    const same =
      items.length > 0 &&
      items.length === result.items.length &&
      items.every((item, index) => item.kind === 'keep' && item.part === index);
    if (same && !this.#collapses(result)) return [{ kind: 'keep', part: at.part }];
    if (same) this.#repaired('list-collapsed', at.message);
    if (result.items.length === 0) this.#repaired('empty-part-removed', at.message);
    return [{ kind: 'result', part: at.part, items }];
  }

  #item(
    item: ItemView,
    at: Address,
    index: number,
    moveOut: (edit: Extract<Edit, { place: 'after-results' }>) => readonly ItemPlan[],
  ): readonly ItemPlan[] {
    if (item.kind === 'text' && item.pieces) return this.#text(item, item.pieces, at, moveOut);
    if (this.#repairing && isBlank(item)) {
      // A result may be an empty text; a list may not hold one.
      if (at.item !== undefined && item.kind === 'text' && this.#shape(at) === 'text')
        return [{ kind: 'keep', part: index }];
      this.#repaired('empty-part-removed', at.message);
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

  /** A text that held media: the text without it, then the media that may stand here. */
  #text(
    text: TextView,
    pieces: NonNullable<TextView['pieces']>,
    at: Address,
    moveOut: (edit: Extract<Edit, { place: 'after-results' }>) => readonly ItemPlan[],
  ): readonly ItemPlan[] {
    const words: string[] = [];
    const media: ItemPlan[] = [];
    const alone = pieces.every((piece) => piece.kind === 'payload' || piece.text.trim() === '');
    for (const [index, piece] of pieces.entries()) {
      const edit =
        piece.kind === 'payload' ? this.#edits.get(keyOf({ ...at, piece: index })) : undefined;
      if (piece.kind === 'text') words.push(piece.text);
      else if (edit?.place === 'words') words.push(edit.text);
      else if (edit?.place === 'here') {
        if (!alone) words.push(shownHere(edit.slot, edit.facts));
        media.push(...shown(edit));
      } else if (edit?.place === 'after-results')
        for (const part of moveOut(edit))
          if (part.kind === 'text') words.push(part.text);
          else media.push(part);
    }
    const plain = words.join('').trimEnd();
    return plain === '' ? media : [{ kind: 'text', text: plain }, ...media];
  }

  #hoist(edit: Extract<Edit, { place: 'after-results' }>): readonly ItemPlan[] {
    const note: readonly NewPart[] =
      edit.note === undefined ? [] : [{ kind: 'text', text: edit.note }];
    const caption: readonly NewPart[] =
      edit.caption === undefined ? [] : [{ kind: 'text', text: edit.caption }];
    this.#hoistAt(edit.slot.at.message, [...caption, moved(edit), ...note]);
    return [{ kind: 'text', text: edit.marker }];
  }

  /** In a result that becomes a user's message anyway, media needs no further move. */
  #adopt(edit: Extract<Edit, { place: 'after-results' }>): readonly ItemPlan[] {
    return [moved(edit)];
  }

  #hoistAt(message: number, parts: readonly NewPart[]): void {
    const end = this.#input.survey.pairing.endOfRun(message);
    const hoist = this.#hoists.get(end) ?? { parts: [] };
    hoist.parts.push(...parts);
    this.#hoists.set(end, hoist);
  }

  #repaired(kind: RepairKind, message: number): void {
    this.#repairs.push({ kind, message });
  }
}

function moved({ media, verbatim }: Extract<Edit, { place: 'after-results' }>): NewPart {
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

function keepAll(view: MessageView): readonly PartPlan[] {
  return view.parts.map((_, part) => ({ kind: 'keep', part }));
}

function holdsResults(view: MessageView): boolean {
  return view.parts.some((part) => part.kind === 'result');
}

/** A list must hold something, and nothing blank. */
function hasBlank(result: ResultView): boolean {
  return result.shape === 'parts' && (result.items.length === 0 || result.items.some(isBlank));
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
