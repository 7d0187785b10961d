// What a describer said is data. It goes into a fence that nothing inside can close (it is longer than any run of its own
// character in there), without hidden characters, without the control words of chat templates, and without payloads.
import { printable } from '@percept/core';
import { findPayloads } from '@percept/core/lens';

const maxChars = 16_000;

/** A text of nothing but tildes must not make the fence longer than the text. */
const maxRail = 32;
const longRail = /~{33,}/g;

/** Words that chat templates give a meaning to: a server that parses them in content would end our message there. */
const templateWords =
  /<\||<｜|<\/?s>|\[\/?INST\]|<<\/?SYS>>|<(?:start|end)_of_turn>|<\/?tool_(?:call|response)>/giu;

/** @example fenced('machine-transcription', 'A red square.') */
export function fenced(label: string, text: string): string {
  const clean = safeLines(text);
  const longest = Math.max(0, ...[...clean.matchAll(/~+/g)].map(([run]) => run.length));
  const rail = '~'.repeat(Math.max(4, longest + 1));
  const cut = text.length > maxChars ? `\n(cut after ${maxChars} characters)` : '';
  return `${rail}untrusted-${label}\n${clean}\n${rail}${cut}`;
}

/** Text of a stranger as it may stand inside a fence: its lines, printable, and nothing that acts. */
function safeLines(text: string): string {
  const spoken = withoutPayloads(text.slice(0, maxChars).replaceAll(/\r\n?/g, '\n'));
  return spoken
    .split('\n')
    .map((line) =>
      printable(line.replaceAll('\t', '  '), Infinity).replaceAll(templateWords, defused),
    )
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(longRail, (run) => run.slice(0, maxRail))
    .trim();
}

/** Still legible, and no longer the word that it was. */
function defused(word: string): string {
  return `${word.slice(0, 1)}\\${word.slice(1)}`;
}

function withoutPayloads(text: string): string {
  const pieces = findPayloads(text);
  if (!pieces) return text;
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : '[media left out]')).join('');
}
