// Limits of the element and the page: what of an untrusted envelope is drawn, read and held in a browser.

// element
export const maxToldProblems = 5;
/** Larger than any screen; what claims more is drawn smaller. */
export const maxReservedEdgePx = 16_384;
export const maxSnapshotDepth = 40;
export const maxSnapshotNodes = 20_000;
/** Decoded without being asked. */
export const maxEagerSoundBytes = 512 * 1024;
/** Decoded when somebody plays. */
export const maxDecodedSoundBytes = 8 * 1024 * 1024;
export const maxInlineSourceBytes = 64 * 1024 * 1024;

/** A title, a name, an alternative text. */
export const maxLabelChars = 300;

// element/view
export const maxCardDepth = 4;
/** Small values are open. */
export const maxOpenCardChars = 400;

// element/markdown
export const maxBlockDepth = 8;
/** A longer paragraph is no prose, and is not parsed further. */
export const maxParagraphChars = 8_000;
/** Deeper marks are the text that they were. */
export const maxInlineDepth = 12;
/** A longer text is no prose, and stays as it is. */
export const maxInlineChars = 8_000;

// app/state
/** From a line that broke to the next try. */
export const reconnectTimeoutMs = 1500;

// app/inspector
/** The newest matter; a record of thousands is what the bundle is for. */
export const maxInspectedEntries = 600;
export const maxShownJsonChars = 20_000;
