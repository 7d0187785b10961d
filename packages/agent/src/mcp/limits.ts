// Every limit of the MCP server: one name, one default, its unit in its name.

export interface McpLimits {
  /** One message from a client. Nothing that a client sends holds media, so it is small. */
  readonly maxMessageBytes: number;
  readonly maxJsonDepth: number;
  /** Base64 characters of all pictures in one result: some clients refuse a result above one million. */
  readonly maxResultChars: number;
  /** Words that a describer may put into one result. */
  readonly maxDescriptionChars: number;
  readonly maxQuestionChars: number;
  /** What a resource read hands out whole; above it, `view` shows a fitted picture. */
  readonly maxResourceBytes: number;
  readonly maxResourcesPerPage: number;
  /** Calls that work at the same moment, and calls that may wait for their turn, over all clients. */
  readonly maxCallsAtOnce: number;
  readonly maxCallsWaiting: number;
  readonly maxClientRoots: number;
  readonly rootsTimeoutMs: number;
  readonly progressEveryMs: number;
  /** HTTP only: sessions of clients that speak a revision with sessions. */
  readonly maxSessions: number;
  readonly sessionIdleMs: number;
}

export const mcpLimits: McpLimits = {
  maxMessageBytes: 4 * 1024 * 1024,
  maxJsonDepth: 64,
  maxResultChars: 1_000_000,
  maxDescriptionChars: 100_000,
  maxQuestionChars: 4_000,
  maxResourceBytes: 8 * 1024 * 1024,
  maxResourcesPerPage: 50,
  maxCallsAtOnce: 4,
  maxCallsWaiting: 64,
  maxClientRoots: 64,
  rootsTimeoutMs: 10_000,
  progressEveryMs: 1_000,
  maxSessions: 64,
  sessionIdleMs: 30 * 60 * 1000,
};

// mcp
export const maxConnections = 256;
export const requestTimeoutMs = 60_000;
export const maxKnownTypes = 10_000;
/** A larger blob is typed when it is read. */
export const maxSniffBytes = 16 * 1024 * 1024;
