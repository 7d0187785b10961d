// How many tokens a text is, where nobody has counted.
import type { LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';

/** The usual guess where nothing better is known. */
const charsPerToken = 4;

export function tokensOfText(chars: number): number {
  return Math.ceil(chars / charsPerToken);
}

/** Of what is written; media is counted by whoever knows its size. */
export function charsIn(messages: LanguageModelV4Prompt): number {
  let chars = 0;
  for (const { content } of messages) {
    if (typeof content === 'string') chars += content.length;
    else
      for (const part of content)
        if (part.type === 'text' || part.type === 'reasoning') chars += part.text.length;
        else if (part.type === 'tool-call') chars += JSON.stringify(part.input).length;
        else if (part.type === 'tool-result') chars += outputChars(part.output);
  }
  return chars;
}

function outputChars(output: LanguageModelV4ToolResultOutput): number {
  if (output.type === 'execution-denied') return 0;
  if (output.type !== 'content') return JSON.stringify(output.value).length;
  return output.value.reduce((sum, item) => sum + (item.type === 'text' ? item.text.length : 0), 0);
}
