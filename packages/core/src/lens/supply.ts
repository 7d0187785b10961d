// The only asynchronous step: what the host is asked for. References become bytes, pictures that do not fit are fitted,
// and where nobody will see, somebody may describe. A host that refuses or fails costs words, never the request.
import { definedOf } from '../defined.ts';
import type { BlobId } from '../ids.ts';
import type { Outcome } from '../outcome.ts';
import type { RefusalKind } from '../refusal.ts';
import type { FitTarget } from '../profile/fit.ts';
import { requestTarget } from '../profile/profile.ts';
import { encodeBase64 } from './base64.ts';
import type { LensContext } from './context.ts';
import { say, type Candidate } from './edit.ts';
import { inspect } from './inspect.ts';
import { kindOfType, type Media, type MediaData } from './media.ts';
import { bytesOf } from './memo.ts';
import { Deadlines } from './deadlines.ts';
import type { Address } from './survey.ts';
import { drop } from './triage.ts';
import { described, safeName } from './words.ts';

export interface HeldMedia {
  readonly bytes: Uint8Array;
  readonly mime?: string;
  readonly name?: string;
  /** Set when the store holds exactly these bytes, so that people can be shown what a model saw. */
  readonly blob?: BlobId;
}

/** What the host brings along. Only `resolve` is needed, and only where messages hold references. */
export interface MediaPort {
  resolve(blob: BlobId): Promise<Outcome<HeldMedia>>;
  /** Deterministic, or the prompt cache is lost with every request. */
  refit?(bytes: Uint8Array, target: FitTarget): Promise<Outcome<HeldMedia>>;
  /** Whether these bytes decode. Asked about what a tool gave back as text: what does not decode stays text. */
  check?(bytes: Uint8Array): Promise<Outcome<unknown>>;
  /** For a model that does not take this kind. */
  describe?(media: HeldMedia): Promise<Outcome<string>>;
}

/** What the host has not today it may have tomorrow; what is damaged stays damaged. */
const passing: ReadonlySet<RefusalKind> = new Set([
  'absent',
  'timed-out',
  'cancelled',
  'worker-failed',
  'unreachable',
  'unavailable',
  'store-full',
]);

/** Nothing is known of the bytes: they were not looked at. */
export function isPassing(outcome: Outcome<unknown>): boolean {
  return !outcome.ok && passing.has(outcome.refusal.refused);
}

/** What the host has given before, as long as requests keep asking for it. What the last one did not use is forgotten. */
class RecentAnswers<T> {
  #now = new Map<string, Promise<Outcome<T>>>();
  #before = new Map<string, Promise<Outcome<T>>>();

  nextRequest(): void {
    this.#before = this.#now;
    this.#now = new Map();
  }

  clear(): void {
    this.#now.clear();
    this.#before.clear();
  }

