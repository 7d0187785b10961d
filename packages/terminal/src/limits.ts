// Every limit of the terminal, by name and with its unit.

export const terminalLimits = {
  /** How long a terminal may take to answer. Cold or distant ones were measured at 750 to 1200 ms; 100 ms fails. */
  probeTimeoutMs: 3_000,
  /** How long the way back to a shell waits for replies that are still out. */
  exitFenceTimeoutMs: 2_000,
  /** After this an unfinished sequence was a key (Escape, Alt-[) and is handed on. */
  keyTimeoutMs: 50,
  /** The same while replies are expected, which a slow line may tear apart. */
  replyTimeoutMs: 500,
  /** The longest reply that is waited for: a packet of the clipboard, which is 4096 bytes in base64 and its keys. */
  maxReplyChars: 8_192,
  /** How long a terminal may take to say what its clipboard holds, once it said that it can. */
  clipboardListTimeoutMs: 5_000,
  /** The same where it said nothing: most terminals have never heard of it. */
  clipboardGraceMs: 1_000,
  /** A person is asked for permission, and the picture travels over the line. */
  clipboardReadTimeoutMs: 60_000,
  /** Seed of the kitty protocol: "at most 4096 bytes" of base64 for each chunk. */
  maxKittyChunkChars: 4_096,
  /** tmux drops what it passes through at 1 MB. */
  maxPassthroughChars: 512 * 1024,
  maxSixelColours: 256,
  /** Rows and columns that kitty's placeholders can name. */
  maxPlaceholderCells: 297,
  /** What a terminal draws at most; a decoded picture beyond it is no display picture. */
  maxRasterPixels: 32 * 1024 * 1024,
} as const;

/** Facts §1.3: without a reply a cell counts as 10x20 pixels, which is also Windows Terminal's virtual cell. */
export const defaultCell = { width: 10, height: 20 } as const;
export const defaultScreen = { columns: 80, rows: 24 } as const;

// screen
export const maxTerminalClipboardListBytes = 64 * 1024;

// probe
export const tmuxTimeoutMs = 1_000;

// chat
export const maxSuggestions = 6;
export const maxShownAttachments = 4;
/** Beyond this a line is data and no prose: it is shown as it is, and costs no more than its length. */
export const maxMarkedChars = 4_000;
export const maxTableRows = 200;
export const maxKeptPrompts = 200;
export const maxShownReportChars = 400;
export const maxShownSessions = 20;
/** How long the first Ctrl-C waits for the second. */
export const leaveTimeoutMs = 2_000;
/** Keys that come closer are one key that is held, or a paste: none of them is an answer. */
export const heldKeyTimeoutMs = 300;
