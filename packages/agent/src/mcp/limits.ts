// Every limit of the MCP server: one name, one default, its unit in its name.
import { defineLimits } from '@percept/core/internal/options';

export const mcpLimits = defineLimits({
  /** One message from a client. Nothing that a client sends holds media, so it is small. */
  maxMessageBytes: 4 * 1024 * 1024,
  maxJsonDepth: 64,
  /** Base64 characters of all pictures in one result: some clients refuse a result above one million. */
  maxResultChars: 1_000_000,
  /** Words that a describer may put into one result. */
  maxDescriptionChars: 100_000,
  maxQuestionChars: 4_000,
  /** What a resource read hands out whole; above it, `view` shows a fitted picture. */
  maxResourceBytes: 8 * 1024 * 1024,
  maxResourcesPerPage: 50,
  /** Calls that work at the same moment, and calls that may wait for their turn, over all clients. */
  maxCallsAtOnce: 4,
  maxCallsWaiting: 64,
  maxClientRoots: 64,
  rootsTimeoutMs: 10_000,
  progressEveryMs: 1_000,
  /** HTTP only: sessions of clients that speak a revision with sessions. */
  maxSessions: 64,
  sessionIdleMs: 30 * 60 * 1000,
});
export type McpLimits = typeof mcpLimits;

// mcp
export const maxConnections = 256;
export const requestTimeoutMs = 60_000;
export const maxKnownTypes = 10_000;
/** A larger blob is typed when it is read. */
export const maxSniffBytes = 16 * 1024 * 1024;
