// What goes in and out of admission: the words shared by its three ways.
import type {
  BlobSource,
  BlobStore,
  DoorLimits,
  FitTarget,
  Origin,
  Original,
  Rect,
  Refusal,
  RegionRequest,
  StoredBlock,
} from '@percept/core';
import type { Decoder } from '../decoder/index.ts';
import type { Stage, Step } from '../fit/index.ts';
import type { Room, SourceBytes } from '../sources/index.ts';

/** What the caller has a use for. `file` takes anything as it is, undecoded. */
export type Expectation = 'media' | 'image' | 'audio' | 'file';

export interface AdmissionRequest {
  readonly target?: FitTarget | undefined;
  readonly origin?: Origin | undefined;
  /** Only this part of a picture, cut from the original before it is fitted. */
  readonly region?: RegionRequest | undefined;
  readonly expect?: Expectation | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What it throws is dropped. */
  readonly onStage?: ((stage: Stage | 'storing') => void) | undefined;
}

/** How a stored picture is shown. The target says for whom: `fitTarget(profile, picturesInTheRequest)`. */
export type StoredFit = Pick<AdmissionRequest, 'origin' | 'region' | 'signal' | 'onStage'> & {
  readonly target: FitTarget;
};

/** What is stored as it came, before anybody knows who will look at it. */
export interface Kept {
  readonly kind: 'image' | 'audio' | 'file';
  /** Of a picture with its upright size and, where it moves, its frames. */
  readonly original: Original;
  /** The same pixels in a file that may leave, where what came may not: it is stored too. */
  readonly picture?: Original;
  readonly durationMs?: number;
  readonly name?: string;
  readonly warnings: readonly string[];
}

/** What was done on the way in, beyond what the decoder did. */
export type AdmissionStep = Step | 'metadata-removed';

export interface Admitted {
  readonly block: StoredBlock;
  /** The part of the original that the block shows, in upright pixels; all of it where nothing was cut. */
  readonly shown?: Rect;
  /** The bytes as they came; the same blob as the block's when nothing had to change. */
  readonly original: Original;
  readonly steps: readonly AdmissionStep[];
  readonly warnings: readonly string[];
}

export interface AdmissionParts {
  readonly store: Pick<BlobStore, 'get' | 'size'>;
  /** Stores the bytes, unless the caller has given up. */
  readonly put: BlobStore['put'];
  readonly decoder: Decoder;
  readonly limits: DoorLimits;
  /** Asked before the bytes are worked on. */
  readonly room?: Room | undefined;
}

export const storedSource: BlobSource = { kind: 'blob' };

export const takenBack: Refusal = {
  refused: 'cancelled',
  message: 'The caller took this back before it was done.',
  hint: 'Give it again if it is still wanted.',
};

export function originOf(request: AdmissionRequest, source: SourceBytes): Origin {
  if (request.origin) return request.origin;
  return { kind: 'attachment', ...(source.name !== undefined && { name: source.name }) };
}
