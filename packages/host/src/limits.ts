// What one client may ask of the server, whoever it is. Each is there so that no number of slow, large or many requests
// takes the process down.
import { defineLimits } from '@percept/core/internal/options';

export const hostLimits = defineLimits({
  maxHeaderBytes: 16 * 1024,
  maxConnections: 1024,
  /** Of one client address; a proxy is one address, and may be given more. */
  maxConnectionsPerAddress: 512,
  /** From the first byte of a request to the end of its headers. */
  headersTimeoutMs: 15_000,
  /** To the end of its body. */
  requestTimeoutMs: 5 * 60_000,
  /** A body that brings less than this, after a grace, only holds a place. */
  minBodyBytesPerSecond: 256,
  bodyGraceMs: 20_000,
  keepAliveTimeoutMs: 15_000,
  /** Wrong credentials that one address may send in a minute before it is told to wait. */
  maxFailedCredentialsPerMinute: 30,
  /** How often a quiet event stream says that it is still there. */
  heartbeatMs: 15_000,
  /** What may wait for a slow reader of events before it is cut off; it comes back with its last id. */
  maxUnreadEventBytes: 4 * 1024 * 1024,
  /** How long running work may take to end when the server is told to stop. */
  shutdownMs: 10_000,
  maxJsonBytes: 1024 * 1024,
  /** Of the JSON bodies of all requests together that are being answered, whichever face they are for. */
  maxHeldBodyBytes: 160 * 1024 * 1024,
});
export type HostLimits = typeof hostLimits;

export const maxLoggedPathChars = 200;
export const maxLoggedErrorChars = 500;
export const maxWatchedAddresses = 10_000;
/** A link may lie in a terminal's history or a screenshot: it is good for as long as somebody needs to open it. */
export const keyLifetimeMs = 10 * 60 * 1000;
export const maxCookieAgeSeconds = 30 * 24 * 60 * 60;
export const maxStaticFileBytes = 16 * 1024 * 1024;
export const maxTenants = 1000;

// http
export const maxTokenChars = 1024;
