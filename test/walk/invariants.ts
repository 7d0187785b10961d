// What holds in every conversation, on every face and wire, judged from outside: from what the provider got, what the client
// was told and what stands in the store. Each invariant is its sentence and one function that finds where a run breaks it.
import { prefixStable } from 'percept/conformance';
import {
  isCounted,
  isPicture,
  isUnshowable,
  wordOf,
  type MediaKind,
  type Medium,
} from './media.ts';
import { priceUsd } from './provider.ts';
import type { Run, SeenGot, Turn } from './run.ts';
import { fewImages } from './stage.ts';

export type InvariantName =
  | 'requests-are-legal'
  | 'media-or-words'
  | 'pasted-stays'
  | 'nothing-twice'
  | 'bill-is-whole'
  | 'full-means-full'
  | 'told-is-sent'
  | 'words-agree'
  | 'words-work'
  | 'looks-are-true'
  | 'edits-are-true'
  | 'prefix-holds'
  | 'sizes-are-true'
  | 'refusals-say-why'
  | 'failures-are-told'
  | 'cancel-ends'
  | 'nothing-waits'
  | 'helpers-only-when-needed'
  | 'strict-is-strict'
  | 'no-bytes-in-logs'
  | 'store-is-sound'
  | 'advertised-is-delivered';

export interface Violation {
  readonly invariant: InvariantName;
  readonly step: number;
  readonly what: string;
}

export interface Invariant {
  readonly name: InvariantName;
  /** Of which promise it is a part, by its number in the design. */
  readonly promise: number;
  readonly sentence: string;
  /** One line for every place where it does not hold. */
  readonly broken: (run: Run) => Iterable<Found>;
}

interface Found {
  readonly turn?: Turn | undefined;
  readonly what: string;
}

export function judgeRun(run: Run): readonly Violation[] {
  return invariants.flatMap(({ name, broken }) =>
    [...broken(run)].map(({ turn, what }) => ({ invariant: name, step: turn?.at ?? -1, what })),
  );
}

