// What one client may ask of the server, whoever it is. Each is there so that no number of slow, large or many requests
// takes the process down.
export interface HostLimits {
  readonly maxHeaderBytes: number;
  readonly maxConnections: number;
  /** Of one client address; a proxy is one address, and may be given more. */
  readonly maxConnectionsPerAddress: number;
  /** From the first byte of a request to the end of its headers. */
  readonly headersTimeoutMs: number;
  /** To the end of its body. */
  readonly requestTimeoutMs: number;
  /** A body that brings less than this, after a grace, only holds a place. */
  readonly minBodyBytesPerSecond: number;
  readonly bodyGraceMs: number;
  readonly keepAliveTimeoutMs: number;
  /** Wrong credentials that one address may send in a minute before it is told to wait. */
  readonly maxFailedCredentialsPerMinute: number;
  /** How often a quiet event stream says that it is still there. */
  readonly heartbeatMs: number;
  /** What may wait for a slow reader of events before it is cut off; it comes back with its last id. */
  readonly maxUnreadEventBytes: number;
  /** How long running work may take to end when the server is told to stop. */
  readonly shutdownMs: number;
  readonly maxJsonBytes: number;
  /** Of the JSON bodies of all requests together that are being answered, whichever face they are for. */
  readonly maxHeldBodyBytes: number;
}

export const hostLimits: HostLimits = {
  maxHeaderBytes: 16 * 1024,
  maxConnections: 1024,
  maxConnectionsPerAddress: 512,
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 5 * 60_000,
  minBodyBytesPerSecond: 256,
  bodyGraceMs: 20_000,
  keepAliveTimeoutMs: 15_000,
  maxFailedCredentialsPerMinute: 30,
  heartbeatMs: 15_000,
  maxUnreadEventBytes: 4 * 1024 * 1024,
  shutdownMs: 10_000,
  maxJsonBytes: 1024 * 1024,
  maxHeldBodyBytes: 160 * 1024 * 1024,
};

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
