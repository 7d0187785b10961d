export { accept, refuse, type Accepted, type Outcome, type Refused } from './outcome.ts';
export { refusalKinds, type Refusal, type RefusalKind } from './refusal.ts';
export {
  mediaUrl,
  parseBlobId,
  parseMediaUrl,
  parseSessionId,
  parseTenantId,
  type BlobId,
  type GrantId,
  type SessionId,
  type TenantId,
} from './ids.ts';
export {
  audioTypes,
  imageTypes,
  type AudioType,
  type ImageType,
  type SourceType,
} from './media-type.ts';
export {
  doorLimits,
  type DoorLimits,
  type MadeLimits,
  type FetchLimits,
  type MessageLimits,
} from './limits.ts';
export {
  type AudioBlock,
  type Base64Source,
  type BlobSource,
  type FileBlock,
  type ImageBlock,
  type MediaBlock,
  type Origin,
  type Original,
  type Source,
  type StoredBlock,
  type UrlSource,
  type WireBlock,
  type WireSource,
} from './block.ts';
export { PerceptError, unwrap } from './percept-error.ts';
export { type BlobStore } from './blob-store.ts';
export { type Json, type JsonObject } from './json.ts';
export {
  type MessagePart,
  type ReasoningPart,
  type RecordEntry,
  type Role,
  type TextPart,
  type ToolCallPart,
  type ToolResultPart,
} from './record.ts';
export { type MadeWords } from './made-words.ts';
export { fitSize, type FitTarget } from './profile/fit.ts';
export { type PatchGrid, type Size } from './profile/shape.ts';
export {
  fitTarget,
  sees,
  type ImageRules,
  type ModelProfile,
  type Placement,
  type ToolPlacement,
} from './profile/profile.ts';
export { estimateImageTokens, type TokenFormula } from './profile/tokens.ts';
export { common as commonProfile } from './profile/families/common.ts';
export {
  profilesById,
  resolveProfile,
  type ModelName,
  type ProfileRule,
} from './profile/resolve.ts';
export { type Wire } from './profile/placement.ts';
export { overrideProfile } from './profile/override.ts';
export { type PngParts } from './png.ts';
export { type Rect, type RegionRequest } from './region.ts';
