// What crosses between the host and the eyes' process, checked on arrival. Pictures and sounds go in as bytes; only plain
// data comes out.
import { isRecord, parseRefusal } from '@percept/core/internal';
import { refuse, type Outcome } from '@percept/core';
import type { Description } from '../description.ts';
import type { Developed } from '../pixels/develop.ts';
import type { PackName } from '../models/catalogue.ts';
import { isPackName } from '../ocr/pack.ts';
import type { Transcript } from '../transcript.ts';

export type Job =
  | {
      readonly type: 'describe';
      readonly developed: Developed;
      readonly modelsFolder: string;
      readonly packs: readonly PackName[];
      readonly native?: string;
      readonly question?: string;
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

export function parseOrder(value: unknown): Order | undefined {
  if (!isRecord(value) || typeof value['id'] !== 'number' || !isRecord(value['job']))
    return undefined;
  const { id, job } = value;
  const { type, bytes, developed, modelsFolder, maxAudioMs, packs, native, question } = job;
  if (typeof modelsFolder !== 'string') return undefined;
  if (type === 'describe' && isDeveloped(developed) && isPackList(packs))
    return {
      id,
      job: {
        type,
        developed,
        modelsFolder,
        packs,
        ...(typeof native === 'string' && { native }),
        ...(typeof question === 'string' && { question }),
      },
    };
  if (type === 'transcribe' && bytes instanceof Uint8Array && typeof maxAudioMs === 'number')
    return { id, job: { type, bytes, modelsFolder, maxAudioMs } };
  return undefined;
}

function isPackList(value: unknown): value is readonly PackName[] {
  return (
    Array.isArray(value) && value.every((name) => typeof name === 'string' && isPackName(name))
  );
}

function isDeveloped(value: unknown): value is Developed {
  if (!isRecord(value) || typeof value['format'] !== 'string') return false;
  const { picture } = value;
  if (!isRecord(picture)) return false;
  const { width, height, data } = picture;
  return (
    typeof width === 'number' &&
    typeof height === 'number' &&
    data instanceof Uint8Array &&
    data.length === width * height * 3
  );
}

export interface Report {
  readonly id: number;
  /** A part is true and not complete; after the end of a job nothing more comes. */
  readonly stage: 'part' | 'end';
  readonly result: unknown;
}

export function parseReport(value: unknown): Report | undefined {
  if (!isRecord(value) || typeof value['id'] !== 'number') return undefined;
  const { id, stage, result } = value;
  return stage === 'part' || stage === 'end' ? { id, stage, result } : undefined;
}

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

export function isDescription(value: unknown): value is Description {
  return (
    isRecord(value) &&
    typeof value['markdown'] === 'string' &&
    typeof value['kind'] === 'string' &&
    [
      'lines',
      'elements',
      'unread',
      'palette',
      'quadrants',
      'areas',
      'codes',
      'tables',
      'blocks',
      'charts',
    ].every((key) => Array.isArray(value[key])) &&
    isRecord(value['size']) &&
    typeof value['complete'] === 'boolean'
  );
}

export function isTranscript(value: unknown): value is Transcript {
  return (
    isRecord(value) &&
    typeof value['text'] === 'string' &&
    Array.isArray(value['segments']) &&
    typeof value['durationMs'] === 'number' &&
    typeof value['complete'] === 'boolean'
  );
}
