// Limits of the door that no caller sets: what a source, a probe, a fit and a decoder may take. What a caller sets is `doorLimits` of core.

/** For a stream of the caller: a pipe, an upload. */
export const streamTimeouts = { idleTimeoutMs: 30_000, timeoutMs: 10 * 60_000 } as const;

export const maxBytesInFlight = 256 * 1024 * 1024;
/** What lies on a disk waits there: enough is read ahead that no decoder waits for it. */
export const maxReadAheadBytes = 12 * 1024 * 1024;
/** As many segments as an honest file has before its frame header. */
export const maxSniffedSegments = 64;

// strip
/** Far over what the door takes, so that only bytes which no probe has seen can cross it. */
export const maxStrippedChunks = 1_000_000;

// sources
export const maxDropChars = 64 * 1024;
export const maxDropItems = 100;
export const maxRawDropPieces = 16;
/** A header longer than this is not a header. */
export const maxDataUrlHeaderChars = 4096;
export const maxOscHeaderChars = 4096;
export const maxOscNameBytes = 1024;
export const maxResponseHeaderBytes = 16 * 1024;
export const maxSourceLabelChars = 255;
// A source that answers without ever touching the system would keep timers and abort from running.
export const maxStreamTurnMs = 20;
export const fetchIdleTimeoutMs = 10_000;

// sources/clipboard
export const clipboardListTimeoutMs = 1_000;
export const clipboardReadTimeoutMs = 3_000;
export const powerShellTimeoutMs = 5_000;
export const maxClipboardErrorBytes = 4096;
export const maxClipboardPathBytes = 64 * 1024;
export const maxClipboardWrappingBytes = 256;
export const maxClipboardListBytes = 64 * 1024;

// probe
export const maxAvifProperties = 10_000;
export const maxIccTags = 100;
/** The decoder gives up after as many scans; a progressive file of an encoder has about ten. */
export const maxJpegScans = 100;
/** XMP may be long; what it says of the picture itself stands near its start. */
export const maxOrientationBytes = 64 * 1024;
export const maxTiffSamples = 64;
export const maxStillWebpChunks = 64;

// probe/audio
/** More boxes on one level than any honest file has; a fragmented recording has two per second. */
export const maxMp4Boxes = 100_000;
export const maxEbmlElements = 100_000;
export const maxMp4Brands = 64;
/** Files have been seen with two. */
export const maxId3Tags = 16;
export const maxMp4Tracks = 64;
/** An hour and a half of MP3 at 44.1 kHz. */
export const maxMpegFrames = 200_000;
export const maxWebmTracks = 64;

// jpeg
/** Over this many pixels the coefficients are not worth their memory. */
export const maxRewrittenPixels = 24_000_000;
export const maxJpegSegments = 20_000;

// fit
export const maxBareParts = 10_000;
export const maxEncodes = 7;
export const maxShrinks = 8;

// decoder
export const retireTimeoutMs = 2_000;
/** No target may make the host hold more than this of an answer. */
export const maxAnswerBytes = 64 * 1024 * 1024;
export const maxOpenFiles = 128;
export const maxFrameHeadBytes = 64 * 1024;
export const maxDecoderWordsChars = 1_000;
export const maxDecoderHeapMb = 128;
/** What a decoder in a thread and the two threads of its wasm build open, five each, and the file that is read. */
export const decoderThreadFiles = 16;

// admission
/** XMP of a camera has a few thousand bytes. */
export const maxExaminedTextBytes = 1024 * 1024;
