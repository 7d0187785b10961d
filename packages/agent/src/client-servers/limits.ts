// Every limit on servers of others: one name, one default, its unit in its name. A server is a program that somebody
// configured and nobody vouches for.
import { defineLimits } from '@percept/core/internal/options';

export const clientServerLimits = defineLimits({
  maxServers: 16,
  /** Of all servers together: providers take 128 in one request, and ours are among them. */
  maxTools: 120,
  maxListPages: 20,
  /** How often a server may change what it offers in one session. */
  maxListChanges: 32,
  maxDescriptionChars: 1_000,
  maxSchemaChars: 16_000,
  maxSchemaDepth: 12,
  maxMessageBytes: 64 * 1024 * 1024,
  maxJsonDepth: 64,
  /** What a server may send between two of our requests. */
  maxBytesPerRequest: 160 * 1024 * 1024,
  maxMessagesPerRequest: 10_000,
  maxTextCharsPerResult: 100_000,
  maxMediaPerResult: 16,
  /** How long after the session was opened a turn waits for servers that still start; they may arrive later. */
  maxWaitMs: 15_000,
  connectTimeoutMs: 60_000,
  /** Since the call, or since the server's last sign of progress. */
  callTimeoutMs: 120_000,
  maxCallMs: 15 * 60_000,
  /** For each of the three ways to end: asked, told, killed. */
  closeTimeoutMs: 2_000,
  /** How often a server that ended is started again in one session. */
  maxRestarts: 2,
});
export type ClientServerLimits = typeof clientServerLimits;

// client-servers
export const maxServerFailureChars = 300;
export const maxOwnNameChars = 200;
/** Gemini wants a letter or underscore first; the others take letters, digits, `_` and `-`, 64 at most. */
export const maxToolNameChars = 64;
export const maxServerLabelChars = 20;
export const maxSchemaWordsChars = 1_000;
