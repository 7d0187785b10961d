// Every figure that bounds what one client, or all of them together, can make the gateway hold or wait for.
import { defineLimits } from '@percept/core/internal/options';

const mebibyte = 1024 * 1024;

export const gatewayLimits = defineLimits({
  /** Of a request that the lens reads, packed and unpacked. Others stream through and are never held. */
  maxRequestBytes: 64 * mebibyte,
  /** Of all requests that are held at the same time, as they came and unpacked. Work on one takes a few copies more. */
  maxHeldBytes: 256 * mebibyte,
  /** Between two chunks of a request body. */
  bodyIdleMs: 30_000,
  connectTimeoutMs: 15_000,
  /** Without a byte from the upstream, or without a client that takes one. */
  upstreamIdleMs: 600_000,
  /** Of a refusal that is read to see whether media was the cause. */
  maxRefusalBytes: 64 * 1024,
  /** Whose frontier is remembered. */
  maxConversations: 1_000,
  /** How long what a model taught by refusing holds. */
  lessonMs: 3_600_000,
  /** How long one request waits for pictures to be fitted or put into words. */
  mediaTimeoutMs: 60_000,
  /** Of fitted pictures that are kept for the next request of the same conversation. */
  maxFittedBytes: 64 * mebibyte,
  /** Of what was seen where tool calls pointed, kept so that the same history stays the same request. */
  maxLookedBytes: 64 * mebibyte,
  /** Of an answer whose media is kept, as it came and unpacked; a larger one passes and is not. */
  maxStoredAnswerBytes: 96 * mebibyte,
  /** Answers of which each tenant keeps something: nothing here ends by itself. */
  maxStoredAnswers: 10_000,
});
export type GatewayLimits = typeof gatewayLimits;

// gateway
export const maxQuarantined = 1_000;
/** Pages of one document that are shown; the caption says how many there are. */
export const maxLookedPages = 4;
/** In one request: beyond that the oldest stay as they were. */
export const maxLooks = 100;
export const maxDrainedBytes = 256 * 1024 * 1024;