export const invariants: readonly Invariant[] = [
  {
    name: 'requests-are-legal',
    promise: 1,
    sentence:
      'Every request is one that its provider takes: no bytes in a text, no empty block, every call with its result.',
    *broken({ turns }) {
      for (const turn of turns)
        for (const { seen } of turn.got)
          for (const { rule, location, message } of seen.findings)
            yield { turn, what: `${rule} at ${location}: ${message}` };
    },
  },
  {
    name: 'media-or-words',
    promise: 2,
    sentence:
      'Whatever a person attached is in every later request of the conversation, as pixels, sound, file or text, or words name it.',
    *broken({ turns, isForeign }) {
      for (const turn of turns)
        for (const { seen } of asked(turn)) {
          const missing = turn.history.filter(
            ({ medium }) => !isSeen(seen, medium) && !seen.text.includes(medium.name),
          );
          // Without names, there are at least as many words as media that are missing.
          const words = seen.text.match(/\[(?:image|audio|file|attachment:media)[^\]\n]*\]/g) ?? [];
          if (isForeign && words.length >= missing.length) continue;
          for (const { medium } of missing)
            yield { turn, what: `${medium.name} is neither shown nor named` };
        }
    },
  },
  {
    name: 'pasted-stays',
    promise: 2,
    sentence:
      'A picture that was attached is seen by every model that sees, unless the request is truly full, a provider refused that picture, or a summary names it as one to look at again.',
    *broken(run) {
      const { turns } = run;
      for (const turn of turns) {
        if (turn.model === 'blind') continue;
        for (const { seen } of asked(turn)) {
          const missing = turn.history.filter(
            ({ medium }) =>
              isPictureIn(run, medium) &&
              !isSeen(seen, medium) &&
              !isExcused(seen, medium, declined) &&
              !isExcused(seen, medium, late) &&
              !isUnwelcome(run, seen, medium) &&
              !isSummarised(seen, medium),
          );
          // Without names, one is excused by each sentence.
          const excused = run.isForeign ? countOf(seen, declined) : 0;
          if (missing.length > excused && picturesIn(seen) < roomOf(run, turn))
            yield {
              turn,
              what: `${missing.map(({ medium }) => medium.name).join(', ')} not shown to ${turn.model} beside ${picturesIn(seen)} others`,
            };
        }
      }
    },
  },
  {
    name: 'nothing-twice',
    promise: 3,
    sentence: 'No request holds a medium more often than it was attached or looked at.',
    *broken({ turns }) {
      for (const turn of turns)
        for (const { seen } of asked(turn)) {
          const marks = new Set(
            seen.media.flatMap(({ mark }) => (mark === undefined ? [] : [mark])),
          );
          for (const mark of marks) {
            const times = seen.media.filter((medium) => medium.mark === mark).length;
            const given =
              turn.history.filter(({ medium }) => medium.mark === mark).length +
              turn.looks.filter(({ medium }) => medium?.mark === mark).length;
            if (times > given)
              yield { turn, what: `mark ${mark} stands ${times} times, was given ${given} times` };
          }
        }
    },
  },
  {
    name: 'bill-is-whole',
    promise: 8,
    sentence:
      'Usage and cost of a turn are those of the requests that the provider got for it, helpers included.',
    *broken({ turns }) {
      for (const turn of turns) {
        const { usage, end } = turn.told;
        if (!usage || end === 'cancelled') continue;
        const paid = turn.got.flatMap(({ billed }) => (billed ? [billed] : []));
        const isWhole = paid.length === turn.got.length;
        const input = paid.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
        const output = paid.reduce((sum, { outputTokens }) => sum + outputTokens, 0);
        const costUsd =
          (input * priceUsd.usdPerMillionInput + output * priceUsd.usdPerMillionOutput) / 1e6;
        const { requests = turn.got.length } = usage;
        if (requests !== turn.got.length)
          yield { turn, what: `${requests} requests on the bill, ${turn.got.length} came` };
        else if (!isWhole) continue;
        else if (usage.inputTokens !== input || usage.outputTokens !== output)
          yield {
            turn,
            what: `${usage.inputTokens}+${usage.outputTokens} tokens, not ${input}+${output}`,
          };
        else if (usage.costUsd !== undefined && Math.abs(usage.costUsd - costUsd) > 1e-9)
          yield { turn, what: `${usage.costUsd} USD on the bill, ${costUsd} spent` };
      }
    },
  },
  {
    name: 'full-means-full',
    promise: 2,
    sentence: 'Words say that a request is full only where one more picture would be too many.',
    *broken(run) {
      for (const turn of run.turns)
        for (const { seen } of asked(turn)) {
          const room = roomOf(run, turn);
          if (/this request is full/.test(seen.text) && picturesIn(seen) < room)
            yield { turn, what: `"full" beside ${picturesIn(seen)} pictures for ${turn.model}` };
          const most = mostOf(run, turn);
          if (picturesIn(seen) > most)
            yield { turn, what: `${picturesIn(seen)} pictures for a model that takes ${most}` };
        }
    },
  },
  {
    name: 'told-is-sent',
    promise: 8,
    sentence:
      'What the client is told was shown are the bytes that were on the wire, and no others.',
    *broken({ turns }) {
      for (const turn of turns) {
        const { shown } = turn.told;
        if (!shown) continue;
        const sent = asked(turn).filter(({ seen }) => seen.media.length > 0);
        const wire = sent.map(({ seen }) => seen.media.map(({ sha256 }) => sha256).toSorted());
        const told = shown.filter((hashes) => hashes.length > 0).map((list) => list.toSorted());
        if (JSON.stringify(told) !== JSON.stringify(wire))
          yield { turn, what: `told ${counts(told)}, on the wire ${counts(wire)}` };
      }
    },
  },
  {
    name: 'words-agree',
    promise: 2,
    sentence: 'No words say of one medium, in one place, that it is shown and that it is not.',
    *broken({ turns }) {
      for (const turn of turns)
        for (const { seen } of asked(turn))
          for (const [, ref] of seen.text.matchAll(
            /\[(view [^;\]]+|attachment:[^;\]]+); [^\]]*shown[^\]]*\](?:\n\w+)*\n\[[^\n\]]*not shown/g,
          ))
            yield { turn, what: `${ref} is shown and not shown` };
    },
  },
  {
    name: 'words-work',
    promise: 2,
    sentence:
      'Where words name a way to look at something, going that way shows that very thing, or puts it into words.',
    *broken({ turns }) {
      for (const turn of turns) {
        const { looked } = turn;
        if (!looked?.followed || !looked.medium || turn.told.end !== 'answered') continue;
        const { medium, ref } = looked;
        const last = asked(turn).at(-1);
        if (!last || cameLate(turn)) continue;
        if (turn.model === 'blind' || !isPicture(medium.kind)) continue;
        if (isExcused(last.seen, medium, declined, ref)) continue;
        if (!last.seen.media.some(({ mark }) => mark === medium.mark))
          yield { turn, what: `view ${ref} does not show ${medium.name}` };
      }
    },
  },
  {
    name: 'looks-are-true',
    promise: 3,
    sentence: 'A look at a file shows the file as it is now; where it is gone, nothing is shown.',
    *broken(run) {
      const { turns } = run;
      for (const turn of turns) {
        const { looked } = turn;
        if (!looked || looked.followed || looked.tool !== 'view') continue;
        const [first, last] = asked(turn);
        if (
          !first ||
          !last ||
          cameLate(turn) ||
          turn.model === 'blind' ||
          turn.told.end !== 'answered'
        )
          continue;
        const { medium, ref } = looked;
        if (!medium && last.seen.media.length > first.seen.media.length)
          yield { turn, what: `${ref} is gone, and a picture is shown for it` };
        if (!medium || isExcused(last.seen, medium, declined, ref)) continue;
        if (roomOf(run, turn) === 0) continue;
        if (isPictureIn(run, medium) && !isSeen(last.seen, medium))
          yield { turn, what: `${ref} was looked at and is not shown` };
      }
    },
  },
  {
    name: 'edits-are-true',
    promise: 5,
    sentence:
      'An edit that is told as done stands in the file as it was asked for; one that is not told so changed nothing.',
    *broken({ turns }) {
      for (const turn of turns) {
        if (!turn.edited) continue;
        const { before, wanted, after } = turn.edited;
        const [first, last] = [asked(turn).at(0), asked(turn).at(-1)];
        const isTold =
          first && last && countOf(last.seen, replaced) > countOf(first.seen, replaced);
        if (after !== (isTold ? wanted : before))
          yield { turn, what: `the file holds ${JSON.stringify(after)}` };
      }
    },
  },
  {
    name: 'prefix-holds',
    promise: 3,
    sentence:
      'For one model, each request begins with the one before, also after a resume or a restart, unless something was elided, summarised or refused by the provider.',
    *broken({ turns, wire }) {
      for (const [index, turn] of turns.entries()) {
        const mine = asked(turn);
        const before = turns[index - 1];
        const same = before?.model === turn.model && !turn.isRenewed ? asked(before) : [];
        const list = [...same.slice(-1), ...mine];
        const changes = turn.model !== 'thinks';
        for (const [at, next] of list.entries()) {
          const previous = list[at - 1];
          if (!previous || (changes && /shows (it|the same) again|is full/.test(next.seen.text)))
            continue;
          if (declined.test(next.seen.text) && !declined.test(previous.seen.text)) continue;
          // What was late is tried again with the next request.
          if (countOf(next.seen, late) !== countOf(previous.seen, late)) continue;
          const { ok, broken } = prefixStable(wire, previous.request.raw, next.request.raw);
          if (!ok)
            yield {
              turn,
              what: `${broken?.location}: ${broken?.before.slice(0, 80)} became ${broken?.after.slice(0, 80)}`,
            };
        }
      }
    },
  },
  {
    name: 'sizes-are-true',
    promise: 2,
    sentence: 'Words that state the size of an original state its true size.',
    *broken({ turns, media }) {
      const sizes = new Map(media.map((medium) => [medium.name, medium.size]));
      for (const turn of turns)
        for (const { seen } of asked(turn)) {
          for (const [, name = '', width, height] of seen.text.matchAll(
            /\[attachment:(?:\d+-)?([\w.-]+)[^\]\n]*the original is (\d+)×(\d+)/g,
          )) {
            const size = sizes.get(name);
            if (size && `${size.width}×${size.height}` !== `${width}×${height}`)
              yield {
                turn,
                what: `${name} is ${size.width}×${size.height}, not ${width}×${height}`,
              };
          }
        }
    },
  },
  {
    name: 'refusals-say-why',
    promise: 4,
    sentence:
      'What cannot be shown to anybody is refused with words, whatever can be is taken, and neither ends the conversation.',
    *broken({ turns, isForeign, limits }) {
      for (const turn of turns) {
        const { refused, events } = turn.told;
        const words = asked(turn).map(({ seen }) => seen.text);
        for (const { name, words: why } of refused) {
          const medium = turn.given.find((one) => one.name === name);
          if (medium && mayBeRefused(medium, limits) && why.length > 20) continue;
          if (late.test(why)) continue;
          yield { turn, what: `${name} was refused: ${why.slice(0, 200)}` };
        }
        // An agent of somebody else names an archive itself.
        const isWanted = (kind: MediaKind): boolean =>
          isForeign ? kind === 'damaged' : isUnshowable(kind);
        const wanted = 'attach' in turn.step ? turn.step.attach.filter(isWanted).length : 0;
        const said = JSON.stringify([events, refused, words]);
        if (wanted > 0 && !/refused|not shown|cannot|corrupt|unperceivable|is damaged/.test(said))
          yield { turn, what: `${wanted} attachments vanished without a word` };
      }
    },
  },
  {
    name: 'failures-are-told',
    promise: 2,
    sentence:
      'A provider that says no ends the turn as failed, in words; whatever it answers ends it as answered; a message that is not sent has a reason.',
    *broken({ turns, limits, strict }) {
      for (const turn of turns) {
        const { end, events } = turn.told;
        if (turn.got.length === 0 && (end === 'refused' || end === 'failed')) {
          const isMany = limits && picturesOf(turn, limits) > limits.maxPerMessage;
          const isRefused = isMany || turn.given.some((medium) => mayBeRefused(medium, limits));
          const isCancelled = turn.step.do === 'cancel';
          if (!isRefused && !isCancelled && !strict && !late.test(JSON.stringify(events)))
            yield { turn, what: `nothing was sent: ${JSON.stringify(events).slice(0, 300)}` };
          continue;
        }
        // One that is sent again without what was refused is answered in the end.
        const failed = asked(turn).at(-1)?.billed === undefined;
        if (turn.step.do === 'cancel' || end === 'waiting') continue;
        if (failed && end !== 'failed')
          yield { turn, what: `the provider failed, the turn ${end}` };
        if (!failed && end !== 'answered')
          yield { turn, what: `the turn ${end}: ${JSON.stringify(events.at(-1)).slice(0, 300)}` };
      }
    },
  },
  {
    name: 'cancel-ends',
    promise: 4,
    sentence: 'A turn that is cancelled ends as cancelled.',
    *broken({ turns }) {
      for (const turn of turns)
        if (turn.step.do === 'cancel' && turn.told.end !== 'cancelled' && turn.got.length > 0)
          yield { turn, what: `it ${turn.told.end}` };
    },
  },
  {
    name: 'nothing-waits',
    promise: 4,
    sentence: 'Nothing waits for ever.',
    *broken({ turns }) {
      for (const turn of turns)
        if (turn.told.end === 'waiting') yield { turn, what: 'no end within the deadline' };
    },
  },
  {
    name: 'helpers-only-when-needed',
    promise: 3,
    sentence:
      'Nobody looks at a picture for a model that sees, and nobody looks twice at the same one.',
    *broken({ turns }) {
      const looked = new Set<string>();
      for (const turn of turns)
        for (const { seen, isHelper } of turn.got) {
          if (!isHelper || picturesIn(seen) === 0) continue;
          if (turn.model !== 'blind') yield { turn, what: `a helper looked for ${turn.model}` };
          const key = seen.media.map(({ sha256 }) => sha256).join(' ');
          if (looked.has(key)) yield { turn, what: 'a helper looked at the same picture again' };
          looked.add(key);
        }
    },
  },
  {
    name: 'strict-is-strict',
    promise: 2,
    sentence:
      'Where routing is strict, no model gets words in place of media that nobody may look at: the message is refused aloud.',
    *broken({ turns, strict, isForeign }) {
      if (!strict || isForeign) return;
      for (const turn of turns)
        for (const { seen } of asked(turn))
          if (/not shown to this model/.test(seen.text))
            yield { turn, what: `${turn.model} got "not shown to this model"` };
    },
  },
  {
    name: 'no-bytes-in-logs',
    promise: 5,
    sentence: 'No log, no event and no row of the record holds the bytes of a medium as text.',
    *broken({ logs, stored, turns }) {
      if (payload.test(logs)) yield { what: 'base64 in a log' };
      if (payload.test(stored)) yield { what: 'base64 in the database' };
      for (const turn of turns)
        if (payload.test(JSON.stringify(turn.told.events)))
          yield { turn, what: 'base64 in an event' };
    },
  },
  {
    name: 'store-is-sound',
    promise: 5,
    sentence: 'Whatever was done, a check of the store finds nothing wrong.',
    *broken({ damage }) {
      for (const what of damage) yield { what };
    },
  },
  {
    name: 'advertised-is-delivered',
    promise: 6,
    sentence:
      'What a face says of the largest file and the most pictures of a message is what is configured; up to there it takes them, and beyond it says no, with the figure.',
    *broken({ turns, limits, advertised }) {
      if (!limits) return;
      const { maxBytes, maxPerMessage } = limits;
      const { maxBytes: saidBytes = maxBytes, maxImages: saidImages = maxPerMessage } = advertised;
      if (saidBytes !== maxBytes) yield { what: `${saidBytes} bytes are said, not ${maxBytes}` };
      if (saidImages !== maxPerMessage)
        yield { what: `${saidImages} pictures are said, not ${maxPerMessage}` };
      for (const turn of turns) {
        const texts = turn.got.map(({ seen }) => seen.text);
        const said = JSON.stringify([turn.told.events, turn.told.refused, texts]);
        const pictures = picturesOf(turn, limits);
        const refuses = new RegExp(`at most ${maxPerMessage} are allowed`).test(said);
        if (pictures > maxPerMessage && (turn.got.length > 0 || !refuses))
          yield { turn, what: `${pictures} pictures, and no word of ${maxPerMessage}` };
        if (pictures <= maxPerMessage && refuses)
          yield { turn, what: `${pictures} pictures were refused` };
        for (const { name, bytes, mark } of turn.given) {
          if (bytes.length <= maxBytes || pictures > maxPerMessage) continue;
          if (turn.got.some(({ seen }) => seen.media.some((medium) => medium.mark === mark)))
            yield { turn, what: `${name} has ${bytes.length} bytes and was sent` };
          if (!said.includes(String(maxBytes)))
            yield { turn, what: `${name} has ${bytes.length} bytes, and no word of ${maxBytes}` };
        }
      }
    },
  },
];