  /** What came too late for one request is asked for again by the next. */
  async take(
    key: string,
    deadlines: Deadlines,
    make: () => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const known = this.#now.get(key) ?? this.#before.get(key) ?? make();
    this.#now.set(key, known);
    const { outcome, late } = await deadlines.wait(known);
    if (late || isPassing(outcome))
      for (const held of [this.#now, this.#before]) if (held.get(key) === known) held.delete(key);
    return outcome;
  }
}

export class Supplies {
  readonly resolved: RecentAnswers<Media> = new RecentAnswers();
  readonly fitted: RecentAnswers<Media> = new RecentAnswers();
  readonly told: RecentAnswers<string> = new RecentAnswers();
  readonly checked: RecentAnswers<unknown> = new RecentAnswers();

  nextRequest(): void {
    for (const held of [this.resolved, this.fitted, this.told, this.checked]) held.nextRequest();
  }
}

export interface SupplyOptions {
  readonly port: MediaPort | undefined;
  readonly supplies: Supplies;
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Whom this request asks, and for how long. */
interface Host {
  readonly port: MediaPort | undefined;
  readonly supplies: Supplies;
  readonly deadlines: Deadlines;
}

/** One candidate for every slot, except for those that turned out to be text. */
export async function supply(
  candidates: readonly Candidate[],
  context: LensContext,
  { port, supplies, timeoutMs, signal }: SupplyOptions,
): Promise<readonly Candidate[]> {
  supplies.nextRequest();
  const deadlines = new Deadlines(timeoutMs, signal);
  const host: Host = { port, supplies, deadlines };
  try {
    const media = await withoutTexts(candidates, context, host);
    return await Promise.all(media.map((candidate) => supplyOne(candidate, context, host)));
  } finally {
    deadlines.end();
  }
}

/** A text stays as a whole unless all that it holds is media, because its parts cannot be told apart once it is changed. */
async function withoutTexts(
  candidates: readonly Candidate[],
  context: LensContext,
  { port, supplies, deadlines }: Host,
): Promise<readonly Candidate[]> {
  const check = port?.check?.bind(port);
  const asked = check ? candidates.filter(({ slot }) => slot.smuggled) : [];
  if (!check || asked.length === 0) return candidates;
  const texts = new Set<string>();
  const ask = async ({ slot: { media, at } }: Candidate) => {
    const found = await supplies.checked.take(identity(media.data, context), deadlines, () => {
      const bytes = bytesOf(media.data);
      return bytes ? guarded(() => check(bytes)) : Promise.resolve(unreadable);
    });
    // A busy host is no verdict: what has the frame of a whole picture is one until somebody says otherwise.
    if (!found.ok && !isPassing(found)) texts.add(textAt(at));
  };
  await Promise.all(asked.map(ask));
  return candidates.filter(({ slot }) => !slot.smuggled || !texts.has(textAt(slot.at)));
}

function textAt({ message, part, item }: Address): string {
  return `${message}.${part}.${item ?? ''}`;
}

async function supplyOne(
  candidate: Candidate,
  context: LensContext,
  host: Host,
): Promise<Candidate> {
  if (candidate.words) return describe(candidate, context, host);
  const held = await resolve(candidate, context, host);
  const inspection = inspect(held, context);
  if (inspection.verdict === 'settled') return describe(inspection.candidate, context, host);
  const fitted = await refit(held, context, host);
  if (fitted) return fitted;
  return inspection.must ? describe(inspection.otherwise, context, host) : inspection.otherwise;
}

async function resolve(candidate: Candidate, context: LensContext, host: Host): Promise<Candidate> {
  const { port, supplies, deadlines } = host;
  const { media, slot } = candidate;
  if (media?.data.kind !== 'blob') return candidate;
  const { blob } = media.data;
  const found =
    port &&
    (await supplies.resolved.take(blob, deadlines, () =>
      asked(() => port.resolve(blob), media, context),
    ));
  if (found?.ok) return { ...candidate, media: { ...media, ...found.value, raw: media.raw } };
  const why = found ? `not available (${found.refusal.refused})` : 'not available here';
  return say(candidate, drop(slot, context, 'unresolvable', why));
}

async function refit(
  candidate: Candidate,
  context: LensContext,
  host: Host,
): Promise<Candidate | undefined> {
  const { media } = candidate;
  const { port, supplies, deadlines } = host;
  const fit = port?.refit?.bind(port);
  if (!media || !fit) return undefined;
  const target = requestTarget(context.profile, context.pictures);
  const key = `${context.profile.id} ${target.maxEdgePx} ${identity(media.data, context)}`;
  const found = await supplies.fitted.take(key, deadlines, async () => {
    const bytes = bytesOf(media.data);
    if (!bytes) return unreadable;
    return asked(() => fit(bytes, target), media, context);
  });
  if (!found.ok) return undefined;
  const { blob: _original, ...rest } = media;
  const fitted: Media = { ...rest, ...found.value, raw: media.raw };
  const before = context.memo.facts(media);
  const inspection = inspect({ slot: candidate.slot, media: fitted }, context);
  const shown = inspection.verdict === 'settled' ? inspection.candidate : inspection.otherwise;
  if (shown.words) return undefined;
  const from = before === 'unreadable' ? undefined : before;
  return { ...shown, change: { action: 'refit', reason: 'resized', ...definedOf({ from }) } };
}

/** Words for a kind that the model does not take may be a description; retention and refusals keep theirs. */
async function describe(
  candidate: Candidate,
  context: LensContext,
  host: Host,
): Promise<Candidate> {
  const { port, supplies, deadlines } = host;
  const tell = port?.describe?.bind(port);
  const { words, slot } = candidate;
  if (!tell || words?.reason !== 'unsupported' || words.action !== 'drop') return candidate;
  const held = await resolve({ slot, media: slot.media }, context, host);
  const bytes = held.media && bytesOf(held.media.data);
  if (!held.media || !bytes) return candidate;
  const { mime, name, blob } = held.media;
  const key = identity(held.media.data, context);
  const found = await supplies.told.take(key, deadlines, () =>
    guarded(() => tell({ bytes, ...definedOf({ mime, name, blob }) })),
  );
  if (!found.ok) return candidate;
  const text = described(slot, candidate.facts, found.value);
  return say(candidate, { action: 'describe', reason: 'unsupported', text });
}

/** Inline media is its own key: equal bytes are supplied once, and the string is not copied. */
function identity(data: MediaData, context: LensContext): string {
  if (data.kind === 'base64') return data.base64;
  return context.memo.hash({ kind: 'file', data }) ?? '';
}

async function asked(
  ask: () => Promise<Outcome<HeldMedia>>,
  media: Media,
  context: LensContext,
): Promise<Outcome<Media>> {
  const found = await guarded(ask);
  if (!found.ok) return found;
  const { bytes, mime, name, blob } = found.value;
  return {
    ok: true,
    value: {
      kind: mime === undefined ? media.kind : kindOfType(mime),
      data: carried(bytes, context),
      ...definedOf({ blob, mime, name }),
    },
  };
}

/** Encoded once, when it is supplied, and not with every request. */
function carried(bytes: Uint8Array, context: LensContext): MediaData {
  if (bytes.length === 0) return { kind: 'nothing' };
  return context.carries === 'bytes'
    ? { kind: 'bytes', bytes }
    : { kind: 'base64', base64: encodeBase64(bytes) };
}

const unreadable: Outcome<never> = {
  ok: false,
  refusal: { refused: 'corrupt', message: 'The data is not base64.', hint: 'Send the file again.' },
};

/** A port that throws has broken its promise; the session is not the one to pay for it. */
async function guarded<T>(ask: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await ask();
  } catch (error) {
    const message = safeName(error instanceof Error ? error.message : 'unknown');
    return {
      ok: false,
      refusal: {
        refused: 'unavailable',
        message: `The host failed: ${message}.`,
        hint: 'See its log.',
      },
    };
  }
}
