// Limits of the command itself; those of what it starts stand with that.

// commands
export const maxInputsAtOnce = 4;

// cli
/** A question, and words on standard input. */
export const maxWordsChars = 1_000_000;
/** An event is a line of a log and a frame of a stream: more than this is no event any more. */
export const maxInlineOptionBytes = 16 * 1024 * 1024;

// cli/doctor
export const askModelTimeoutMs = 4_000;
export const maxModelListBytes = 2 * 1024 * 1024;

// cli/chat
export const maxShownToolChars = 600;
export const maxCompletionReads = 5_000;
export const maxOfferedPaths = 50;