/** Requests to the model that the person talks to. */
function asked({ got }: Turn): readonly SeenGot[] {
  return got.filter(({ isHelper }) => !isHelper);
}

/** Other agents attach the source of a drawing as the text that it is. */
function isPictureIn({ isForeign }: Run, { kind }: Medium): boolean {
  return isPicture(kind) && !(isForeign && kind === 'svg');
}

/** Without a door nobody draws anew what a model does not take. */
function isUnwelcome({ isForeign }: Run, { text }: SeenGot['seen'], { kind }: Medium): boolean {
  return isForeign && text.includes(`this model takes no image/${kind}`);
}

function isSummarised({ text }: SeenGot['seen'], { name }: Medium): boolean {
  return (
    text.includes('[Summary of the conversation so far') && text.includes(`attachment:${name}`)
  );
}

const replaced = /Replaced once; the file has/;
const late = /within \d+ ms|not answer in time/;

/** A busy machine misses the deadline of a renderer now and then: the result of this turn says so. */
function cameLate(turn: Turn): boolean {
  const [first, last] = [asked(turn).at(0), asked(turn).at(-1)];
  return (
    first !== undefined &&
    last !== undefined &&
    countOf(last.seen, late) > countOf(first.seen, late)
  );
}

function countOf({ text }: SeenGot['seen'], words: RegExp): number {
  return text.match(new RegExp(words, 'g'))?.length ?? 0;
}

