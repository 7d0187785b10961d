export { accept, refuse, type Accepted, type Outcome, type Refused } from './outcome.ts';
export { refusalKinds, type Refusal, type RefusalKind } from './refusal.ts';
export { refusalAnswer, type RefusalAnswer } from './refusal-answer.ts';
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
export type {
  AudioBlock,
  Base64Source,
  BlobSource,
  FileBlock,
  ImageBlock,
  MediaBlock,
  Origin,
  Original,
  Source,
  StoredBlock,
  UrlSource,
  WireBlock,
  WireSource,
} from './block.ts';
export { PerceptError, unwrap } from './percept-error.ts';
export type { BlobStore, StoreCallOptions } from './blob-store.ts';
export type { CallEvent, EventFacts, ObservedCall } from './observe.ts';
export type { Json, JsonObject } from './json.ts';
export type {
  MessagePart,
  ReasoningPart,
  RecordEntry,
  Role,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from './record.ts';
export type { MadeWords } from './made-words.ts';
export { fitSize, type FitTarget } from './profile/fit.ts';
export type { PatchGrid, Size } from './profile/shape.ts';
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
export type { Wire } from './profile/placement.ts';
export { overrideProfile } from './profile/override.ts';
export type { PngParts } from './png.ts';
export type { Rect, RegionRequest } from './region.ts';
