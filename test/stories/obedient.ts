// A scripted model that does what it is told: `CALL tool {json}` in the user's newest words is called, anything else is
// answered with `ok`.
import { isRecord } from '@percept/core/internal';
import { text, toolCall, type CapturedRequest, type Reply } from 'percept/conformance';

export function obey(request: CapturedRequest): Reply {
  const { body } = request;
  const messages: readonly unknown[] =
    isRecord(body) && Array.isArray(body['messages']) ? body['messages'] : [];
  const last = messages.findLastIndex((message) => isRecord(message) && message['role'] === 'user');
  const said = textOf(messages[last]);
  const [, tool, input] = /CALL (\w+) (\{.*\})/s.exec(said) ?? [];
  // What was called already stands behind the words that asked for it.
  const isCalled = messages
    .slice(last - 1)
    .some((message) => isRecord(message) && message['role'] === 'tool');
  if (tool === undefined || input === undefined || isCalled) return text('ok');
  const parsed: unknown = JSON.parse(input);
  return toolCall(tool, isRecord(parsed) ? parsed : {});
}

function textOf(message: unknown): string {
  const content = isRecord(message) ? message['content'] : undefined;
  if (typeof content === 'string') return content;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  return parts
    .map((part) => (isRecord(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('\n');
}
