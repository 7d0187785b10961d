// What crosses the pipe, parsed on both sides. A decoder that was taken over can still only say one of these things, and
// only about the job that it was given: a picture that fits the target, of a type that was allowed, or a refusal.
import { accept, refuse, type Outcome, type Refusal, type RefusalKind } from '@percept/core';
import {
  fits,
  isRecord,
  parseRefusal,
  readCount,
  readPositive,
  readWord,
} from '@percept/core/internal';
import { anything, bytes, count, isUnion, oneOf } from '@percept/core/internal/options';
import { isBare } from '../fit/bare.ts';
import {
  notes,
  outputTypes,
  stages,
  steps,
  type Developed,
  type JobFacts,
  type Note,
  type Stage,
} from '../fit/picture.ts';
import type { Frame } from './frame.ts';
import { maxDecoderWordsChars } from '../limits.ts';

export type Message =
  | { readonly type: 'hello' }
  | { readonly type: 'stage'; readonly id: number; readonly stage: Stage }
  | {
      readonly type: 'done';
      readonly id: number;
      readonly rssBytes: number;
      readonly outcome: unknown;
      readonly body: Uint8Array;
    }
  | { readonly type: 'over-memory'; readonly rssBytes: number };

const isMessage = isUnion<Message, 'type'>('type', {
  hello: {},
  stage: { id: count, stage: oneOf(stages) },
  done: { id: count, rssBytes: count, outcome: anything, body: bytes },
  'over-memory': { rssBytes: count },
});

export function parseMessage({ head, body }: Frame): Message | undefined {
  const message = isRecord(head) ? { ...head, body } : undefined;
  return isMessage(message) ? message : undefined;
}

/** The head and the body of a finished job, as the decoder sends them. */
export function doneMessage(
  id: number,
  outcome: Outcome<Developed>,
  rssBytes: number,
): { readonly head: object; readonly body: Uint8Array } {
  const done = (told: Outcome<unknown>, body: Uint8Array = new Uint8Array(0)) => {
    return { head: { type: 'done', id, rssBytes, outcome: told }, body };
  };
  if (!outcome.ok || outcome.value.kind === 'checked') return done(outcome);
  if (outcome.value.kind === 'bitmap') {
    const { data, ...value } = outcome.value;
    return done(accept(value), data);
  }
  const { bytes, ...value } = outcome.value;
  return done(accept(value), bytes);
}

/** Undefined when the answer is not one that an honest decoder could give to this job. */
export function parseOutcome(
  outcome: unknown,
  body: Uint8Array,
  job: JobFacts,
): Outcome<Developed> | undefined {
  if (!isRecord(outcome)) return undefined;
  if (outcome['ok'] === false) {
    const refusal = parseRefusal(outcome['refusal']);
    return refusal.ok && isHonest(refusal.value) ? refuse(refusal.value) : undefined;
  }
  const value = outcome['value'];
  if (!isRecord(value)) return undefined;
  const width = readPositive(value['width']);
  const height = readPositive(value['height']);
  if (!width || !height) return undefined;
  const told = readNotes(value['notes']);
  if (job.output === 'check') {
    if (value['kind'] !== 'checked' || !told) return undefined;
    return accept({ kind: 'checked', width, height, notes: told });
  }
  if (!fits({ width, height }, job.target)) return undefined;
  if (job.output === 'bitmap') {
    const whole = value['kind'] === 'bitmap' && body.length === width * height * 3;
    if (!whole || !told) return undefined;
    return accept({ kind: 'bitmap', width, height, data: body, notes: told });
  }
  const mime = readWord(outputTypes, value['mime']);
  const encodes = readCount(value['encodes']);
  const done = value['steps'];
  if (value['kind'] !== 'encoded' || !mime || encodes === undefined) return undefined;
  if (!told || !Array.isArray(done) || body.length > job.target.maxBytes) return undefined;
  if (!job.target.imageTypes.includes(mime) || !isBare(body, mime)) return undefined;
  return accept({
    kind: 'encoded',
    bytes: body,
    mime,
    width,
    height,
    steps: steps.filter((step) => done.includes(step)),
    encodes,
    notes: told,
  });
}

function readNotes(value: unknown): readonly Note[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const told: readonly unknown[] = value;
  return notes.filter((note) => note !== 'unconfined' && told.includes(note));
}

/** What a decoder can find out about a picture; everything else is for its host to say. */
const honestKinds: ReadonlySet<RefusalKind> = new Set([
  'corrupt',
  'invalid-input',
  'too-large',
  'unsupported-type',
]);

/** Its words reach models and terminals: short, and without control characters. */
function isHonest({ refused, message, hint }: Refusal): boolean {
  const words = message + hint;
  // oxlint-disable-next-line no-control-regex
  const printable = !/[\u0000-\u001f\u007f-\u009f]/.test(words);
  return honestKinds.has(refused) && printable && words.length <= maxDecoderWordsChars;
}
