// A job as it crosses the pipe into the decoder: its facts in the head, its bytes in the body.
import { imageTypes, type FitTarget } from '@percept/core';
import {
  inside,
  isRecord,
  parseTokenFormula,
  readCount,
  readPositive,
  sourceTypes,
} from '@percept/core/internal';
import {
  count,
  flag,
  isShape,
  maybe,
  oneOf,
  positive,
  shape,
} from '@percept/core/internal/options';
import type { CodePoint } from '../colour/code-point.ts';
import {
  outputs,
  type DecodeJob,
  type DecodeTask,
  type JobFacts,
  type Region,
} from '../fit/picture.ts';
import { orientations } from '../probe/picture.ts';
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

type Facts = Omit<JobFacts, 'target'>;

const isFacts = isShape<Facts>({
  mime: oneOf(sourceTypes),
  width: positive,
  height: positive,
  frames: positive,
  orientation: oneOf(orientations),
  hasAlpha: flag,
  inset: maybe(shape<NonNullable<Facts['inset']>>({ left: count, top: count })),
  codePoint: maybe(
    shape<CodePoint>({ primaries: count, transfer: count, maxNits: maybe(positive) }),
  ),
  breaksOff: maybe(flag),
  region: maybe(shape<Region>({ left: count, top: count, width: positive, height: positive })),
  lossless: maybe(flag),
  output: maybe(oneOf(outputs)),
});

export function parseOrder({ head, body }: Frame): Order | undefined {
  if (!isRecord(head) || head['type'] !== 'job' || !isRecord(head['facts'])) return undefined;
  const { facts } = head;
  const id = readCount(head['id']);
  const maxSourcePixels = readPositive(head['maxSourcePixels']);
  const target = parseTarget(facts['target']);
  if (id === undefined || !maxSourcePixels || !target || !isFacts(facts)) return undefined;
  return { id, maxSourcePixels, job: { output: 'file', ...facts, bytes: body, target } };
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
  const sizePx = readPositive(inside(value, 'patches', 'sizePx'));
  const max = readLimit(inside(value, 'patches', 'max'));
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
