// What crosses between the host and the eyes' process, checked on arrival. Pictures and sounds go in as bytes; only plain
// data comes out.
import { isRecord, parseRefusal } from '@percept/core/internal';
import {
  anything,
  bound,
  bytes,
  flag,
  group,
  isShape,
  listOf,
  maybe,
  oneOf,
  positive,
  shape,
  text,
  union,
  word,
  type Rule,
} from '@percept/core/internal/options';
import { refuse, type Outcome } from '@percept/core';
import type { Description } from '../description.ts';
import type { Developed } from '../pixels/develop.ts';
import { packNames, type PackName } from '../models/catalogue.ts';
import type { Picture } from '../pixels/picture.ts';
import type { Transcript } from '../transcript.ts';

const size = shape({ width: positive, height: positive });

export type Job =
  | {
      readonly type: 'describe';
      readonly developed: Developed;
      readonly modelsFolder: string;
      readonly packs: readonly PackName[];
      readonly native?: string;
      readonly question?: string;
      readonly maxCharacters?: number;
    }
  | {
      readonly type: 'transcribe';
      readonly bytes: Uint8Array;
      readonly modelsFolder: string;
      readonly maxAudioMs: number;
    };

export interface Order {
  readonly id: number;
  readonly job: Job;
}

const picture = shape<Picture>({ width: positive, height: positive, data: bytes });

/** Three bytes a pixel. */
const pixels: Rule = (value, path) => {
  const wrong = picture(value, path);
  if (wrong !== undefined || !isRecord(value)) return wrong;
  const { width, height, data } = value;
  const whole = data instanceof Uint8Array && data.length === Number(width) * Number(height) * 3;
  return whole ? undefined : `${path}.data is three bytes a pixel`;
};

export const isOrder = isShape<Order>({
  id: bound,
  job: union<Job, 'type'>('type', {
    describe: {
      developed: shape<Developed>({
        picture: pixels,
        format: text,
        original: maybe(size),
        warnings: listOf(text),
      }),
      modelsFolder: text,
      packs: listOf(oneOf(packNames)),
      native: maybe(text),
      question: maybe(text),
      maxCharacters: maybe(bound),
    },
    transcribe: { bytes, modelsFolder: text, maxAudioMs: bound },
  }),
});

export interface Report {
  readonly id: number;
  /** A part is true and not complete; after the end of a job nothing more comes. */
  readonly stage: 'part' | 'end';
  readonly result: unknown;
}

export const isReport = isShape<Report>({
  id: bound,
  stage: oneOf(['part', 'end']),
  result: anything,
});

/** Undefined when the answer is neither a refusal nor what was asked for. */
export function parseResult<T>(
  value: unknown,
  isExpected: (candidate: unknown) => candidate is T,
): Outcome<T> | undefined {
  if (!isRecord(value)) return undefined;
  if (value['ok'] === true) {
    const result = value['value'];
    return isExpected(result) ? { ok: true, value: result } : undefined;
  }
  const refusal = parseRefusal(value['refusal']);
  return refusal.ok ? refuse(refusal.value) : undefined;
}

const things = listOf(group);

export const isDescription = isShape<Description>({
  markdown: text,
  kind: word,
  lines: things,
  elements: things,
  unread: things,
  palette: things,
  quadrants: things,
  areas: things,
  codes: things,
  tables: things,
  blocks: things,
  charts: things,
  diagrams: things,
  size,
  engine: word,
  version: word,
  complete: flag,
});

export const isTranscript = isShape<Transcript>({
  text,
  segments: listOf(shape({ startMs: bound, endMs: bound, text })),
  durationMs: bound,
  language: oneOf(['en']),
  notice: text,
  engine: word,
  version: word,
  complete: flag,
});
