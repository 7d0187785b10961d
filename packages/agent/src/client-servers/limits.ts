// Every limit on servers of others: one name, one default, its unit in its name. A server is a program that somebody
// configured and nobody vouches for.

export interface ClientServerLimits {
  readonly maxServers: number;
  /** Of all servers together: providers take 128 in one request, and ours are among them. */
  readonly maxTools: number;
  readonly maxListPages: number;
  /** How often a server may change what it offers in one session. */
  readonly maxListChanges: number;
  readonly maxDescriptionChars: number;
  readonly maxSchemaChars: number;
  readonly maxSchemaDepth: number;
  readonly maxMessageBytes: number;
  readonly maxJsonDepth: number;
  /** What a server may send between two of our requests. */
  readonly maxBytesPerRequest: number;
  readonly maxMessagesPerRequest: number;
  readonly maxTextCharsPerResult: number;
  readonly maxMediaPerResult: number;
  /** How long after the session was opened a turn waits for servers that still start; they may arrive later. */
  readonly maxWaitMs: number;
  readonly connectTimeoutMs: number;
  /** Since the call, or since the server's last sign of progress. */
  readonly callTimeoutMs: number;
  readonly maxCallMs: number;
  /** For each of the three ways to end: asked, told, killed. */
  readonly closeTimeoutMs: number;
  /** How often a server that ended is started again in one session. */
  readonly maxRestarts: number;
}

export const clientServerLimits: ClientServerLimits = {
  maxServers: 16,
  maxTools: 120,
  maxListPages: 20,
  maxListChanges: 32,
  maxDescriptionChars: 1_000,
  maxSchemaChars: 16_000,
  maxSchemaDepth: 12,
  maxMessageBytes: 64 * 1024 * 1024,
  maxJsonDepth: 64,
  maxBytesPerRequest: 160 * 1024 * 1024,
  maxMessagesPerRequest: 10_000,
  maxTextCharsPerResult: 100_000,
  maxMediaPerResult: 16,
  maxWaitMs: 15_000,
  connectTimeoutMs: 60_000,
  callTimeoutMs: 120_000,
  maxCallMs: 15 * 60_000,
  closeTimeoutMs: 2_000,
  maxRestarts: 2,
};

// client-servers
export const maxServerFailureChars = 300;
export const maxOwnNameChars = 200;
/** Gemini wants a letter or underscore first; the others take letters, digits, `_` and `-`, 64 at most. */
export const maxToolNameChars = 64;
export const maxServerLabelChars = 20;
export const maxSchemaWordsChars = 1_000;
