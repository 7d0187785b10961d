export { accept, refuse, type Accepted, type Outcome, type Refused } from './outcome.ts';
export {
  isRefusalKind,
  overLimit,
  parseRefusal,
  refusalKinds,
  type Refusal,
  type RefusalKind,
} from './refusal.ts';
export {
  isBlobId,
  mediaUrl,
  parseBlobId,
  parseGrantId,
  parseMediaUrl,
  parseRunId,
  parseSessionId,
  parseTenantId,
  type BlobId,
  type GrantId,
  type RunId,
  type SessionId,
  type TenantId,
} from './ids.ts';
export {
  audioTypes,
  foreignTypes,
  imageTypes,
  normaliseMediaType,
  readAudioType,
  readImageType,
  readMediaType,
  sourceTypes,
  type AudioType,
  type ImageType,
  type SourceType,
} from './media-type.ts';
export {
  doorLimits,
  answerLimits,
  madeLimits,
  questionLimits,
  fetchLimits,
  messageLimits,
  withLimits,
  type DoorLimits,
  type MadeLimits,
  type FetchLimits,
  type MessageLimits,
} from './limits.ts';
export {
  canBeSeenAgain,
  isStored,
  nameOf,
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
export { parseBlock, parseStoredBlock } from './parse/block.ts';
export { isRecord, readCount, readPositive, readText, readWord } from './parse/read.ts';
export { PerceptError, unwrap } from './percept-error.ts';
export { type BlobStore } from './blob-store.ts';
export { isJson, isJsonObject, jsonOf, type Json, type JsonObject } from './json.ts';
export {
  blobsOf,
  blocksOf,
  currentEntries,
  isMediaPart,
  roles,
  type MessagePart,
  type ReasoningPart,
  type RecordEntry,
  type Role,
  type TextPart,
  type ToolCallPart,
  type ToolResultPart,
} from './record.ts';
export { madeAlt, madeBy, ownWords, type MadeWords } from './made-words.ts';
export { parseEntry } from './parse/record.ts';
export { defaultFit, fits, fitSize, type FitTarget } from './profile/fit.ts';
export { patchCount, type PatchGrid, type Size } from './profile/shape.ts';
export { parseTokenFormula } from './profile/formula-parser.ts';
export {
  fitTarget,
  requestTarget,
  maxRawImageBytes,
  sees,
  type ImageRules,
  type ModelProfile,
  type Placement,
  type ToolPlacement,
} from './profile/profile.ts';
export { base64CharsPerToken, estimateImageTokens, type TokenFormula } from './profile/tokens.ts';
export { common as commonProfile } from './profile/families/common.ts';
export {
  profileRules,
  profilesById,
  resolveProfile,
  type ModelName,
  type ProfileRule,
} from './profile/resolve.ts';
export { placementOn, wireOf, wires, type Wire } from './profile/placement.ts';
export { overrideProfile } from './profile/override.ts';
export { assemblePng, crc32, pngChunk, type PngParts } from './png.ts';
export { admitToMessage } from './message-limits.ts';
export { fenced, isInert, oneLine } from './fence.ts';
export {
  printable,
  printableJson,
  printableLines,
  quoted,
  withoutUnprintable,
} from './printable.ts';
export { resolveRegion, wholePixels, type Rect, type RegionRequest } from './region.ts';
export { findInlinePayload, maxInlineBase64Chars } from './inline-payload.ts';
