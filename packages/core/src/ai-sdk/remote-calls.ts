// Calls that a provider ran for itself, with their results in the assistant's own message. Another provider's package sends such
// a call without its result, or throws; told in words, the model still knows what was done.
import { jsonText } from '../lens/json-text.ts';
import { safeName } from '../lens/words.ts';
import { isRecord, readText, type Fields } from '../parse/read.ts';
import { maxToldResultChars } from '../limits.ts';

/** The same list when no message holds such a call. */
export function remoteCallsTold(messages: readonly unknown[]): readonly unknown[] {
  let changed = false;
  const told = messages.map((message) => {
    if (!isRecord(message) || message['role'] !== 'assistant') return message;
    const { content } = message;
    if (!Array.isArray(content) || !content.some(isRemote)) return message;
    changed = true;
    return {
      ...message,
      content: content.map((part: unknown) => (isRemote(part) ? inWords(part) : part)),
    };
  });
  return changed ? told : messages;
}

function isRemote(part: unknown): part is Fields {
  if (!isRecord(part)) return false;
  return (
    part['type'] === 'tool-result' ||
    (part['type'] === 'tool-call' && part['providerExecuted'] === true)
  );
}

function inWords(part: Fields): Fields {
  const tool = safeName(readText(part['toolName']) ?? 'a tool');
  const output = isRecord(part['output']) ? part['output']['value'] : undefined;
  const said = part['type'] === 'tool-call' ? part['input'] : output;
  const text = typeof said === 'string' ? said : (jsonText(said) ?? '');
  const does = part['type'] === 'tool-call' ? 'was run by the provider with' : 'gave';
  return { type: 'text', text: `[${tool} ${does}: ${text.slice(0, maxToldResultChars)}]` };
}
