// For sister packages only: not public, and without a promise between versions.
export { BoundedMap } from './bounded-map.ts';
export { definedOf } from './defined.ts';
export { concatenate } from './concatenate.ts';
export { cancelled, Limiter } from './limiter.ts';
export { Supervision } from './supervision.ts';
export { keeping, sharing } from './sharing.ts';
export { waitFor } from './wait.ts';
export { overLimit, parseRefusal } from './refusal.ts';
export { isBlobId, parseGrantId } from './ids.ts';
export {
  normaliseMediaType,
  readAudioType,
  readImageType,
  readMediaType,
  sourceTypes,
} from './media-type.ts';
export {
  answerLimits,
  lastWordsTimeoutMs,
  leastDescriptionCharacters,
  maxComplaintChars,
  maxRail,
  maxUrlChars,
  madeLimits,
  questionLimits,
  fetchLimits,
  messageLimits,
  withLimits,
} from './limits.ts';
export { keepPng } from './drawn-page.ts';
export { nameOf } from './block.ts';
export { after, afterDoctype } from './parse/markup.ts';
export { parseStoredBlock } from './parse/block.ts';
export {
  exactText,
  inside,
  isRecord,
  parseJson,
  readCount,
  readList,
  readPositive,
  readText,
  readWord,
  type Fields,
} from './parse/read.ts';
export { isJson, isJsonObject, jsonOf } from './json.ts';
export { blobsOf, blocksOf, currentEntries, customData, isMediaPart } from './record.ts';
export { madeAlt, madeBy, ownWords } from './made-words.ts';
export { parseEntry } from './parse/record.ts';
export { defaultFit, fits } from './profile/fit.ts';
export { parseTokenFormula } from './profile/formula-parser.ts';
export { requestTarget, maxRawImageBytes } from './profile/profile.ts';
export { profileOfSent } from './profile/resolve.ts';
export { partialTargetRules, profileRule, targetRule } from './profile/rules.ts';
export { assemblePng, crc32, pngChunk } from './png.ts';
export { admitToMessage } from './message-limits.ts';
export { endOfRun, goesOnWith, replacePieces } from './pieces.ts';
export {
  encodedLetters,
  minEncodedRun,
  runLeftOut,
  withoutEncodedRuns,
  withoutLongRuns,
} from './encoded-runs.ts';
export { fenced, isInert, oneLine } from './fence.ts';
export {
  fewFilesHint,
  printable,
  printableJson,
  printableLines,
  quoted,
  reasonOf,
  withoutUnprintable,
} from './printable.ts';
export { bytesText } from './size-words.ts';
export { perceptionFacts, resolveRegion, wholePixels } from './region.ts';
export { findInlinePayload } from './inline-payload.ts';
