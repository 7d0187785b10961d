// What one message brings to a model at most. Whatever is left out is named, with the way to it.

export const promptLimits = {
  /** Of one text; the model reads on with `read`. */
  maxTextChars: 48_000,
  /** Of all texts of one message. */
  maxMessageTextChars: 192_000,
  /** Of one document; the model looks at more with `view`. */
  maxPages: 8,
} as const;

// prompt
export const maxAttachmentNameChars = 80;
export const maxTextPages = 200;