function picturesIn({ media }: SeenGot['seen']): number {
  return media.filter(({ kind }) => kind === 'image').length;
}

/** As the providers say it, whatever our profiles say: Mistral takes eight pictures. */
const providerRoom: Partial<Record<Run['wire'], number>> = { 'mistral-chat': 8 };

function mostOf({ wire }: Run, { model }: Turn): number {
  return model === 'few' ? fewImages : (providerRoom[wire] ?? Infinity);
}

/** How many pictures a request may hold before it is full; a provider that said 413 may have meant any number. */
function roomOf(run: Run, turn: Turn): number {
  const wasTooLarge = run.turns.some(
    ({ step, number }) => step.do === 'fail' && step.status === 413 && number <= turn.number,
  );
  return wasTooLarge ? 0 : mostOf(run, turn);
}

/** Given with this message and counted: what is refused for itself is no picture of it. */
function picturesOf({ given }: Turn, { maxBytes }: NonNullable<Run['limits']>): number {
  return given.filter(({ kind, bytes }) => isCounted(kind) && bytes.length <= maxBytes).length;
}

function mayBeRefused({ kind, bytes }: Medium, limits: Run['limits']): boolean {
  return isUnshowable(kind) || (limits !== undefined && bytes.length > limits.maxBytes);
}

function isSeen(seen: SeenGot['seen'], { mark }: Medium): boolean {
  return seen.media.some((medium) => medium.mark === mark) || seen.text.includes(wordOf(mark));
}

const declined = /left out, a provider refused it earlier/;

/** Words that name this medium say that it is not shown, and this is why. */
function isExcused(
  { text }: SeenGot['seen'],
  { name, sha256 }: Medium,
  why: RegExp,
  ref = name,
): boolean {
  const called = [name, sha256, ref];
  return (text.match(/\[[^\]\n]*\]/g) ?? []).some(
    (words) => why.test(words) && called.some((one) => words.includes(one)),
  );
}

function counts(lists: readonly (readonly string[])[]): string {
  return `[${lists.map(({ length }) => length).join(', ')}] ${lists.map((list) => list.map((hash) => hash.slice(0, 6)).join(' ')).join(' | ')}`;
}

const payload = /(?:iVBORw0KGgo|\/9j\/4AAQ|UklGR|JVBERi0)[A-Za-z0-9+/]{40,}/;
