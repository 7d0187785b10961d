// Every figure that bounds what one client, or all of them together, can make the gateway hold or wait for.

export interface GatewayLimits {
  /** Of a request that the lens reads, packed and unpacked. Others stream through and are never held. */
  readonly maxRequestBytes: number;
  /** Of all requests that are held at the same time, as they came and unpacked. Work on one takes a few copies more. */
  readonly maxHeldBytes: number;
  /** Between two chunks of a request body. */
  readonly bodyIdleMs: number;
  readonly connectTimeoutMs: number;
  /** Without a byte from the upstream, or without a client that takes one. */
  readonly upstreamIdleMs: number;
  /** Of a refusal that is read to see whether media was the cause. */
  readonly maxRefusalBytes: number;
  /** Whose frontier is remembered. */
  readonly maxConversations: number;
  /** How long what a model taught by refusing holds. */
  readonly lessonMs: number;
  /** How long one request waits for pictures to be fitted or put into words. */
  readonly mediaTimeoutMs: number;
  /** Of fitted pictures that are kept for the next request of the same conversation. */
  readonly maxFittedBytes: number;
  /** Of what was seen where tool calls pointed, kept so that the same history stays the same request. */
  readonly maxLookedBytes: number;
  /** Of an answer whose media is kept, as it came and unpacked; a larger one passes and is not. */
  readonly maxStoredAnswerBytes: number;
  /** Answers of which each tenant keeps something: nothing here ends by itself. */
  readonly maxStoredAnswers: number;
}

const mebibyte = 1024 * 1024;

export const gatewayLimits: GatewayLimits = {
  maxRequestBytes: 64 * mebibyte,
  maxHeldBytes: 256 * mebibyte,
  bodyIdleMs: 30_000,
  connectTimeoutMs: 15_000,
  upstreamIdleMs: 600_000,
  maxRefusalBytes: 64 * 1024,
  maxConversations: 1_000,
  lessonMs: 3_600_000,
  mediaTimeoutMs: 60_000,
  maxFittedBytes: 64 * mebibyte,
  maxLookedBytes: 64 * mebibyte,
  maxStoredAnswerBytes: 96 * mebibyte,
  maxStoredAnswers: 10_000,
};

// gateway
export const maxQuarantined = 1_000;
/** Pages of one document that are shown; the caption says how many there are. */
export const maxLookedPages = 4;
/** In one request: beyond that the oldest stay as they were. */
export const maxLooks = 100;
export const maxDrainedBytes = 256 * 1024 * 1024;
