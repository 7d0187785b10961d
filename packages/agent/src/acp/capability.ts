// What this agent does with pictures and sounds, as clients may rely on it: computed from the models, the bridge and the
// transport at the moment of asking, never a constant. Seed 000 names the fields.
import { audioTypes, commonProfile, fitTarget, sees, type SourceType } from '@percept/core';
import type { ImageSettings } from '../config/index.ts';
import type { LoopModel, Models } from '../loop/index.ts';
import type { AcpLimits } from './limits.ts';

interface MediaCapability {
  /** Hard upper bound for one piece of media. */
  readonly maxBytes: number;
  readonly maxBytesUnit: 'raw';
  /** What a client may reduce to before sending; more is taken all the same. */
  readonly downsampleTargetBytes: number;
  readonly autoHandlesOversized: boolean;
  readonly autoHandlesWrongModel: boolean;
  readonly maxTotalBytes: number;
  readonly mimeTypes: readonly string[];
}

export interface ImageCapability extends MediaCapability {
  /** Hard upper bound for either edge, in pixels. */
  readonly maxDimension: number;
  readonly maxImagesPerTurn: number;
}

export interface AudioCapability extends MediaCapability {
  readonly maxDurationMs: number;
}

/** Whether somebody looks or listens for a model that cannot, right now. */
export interface Routes {
  describes(kind: 'image' | 'audio', reader: LoopModel | undefined): boolean;
}

export interface Advertisement {
  /** The binary opt-in: whether such a block may be sent at all. */
  readonly image: boolean;
  readonly audio: boolean;
  readonly imageCapability: ImageCapability;
  readonly audioCapability: AudioCapability;
}

export function advertise(
  models: Models,
  routes: Routes,
  limits: AcpLimits,
  images: ImageSettings & { readonly types: readonly SourceType[] },
): Advertisement {
  const main = models.main();
  const handles = (kind: 'image' | 'audio', takes: (model: LoopModel) => boolean): boolean =>
    main === undefined
      ? routes.describes(kind, undefined)
      : models.list().every((model) => takes(model) || routes.describes(kind, model));
  const shared = {
    maxBytes: images.maxBytes,
    maxBytesUnit: 'raw',
    maxTotalBytes: limits.maxTotalBytes,
    autoHandlesOversized: true,
  } as const;
  const imageHandled = handles('image', ({ profile }) => sees(profile));
  const audioHandled = handles('audio', ({ profile }) => profile.audioTypes.length > 0);
  const seeing = models.list().find(({ profile }) => sees(profile));
  return {
    image: imageHandled || seeing !== undefined,
    audio: audioHandled || models.list().some(({ profile }) => profile.audioTypes.length > 0),
    imageCapability: {
      ...shared,
      maxDimension: limits.maxEdgePx,
      downsampleTargetBytes: fitTarget(seeing?.profile ?? commonProfile).maxBytes,
      autoHandlesWrongModel: imageHandled,
      maxImagesPerTurn: images.maxPerMessage,
      mimeTypes: images.types,
    },
    audioCapability: {
      ...shared,
      maxDurationMs: limits.maxDurationMs,
      downsampleTargetBytes: images.maxBytes,
      // A sound is taken as it is, or refused in words: nothing shortens it.
      autoHandlesOversized: false,
      autoHandlesWrongModel: audioHandled,
      mimeTypes: audioTypes,
    },
  };
}

/** The `_meta` that every place carries alike. */
export function metaOf({
  imageCapability,
  audioCapability,
}: Advertisement): Pick<Advertisement, 'imageCapability' | 'audioCapability'> {
  return { imageCapability, audioCapability };
}
