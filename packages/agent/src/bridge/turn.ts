// One turn of one conversation: the budget that user and tool media share, in the order in which they are asked for. Equal
// media costs once; what was told before, or is damaged, costs nothing.
import { accept, refuse, type BlobId, type Outcome, type Refusal } from '@percept/core';
import type { HeldMedia } from '@percept/core/lens';
import type { MediaKind } from '@percept/core/internal/route';
import type { Span } from '../tools/index.ts';
import { blobIdOf } from '../tools/reference.ts';
import type { Choice } from './choose-route.ts';
import type { DescribedKind, Describer, Told } from './describer.ts';
import { cancelled } from './failure.ts';
import {
  look,
  prepare,
  remembered,
  tell,
  type LookParts,
  type Prepared,
  type Sight,
} from './look.ts';
import type { Recipient } from './event.ts';
import type { KnownMedia } from './known-media.ts';
import {
  damaged,
  deferred,
  lookAgain,
  lookLater,
  looksSpent,
  notTold,
  toldBy,
  toldInstead,
  willTell,
  type Author,
} from './words.ts';

export interface TurnParts extends LookParts {
  readonly choose: (media: MediaKind) => Choice;
  /** Local eyes or ears, for what stands beside or behind another's words. */
  readonly local: (kind: DescribedKind) => Describer | undefined;
  readonly known: KnownMedia;
}

/** Words for a prompt, and who looked for them; nobody did where they only say why not. */
export interface Said {
  readonly text: string;
  readonly by?: Recipient;
}

/** One piece of media that a model does not take, before its bytes are here. */
export interface Wanted {
  readonly kind: MediaKind;
  readonly blob: BlobId;
  /** Of an earlier turn: it waits for those of this one. */
  readonly earlier?: boolean;
}

/** What will become of it, said before anybody looks. */
export type Plan =
  /** Told before: nobody looks now. */
  | { readonly state: 'known'; readonly by: Author }
  | { readonly state: 'look'; readonly by: Author; readonly timeoutMs: number }
  | { readonly state: 'deferred'; readonly maxPerTurn: number }
  | { readonly state: 'none'; readonly refusal: Refusal };

type Admission =
  | { readonly state: 'known' }
  | { readonly state: 'granted'; readonly prepared: Prepared }
  | { readonly state: 'deferred' }
  | { readonly state: 'refused'; readonly words: Outcome<Said> };

const never = new AbortController().signal;

export class BridgeTurn {
  readonly #parts: TurnParts;
  readonly #told: Map<string, Promise<Outcome<Said>>>;
  /** Of those: where the words say only why nobody could look. */
  readonly #unlooked: Set<string>;
  /** Admissions happen one after the other, in the order of the asking. */
  #line: Promise<unknown> = Promise.resolve();
  /** Decided before anybody looked, in the order of the prompt: so it does not matter who is done first. */
  readonly #admitted = new Map<string, 'look' | 'deferred'>();
  /** Pictures that the budget counted: what was attached and a look at the whole of it are one. */
  readonly #counted = new Set<BlobId>();
  #images = 0;
  /** Of those: looked at for the history. */
  #earlier = 0;
  #looks = 0;
  #deferred = 0;

  constructor(
    parts: TurnParts,
    told = new Map<string, Promise<Outcome<Said>>>(),
    unlooked = new Set<string>(),
  ) {
    this.#parts = parts;
    this.#told = told;
    this.#unlooked = unlooked;
  }

