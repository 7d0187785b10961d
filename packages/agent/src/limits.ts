// Limits of the agent that no configuration sets. Folders with many have a page of their own beside them.

// tools
/** For one call of a tool that a program defined, unless it says otherwise. */
export const toolTimeoutMs = 120_000;
export const maxReadLines = 2000;
export const maxReadChars = 400_000;

// runtime
/** A page is never the price of all sessions: one that looked at so many says where it stopped. */
export const maxListedSessions = 500;

// models
export const discoveryTimeoutMs = 300;
export const maxDiscoveryBytes = 1024 * 1024;
export const maxAskedModels = 64;

// loop
export const maxSteps = 50;
/** Of a request to a model, by the AI SDK. */
export const maxRetries = 2;
export const maxTranscriptChars = 400_000;
export const maxTranscriptMessageChars = 50_000;
export const maxKeptLines = 100;
/** Deeper than any answer nests; what a stranger nests further is not followed. */
export const maxSearchedDepth = 32;
/** For reading the store and refitting what history holds; looks were made before, under the bridge's own deadline. */
export const historyMediaTimeoutMs = 10 * 60_000;
/** A description can be long; its beginning tells which one it was. */
export const maxReportChars = 2000;

// library
/** A program or a server that runs for months does not remember without end. */
export const maxKnownPictures = 2_000;

// config
export const maxConfigBytes = 1024 * 1024;
export const trustLimits = { maxBytes: 1024 * 1024, maxFiles: 1000 } as const;

// bridge
/** A describer on this device keeps its own time and says what it has; it gets a moment to say it. */
export const attemptGraceMs = 2_000;
export const maxQuestionChars = 2_000;
