// Every limit has one name, one default and its unit in its name. A limit is policy, so it is never part of a block.
import { definedOf } from './defined.ts';
import { defineLimits, limitsOf } from './options.ts';

/** What one message may hold. Defaults: seed 002, "Default size cap". */
export const messageLimits = defineLimits({
  maxImageBytes: 5 * 1024 * 1024,
  maxEdgePx: 1568,
  maxImagesPerMessage: 20,
  maxBytesPerMessage: 30 * 1024 * 1024,
});
export type MessageLimits = typeof messageLimits;

/** What one answer of a model may hold of media that it made, and what one turn may have made on purpose. */
export const madeLimits = defineLimits({
  maxMediaPerStep: 16,
  maxBytesPerStep: 64 * 1024 * 1024,
  /** Local eyes or ears, for what came without a word: they look while the turn goes on, and no longer than this. */
  describeTimeoutMs: 5_000,
  maxDrawingsPerTurn: 8,
  maxSpokenCharsPerTurn: 20_000,
  /** Of the words that say what to draw. */
  maxPromptChars: 32_000,
  /** For one picture or one sound, from the request to the last byte. */
  makeTimeoutMs: 180_000,
});
export type MadeLimits = typeof madeLimits;

/** What one answer of a model may hold, however long it would go on. */
export const answerLimits = defineLimits({
  /** As it comes over the wire, what it made in base64 included. */
  maxAnswerBytes: 128 * 1024 * 1024,
  /** Of its words, its thoughts and the arguments of its calls together. */
  maxAnswerChars: 1_000_000,
  maxCallsPerAnswer: 128,
});
export type AnswerLimits = typeof answerLimits;

/** What a person is asked about at once: nobody judges more than that, and no client is sent more. */
export const questionLimits = defineLimits({
  maxShownChars: 200_000,
  /** Of the whole file, which some clients are sent before and after. */
  maxEditedChars: 8_000_000,
});
export type QuestionLimits = typeof questionLimits;

/**
 * What the door takes at most, and its one default for each limit.
 *
 * @example openDoor({ store: memory, limits: { maxSourceBytes: doorLimits.maxSourceBytes / 2 } });
 */
export const doorLimits = defineLimits({
  maxSourceBytes: 100 * 1024 * 1024,
  maxSourceEdgePx: 30_000,
  maxSourcePixels: 200_000_000,
  maxFrames: 2_000,
  maxAncillaryBytes: 16 * 1024 * 1024,
  maxChunks: 20_000,
  /** What the header says the decoder will allocate, not what the file weighs. */
  maxDecoderBytes: 512 * 1024 * 1024,
  decodeTimeoutMs: 15_000,
  maxWorkerMemoryBytes: 1024 * 1024 * 1024,
});
/** What the door looks at before any decoder runs. Untrusted bytes over one of these never reach native code. */
export type DoorLimits = typeof doorLimits;

/** What the guarded fetcher waits for; how many bytes it takes is what the door takes. */
export const fetchLimits = defineLimits({ fetchTimeoutMs: 20_000, maxRedirects: 5 });
export type FetchLimits = typeof fetchLimits;

/**
 * Defaults with what a caller set beside them. A limit that is no number would compare as false with everything and bound
 * nothing, so it is the caller's mistake and stops the start; one that is undefined is the default.
 *
 * @example withLimits(doorLimits, { maxSourceBytes: 1_000_000 })
 */
export function withLimits<T extends object>(
  defaults: T,
  own: { readonly [K in keyof T]?: T[K] | undefined } | undefined,
): T {
  const wrong = limitsOf(defaults)(own, 'limits');
  if (wrong !== undefined) throw new TypeError(`${wrong}.`);
  return Object.assign({}, defaults, definedOf(own ?? {}));
}

/** A description, an answer, a page of transcription; callers with a limit of their own give that. */
export const maxFencedChars = 16_000;
/** A text of nothing but tildes must not make the fence longer than the text. */
export const maxRail = 32;
/** A description has a line before its words, two rails and some words: with less room it would say nothing. */
export const leastDescriptionCharacters = 800;
/** More unbroken base64 than this is a payload, not prose. */
export const maxInlineBase64Chars = 4096;
export const maxJsonDepth = 64;
export const maxPrintedChars = 120;
export const maxReasonChars = 160;

/** Timers count in 32 bits; what is longer would be over at once. */
export const longestTimerMs: number = 2 ** 31 - 1;

// lens
/** Beyond these a text is no claim and no refusal but somebody's description, or the text of the document. */
export const maxClaimChars = 2_000;
export const maxDocumentClaimChars = 300;
export const maxToldStringChars = 160;
export const maxToldValueChars = 2_000;
/** Whoever wraps base64 does so within the first letters of it, or leaves a break at its end. */
export const maxBase64LineChars = 4_096;
/** For all that one request asks of its host, which asks in parallel. */
export const mediaTimeoutMs = 30_000;
export const maxInspectedChars = 200_000;
/** No model takes more pictures in one result; a longer list is data. */
export const maxPayloadsPerResult = 1_000;
/** Longer than any run of metadata segments in a real JPEG; a file with more is not worth the time. */
export const maxPeekedSegments = 2_000;
export const maxNameChars = 96;

/** The longest name by which a model is known; the longest that a provider has are addresses of some 120. */
export const maxModelNameChars = 512;

// envelope
/** More than any private key in armour has; one that was cut has no foot. */
export const maxKeyChars = 16_384;
export const maxUrlChars = 8192;
/** Seed 001 §C: "aiProviders.maxInlineMediaBytes, default 256 KiB". */
export const maxInlineMediaBytes = 256 * 1024;

// ai-sdk
export const maxToldResultChars = 4_000;

/** What a program of ours says on its error stream, kept for whoever asks why it ended. */
export const maxComplaintChars = 2_000;
/** How long after its end those words may still come. */
export const lastWordsTimeoutMs = 500;