  /** A fresh budget. What was said in a slot stays said, so that a prompt's prefix never changes. */
  next(): BridgeTurn {
    return new BridgeTurn(this.#parts, this.#told, this.#unlooked);
  }

  /** Somebody looks at it once more: what was only put off, or failed, is not repeated. */
  reopen(kind: DescribedKind, blob: BlobId): boolean {
    const choice = this.#parts.choose(kind);
    if (choice.kind !== 'describe') return false;
    const { known } = this.#parts;
    const key = keyOf(blob, choice.by);
    const wasPutOff = known.putOff(blob, choice.by.id) !== undefined;
    if (wasPutOff) known.notePutOff(blob, choice.by.id, undefined);
    const failed = this.#unlooked.delete(key);
    if (failed) this.#told.delete(key);
    if (wasPutOff || failed) this.#admitted.delete(key);
    return wasPutOff || failed;
  }

  /** Who will be asked about what. The first of a turn's pictures are looked at, and the rest is named. */
  async plan(wanted: readonly Wanted[]): Promise<readonly Plan[]> {
    const plans: Plan[] = [];
    for (const { kind, blob, earlier } of wanted)
      plans.push(await this.#planOne(kind, blob, earlier));
    return plans;
  }

  /** The words of a dry run: those that are known, or who will make them. */
  async planned(kind: MediaKind, blob: BlobId): Promise<Outcome<string>> {
    const choice = this.#parts.choose(kind);
    const before = choice.kind === 'describe' ? this.#putOff(blob, choice.by) : undefined;
    if (before !== undefined) return accept(before);
    const plan = await this.#planOne(kind, blob);
    switch (plan.state) {
      case 'none':
        return refuse(plan.refusal);
      case 'deferred':
        return accept(deferred(plan.maxPerTurn, this.#deferred, lookLater(blob)));
      case 'known':
      case 'look':
        return accept(willTell(plan));
    }
  }

  async #planOne(kind: MediaKind, blob: BlobId, earlier = false): Promise<Plan> {
    const found = this.#route(kind);
    if (!found.ok) return { state: 'none', refusal: found.refusal };
    const { by } = found.value;
    const { model, host, place } = by;
    const { maxImagesPerTurn: maxPerTurn, timeoutMs } = this.#parts.settings;
    const key = keyOf(blob, by);
    const decided = this.#admitted.get(key);
    const known =
      decided === undefined &&
      (this.#told.has(key) ||
        this.#putOff(blob, by) !== undefined ||
        (await this.#parts.cache.has(blob, by, this.#parts.settings)));
    if (known) return { state: 'known', by: { model, host, place } };
    const state = decided ?? this.#admitNow(found.value.kind, blob, earlier);
    this.#admitted.set(key, state);
    return state === 'deferred'
      ? { state, maxPerTurn }
      : { state, by: { model, host, place }, timeoutMs };
  }

  /** The words that stand in its place since it was put off. */
  #putOff(blob: BlobId, by: Describer): string | undefined {
    const how = this.#parts.known.putOff(blob, by.id);
    return how && deferred(how.maxPerTurn, how.unseen, lookLater(blob));
  }

  #admitNow(kind: DescribedKind, blob: BlobId, earlier: boolean): 'look' | 'deferred' {
    if (kind !== 'image') return 'look';
    const whole = this.#parts.known.wholeOf(blob);
    if (this.#counted.has(whole)) return 'look';
    const { maxImagesPerTurn, maxLooksPerTurn } = this.#parts.settings;
    if (this.#images >= maxImagesPerTurn) {
      // What the model looks at now was not spent by its history: it is one of the looks that it asks for.
      const isCrowdedOut = !earlier && this.#images - this.#earlier < maxImagesPerTurn;
      if (!isCrowdedOut || this.#looks >= maxLooksPerTurn) {
        this.#deferred += 1;
        return 'deferred';
      }
      this.#looks += 1;
    }
    this.#counted.add(whole);
    this.#images += 1;
    if (earlier) this.#earlier += 1;
    return 'look';
  }

  /** Words for one piece of media in its own slot. A refusal means: no route, and the lens says so. */
  describe(media: HeldMedia, signal: AbortSignal = never): Promise<Outcome<Said>> {
    const found = this.#sight(media);
    if (!found.ok) return Promise.resolve(found);
    const sight = found.value;
    const key = keyOf(sight.blob, sight.by);
    const known = this.#told.get(key);
    if (known) return known;
    const telling = this.#tellInSlot(sight, signal).then((words) => {
      const isPutOff = this.#putOff(sight.blob, sight.by) !== undefined;
      // What was taken back may be asked for again, and what was put off is known elsewhere.
      if (isPutOff || (!words.ok && words.refusal.refused === 'cancelled')) this.#told.delete(key);
      else if (words.ok && !words.value.by) this.#unlooked.add(key);
      return words;
    });
    this.#told.set(key, telling);
    return telling;
  }

  /** Looks again, at the pixels, with a question; or listens again, to a span. */
  async look(
    media: HeldMedia,
    question: string | undefined,
    signal: AbortSignal = never,
    span?: Span,
  ): Promise<Outcome<Said>> {
    const found = this.#sight(media);
    if (!found.ok) return found;
    const sight = { ...found.value, question, span };
    const { maxLooksPerTurn } = this.#parts.settings;
    if (!(await remembered(this.#parts, sight))) {
      if (this.#looks >= maxLooksPerTurn) return refuse(looksSpent(maxLooksPerTurn));
      this.#looks += 1;
    }
    return this.#tell(sight, signal);
  }

  /** In one line, and by nobody but local eyes or ears: for people, of what a model made. */
  async brief(media: HeldMedia, signal: AbortSignal): Promise<Outcome<Required<Said>>> {
    const kind = kindOf(media);
    const by = kind === 'file' ? undefined : this.#parts.local(kind);
    if (!by || kind === 'file') return refuse(nobody(kind));
    const told = await tell(this.#parts, { media, kind, blob: blobOf(media), by }, signal);
    if (!told.ok) return told;
    const { text, brief = text } = told.value;
    return accept({ text: brief, by: { model: by.model, host: by.host } });
  }

  async #tellInSlot(sight: Sight, signal: AbortSignal): Promise<Outcome<Said>> {
    const { kind, blob, by } = sight;
    const before = this.#putOff(blob, by);
    if (before !== undefined) return accept({ text: before });
    const decided = this.#admitted.get(keyOf(blob, by));
    const ready: Promise<Admission> =
      decided === 'deferred' ? Promise.resolve({ state: 'deferred' }) : this.#ready(sight, signal);
    const line = this.#line.then(async () => {
      const admission = await ready;
      return decided === undefined ? this.#admit(sight, admission) : admission;
    });
    this.#line = line.catch(() => undefined);
    const admission = await line;
    switch (admission.state) {
      case 'refused':
        return admission.words;
      case 'deferred': {
        const { maxImagesPerTurn: maxPerTurn } = this.#parts.settings;
        // Kept, so that the reference in the words leads somewhere.
        const kept = await this.#parts.store.put(sight.media.bytes);
        // Everybody who stands in line is counted before the first of them is told how many they are.
        await this.#line;
        this.#parts.emit({ type: 'media-deferred', media: kind, blob, maxPerTurn });
        const unseen = this.#deferred;
        if (kept.ok) {
          this.#parts.known.notePutOff(blob, by.id, { maxPerTurn, unseen });
          this.#admitted.delete(keyOf(blob, by));
        }
        return accept({ text: deferred(maxPerTurn, unseen, kept.ok ? lookLater(blob) : '') });
      }
      case 'known':
      case 'granted':
        return this.#tell(sight, signal, admission);
    }
  }

  async #ready(sight: Sight, signal: AbortSignal): Promise<Admission> {
    if (await remembered(this.#parts, sight)) return { state: 'known' };
    const prepared = await prepare(this.#parts, sight, signal);
    if (prepared.ok) return { state: 'granted', prepared: prepared.value };
    return { state: 'refused', words: this.#damaged(sight.kind, prepared.refusal) };
  }

  #admit({ kind, blob }: Sight, admission: Admission): Admission {
    if (admission.state !== 'granted') return admission;
    return this.#admitNow(kind, blob, false) === 'deferred' ? { state: 'deferred' } : admission;
  }

  async #tell(sight: Sight, signal: AbortSignal, admission?: Admission): Promise<Outcome<Said>> {
    const parts = this.#parts;
    const { kind, by, blob } = sight;
    const known = await remembered(parts, sight);
    const local = by.place === 'remote' ? parts.local(kind) : undefined;
    // What local eyes read beside another's description is never a reason to fail.
    const beside =
      local && kind === 'image' ? tell(parts, beneath(sight, local), signal) : undefined;
    const told = known
      ? accept(known)
      : admission?.state === 'granted'
        ? await look(parts, sight, admission.prepared, signal)
        : await tell(parts, sight, signal);
    const read = await beside;
    if (signal.aborted) return refuse(cancelled);
    if (told.ok) {
      const lines = read?.ok ? read.value.lines : undefined;
      return accept(this.#say(sight, told.value, known !== undefined, lines));
    }
    const { refusal } = told;
    if (refusal.refused === 'cancelled') return told;
    // The model that was asked failed: what can be read on this device is still true.
    const own = local && (await tell(parts, beneath(sight, local), signal));
    if (signal.aborted) return refuse(cancelled);
    if (!local || !own?.ok) return accept({ text: notTold(kind, by, refusal, lookAgain(blob)) });
    const said = this.#say({ ...sight, by: local }, own.value, false);
    return accept({ ...said, text: `${toldInstead(by, refusal)}\n${said.text}` });
  }

  #say(
    { kind: media, blob, by, question }: Sight,
    told: Told,
    cached: boolean,
    lines: readonly string[] = [],
  ): Said {
    const { model, host, place } = by;
    const asked = question !== undefined;
    this.#parts.emit({ type: 'media-described', media, blob, model, host, place, cached, asked });
    return { text: toldBy({ media, by, told, question, lines }), by: { model, host } };
  }

  #damaged(kind: DescribedKind, refusal: Refusal): Outcome<Said> {
    if (refusal.refused === 'cancelled') return refuse(refusal);
    this.#parts.emit({ type: 'media-withheld', media: kind, refusal });
    return accept({ text: damaged(kind, refusal) });
  }

  /** Who describes this kind of media here, or why nobody does. */
  #route(kind: MediaKind): Outcome<Pick<Sight, 'kind' | 'by'>> {
    const choice = this.#parts.choose(kind);
    if (choice.kind === 'describe' && kind !== 'file') return accept({ kind, by: choice.by });
    return refuse(choice.kind === 'none' ? choice.refusal : nobody(kind));
  }

  #sight(media: HeldMedia): Outcome<Sight> {
    const kind = kindOf(media);
    const found = this.#route(kind);
    if (found.ok) return accept({ ...found.value, media, blob: blobOf(media) });
    this.#parts.emit({ type: 'media-withheld', media: kind, refusal: found.refusal });
    return found;
  }
}

function keyOf(blob: BlobId, by: Describer): string {
  return `${blob} ${by.id}`;
}

function beneath(sight: Sight, local: Describer): Sight {
  const { media, kind, blob, span } = sight;
  return { media, kind, blob, by: local, span };
}

const hints = {
  image: 'Set PERCEPT_VISION_MODEL to a model that sees, or to "local".',
  audio: 'Set PERCEPT_AUDIO_MODEL to a model that hears, or to "local".',
  file: 'Look at its pages with view.',
} as const;

function nobody(media: MediaKind) {
  return {
    refused: 'unavailable',
    message: `Nobody here puts ${media === 'file' ? 'documents' : `${media} input`} into words.`,
    hint: hints[media],
  } as const;
}

/** Bytes that say nothing else are taken for what a slot usually holds; the door has the last word. */
function kindOf({ mime }: HeldMedia): MediaKind {
  if (mime === undefined || mime.startsWith('image')) return 'image';
  return mime.startsWith('audio') ? 'audio' : 'file';
}

function blobOf({ bytes, blob = blobIdOf(bytes) }: HeldMedia): BlobId {
  return blob;
}
