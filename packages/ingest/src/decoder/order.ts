// A job as it crosses the pipe into the decoder: its facts in the head, its bytes in the body.
import { imageTypes, type FitTarget } from '@percept/core';
import {
  isRecord,
  parseTokenFormula,
  readCount,
  readPositive,
  readWord,
  sourceTypes,
} from '@percept/core/internal';
import { readOrientation } from '../fit/orientation.ts';
import { outputs, type DecodeJob, type DecodeTask, type Region } from '../fit/picture.ts';
import type { Frame } from './frame.ts';

export interface Order {
  readonly id: number;
  readonly maxSourcePixels: number;
  readonly job: DecodeJob;
}

export function orderHead(id: number, maxSourcePixels: number, job: DecodeTask): object {
  const { bytes: _, ...facts } = job;
  return { type: 'job', id, maxSourcePixels, facts };
}

export function parseOrder({ head, body }: Frame): Order | undefined {
  if (!isRecord(head) || head['type'] !== 'job' || !isRecord(head['facts'])) return undefined;
  const { facts } = head;
  const id = readCount(head['id']);
  const maxSourcePixels = readPositive(head['maxSourcePixels']);
  const mime = readWord(sourceTypes, facts['mime']);
  const width = readPositive(facts['width']);
  const height = readPositive(facts['height']);
  const frames = readPositive(facts['frames']);
  const orientation = readOrientation(facts['orientation']);
  const target = parseTarget(facts['target']);
  const region = parseRegion(facts['region']);
  if (id === undefined || !maxSourcePixels || !mime || !width || !height || !frames)
    return undefined;
  if (!orientation || !target) return undefined;
  const hasAlpha = facts['hasAlpha'] === true;
  const lossless = facts['lossless'] === true;
  const inset = parseInset(facts['inset']);
  const codePoint = parseCodePoint(facts['codePoint']);
  return {
    id,
    maxSourcePixels,
    job: {
      bytes: body,
      mime,
      width,
      height,
      frames,
      orientation,
      hasAlpha,
      target,
      lossless,
      output: readWord(outputs, facts['output']) ?? 'file',
      ...(region && { region }),
      ...(inset && { inset }),
      ...(codePoint && { codePoint }),
      ...(facts['breaksOff'] === true && { breaksOff: true }),
    },
  };
}

function parseInset(value: unknown): DecodeJob['inset'] {
  if (!isRecord(value)) return undefined;
  const left = readCount(value['left']);
  const top = readCount(value['top']);
  return left === undefined || top === undefined ? undefined : { left, top };
}

function parseCodePoint(value: unknown): DecodeJob['codePoint'] {
  if (!isRecord(value)) return undefined;
  const primaries = readCount(value['primaries']);
  const transfer = readCount(value['transfer']);
  const maxNits = readPositive(value['maxNits']);
  if (primaries === undefined || transfer === undefined) return undefined;
  return { primaries, transfer, ...(maxNits !== undefined && { maxNits }) };
}

/** JSON has no infinity: a limit that is not there arrives as null. */
function readLimit(value: unknown): number | undefined {
  if (value === null) return Number.POSITIVE_INFINITY;
  return typeof value === 'number' && value > 0 ? value : undefined;
}

function parseTarget(value: unknown): FitTarget | undefined {
  if (!isRecord(value) || !Array.isArray(value['imageTypes'])) return undefined;
  const named: readonly unknown[] = value['imageTypes'];
  const maxBytes = readLimit(value['maxBytes']);
  const maxEdgePx = readLimit(value['maxEdgePx']);
  const maxPixels = readLimit(value['maxPixels']);
  if (!maxBytes || !maxEdgePx || !maxPixels) return undefined;
  const maxShortEdgePx = readLimit(value['maxShortEdgePx']);
  if (value['maxShortEdgePx'] !== undefined && !maxShortEdgePx) return undefined;
  const grid = value['patches'];
  const sizePx = isRecord(grid) ? readPositive(grid['sizePx']) : undefined;
  const max = isRecord(grid) ? readLimit(grid['max']) : undefined;
  const tokens = parseTokenFormula(value['tokens']);
  return {
    imageTypes: imageTypes.filter((type) => named.includes(type)),
    maxBytes,
    maxEdgePx,
    maxPixels,
    ...(maxShortEdgePx && { maxShortEdgePx }),
    ...(sizePx && max && { patches: { sizePx, max } }),
    ...(tokens && { tokens }),
  };
}

function parseRegion(value: unknown): Region | undefined {
  if (!isRecord(value)) return undefined;
  const left = readCount(value['left']);
  const top = readCount(value['top']);
  const width = readPositive(value['width']);
  const height = readPositive(value['height']);
  if (left === undefined || top === undefined || !width || !height) return undefined;
  return { left, top, width, height };
}
