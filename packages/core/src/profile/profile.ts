// A model profile is what a provider takes and what it does with it, as plain data: nothing here is a function, so that
// configuration can override any field when a provider changes its rules.
import { bound, checkOptions } from '../options.ts';
import { profileRule } from './rules.ts';
import { messageLimits } from '../limits.ts';
import type { AudioType, ImageType } from '../media-type.ts';
import type { FitTarget } from './fit.ts';
import type { PatchGrid } from './shape.ts';
import type { TokenFormula } from './tokens.ts';

/** Where media from a tool result goes. */
export type Placement =
  /** Stays inside the tool result. */
  | 'native'
  /** Moves to a user message after all results of the turn. */
  | 'hoist'
  /** The same, behind an assistant message, where user-after-tool is not a legal order of roles. */
  | 'hoist-after-bridge'
  /** The wire has no slot for this kind at all: words take its place. */
  | 'words';

export interface ToolPlacement {
  readonly image: Placement;
  readonly audio: Placement;
  readonly file: Placement;
  /** Anthropic rejects pictures inside a failed result. */
  readonly imageWhenFailed: Placement;
}

export interface ImageRules {
  /** Empty: the model does not see. */
  readonly types: readonly ImageType[];
  readonly maxBytes: number;
  /** Providers count either the picture or its base64. */
  readonly bytesCountedAs: 'raw' | 'base64';
  readonly maxEdgePx: number;
  /** With more pictures than `above` in one request, every one of them must keep to the smaller edge. */
  readonly manyImages?: { readonly above: number; readonly maxEdgePx: number };
  /** What the model really looks at: every pixel beyond is thrown away by the provider. */
  readonly usefulEdgePx: number;
  readonly usefulShortEdgePx?: number;
  readonly usefulPatches?: PatchGrid;
  readonly tokens: TokenFormula;
  /** Where a picture is taken as data alone: an address of one is not fetched there. */
  readonly addresses?: 'refused';
}

export interface ModelProfile {
  readonly id: string;
  readonly image: ImageRules;
  readonly audioTypes: readonly AudioType[];
  readonly fileTypes: readonly string[];
  readonly request: { readonly maxImages: number; readonly maxBytes: number };
  readonly toolResult: ToolPlacement;
  /** `append-only`: thinking is bound to the prefix, and a changed history is answered with an error. */
  readonly history: 'append-only' | 'rewritable';
}

/**
 * Whether the model takes pictures at all.
 *
 * @example if (!sees(resolveProfile(name))) tell('It reads words about pictures.');
 */
export function sees(profile: ModelProfile): boolean {
  checkOptions('sees', { profile }, { profile: profileRule });
  return profile.image.types.length > 0;
}

/** The largest file that the provider takes, in raw bytes. */
export function maxRawImageBytes(rules: ImageRules): number {
  return rules.bytesCountedAs === 'raw' ? rules.maxBytes : Math.floor(rules.maxBytes / 4) * 3;
}

/** Never written, even where a provider takes it: a moving picture would pass as a still unnoticed. */
type StillType = Exclude<ImageType, 'image/gif'>;
const stillTypes: readonly StillType[] = ['image/png', 'image/jpeg', 'image/webp'];

/**
 * What the door aims at for this model, in a request with so many pictures: one alone may use all that the model can see,
 * many keep to the stricter edge. Whoever does not know how many there will be says nothing and gets the stricter one.
 * @example fitTarget(profile, 1)
 */
export function fitTarget(profile: ModelProfile, imagesInRequest = Infinity): FitTarget {
  const rules = { profile: profileRule, imagesInRequest: bound };
  checkOptions('fitTarget', { profile, imagesInRequest }, rules);
  const { image } = profile;
  const { manyImages } = image;
  const isMany = manyImages !== undefined && imagesInRequest > manyImages.above;
  const maxEdgePx = Math.min(
    image.maxEdgePx,
    image.usefulEdgePx,
    isMany ? manyImages.maxEdgePx : Infinity,
  );
  return {
    imageTypes: stillTypes.filter((type) => image.types.includes(type)),
    maxBytes: Math.min(maxRawImageBytes(image), messageLimits.maxImageBytes),
    maxEdgePx,
    maxPixels: maxEdgePx * maxEdgePx,
    ...(image.usefulShortEdgePx !== undefined && { maxShortEdgePx: image.usefulShortEdgePx }),
    ...(image.usefulPatches && { patches: image.usefulPatches }),
    ...(image.tokens.kind !== 'unpublished' && { tokens: image.tokens }),
  };
}

/**
 * The same for a request of a conversation, which grows. A history that may not change keeps to the stricter edge from its
 * first picture on, because the picture that makes them many would change all before it.
 */
export function requestTarget(profile: ModelProfile, imagesInRequest: number): FitTarget {
  return fitTarget(profile, profile.history === 'append-only' ? Infinity : imagesInRequest);
}
