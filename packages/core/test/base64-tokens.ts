/** Base64 in a text: 1.45 to 1.50 characters are one token, not four (measured with o200k). */
export const base64CharsPerToken = 1.45;
