// Whether a request could hold media, told from its letters before anybody parses it. It may say yes too often and never no
// too often: whatever the reader of spellings knows has one of these letters around it.

/** As values: `"type": "image"`, also where somebody stringified it and its quotes are escaped. */
const values = [
  'audio',
  'Buffer',
  'computer_screenshot',
  'document(?:_url)?',
  'file(?:-data|-url|-id|-reference)?',
  'image(?:_url|-data|-url|-file-id|-file-reference)?',
  'input_(?:audio|file|image)',
  'media',
  'resource',
].join('|');
const quote = String.raw`\\*"`;
/** As keys of Gemini and Bedrock, and of bytes that became numbers. */
const keys = 'inline_?data|file_?data|image|document|0';

const pattern = new RegExp(
  [
    String.raw`:\s*${quote}(?:${values})${quote}`,
    String.raw`${quote}(?:${keys})${quote}\s*:\s*[{\d]`,
    String.raw`${quote}(?:\s|\\+[nrt])*data:`,
    // Letters that are written as escapes can spell any of the above.
    String.raw`\\u00[4-7]`,
  ].join('|'),
  'i',
);

/** @example mayHoldMedia('{"messages":[{"role":"user","content":"hello"}]}') // false */
export function mayHoldMedia(body: string): boolean {
  return pattern.test(body);
}
