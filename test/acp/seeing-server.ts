// A model server that can only know what it was shown: it looks at the newest picture in the request and names the colours
// of its quadrants, or says that it saw none.
import { isRecord } from '@percept/core/internal';
import { text, toolCall, type CapturedRequest, type Reply } from 'percept/conformance';
import { nameQuadrants } from '../wires/quadrants.ts';

/** Every picture of a Chat Completions request, in order. */
export function picturesIn({ body }: CapturedRequest): readonly Buffer[] {
  return picturesOf(JSON.stringify(body));
}

/** By hand: tens of megabytes of base64 are more than the stack of a pattern holds at times. */
export function picturesOf(json: string): readonly Buffer[] {
  const pieces = json.split(';base64,');
  return pieces.slice(1).flatMap((piece, at) => {
    const isPicture = /data:image\/[a-z]+$/.test(pieces[at]?.slice(-24) ?? '');
    return isPicture ? [Buffer.from(piece.split(/["\\]/, 1).join(''), 'base64')] : [];
  });
}

export function lastUserText({ body }: CapturedRequest): string {
  const messages: readonly unknown[] =
    isRecord(body) && Array.isArray(body['messages']) ? body['messages'] : [];
  const last = messages.findLast((message) => isRecord(message) && message['role'] === 'user');
  // What Percept says about an attachment, and what somebody saw in it, is not what the user asks.
  return JSON.stringify(last)
    .replaceAll(/\[attachment:[^\]]*\]/g, '')
    .replaceAll(/\[image .*?~~~~\\n\]/g, '');
}

function lastRole({ body }: CapturedRequest): unknown {
  const messages: readonly unknown[] =
    isRecord(body) && Array.isArray(body['messages']) ? body['messages'] : [];
  const last = messages.at(-1);
  return isRecord(last) ? last['role'] : undefined;
}

/** "view FILE" makes it call the tool; everything else is answered from the first or the newest picture in sight. */
export async function look(request: CapturedRequest): Promise<Reply> {
  const asked = lastUserText(request);
  const call = /(view|read) ([\w./:-]+)/.exec(asked);
  if (call?.[1] && call[2] && lastRole(request) === 'user' && !asked.includes('shown in'))
    return toolCall(call[1], { ref: call[2] });
  const pictures = picturesIn(request);
  const seen = asked.includes('first') ? pictures[0] : pictures.at(-1);
  return text(seen ? (await nameQuadrants(seen)).join(' ') : 'I see no picture.');
}
