// The upstream's answer on its way to the client: status, headers and bytes as they are, as fast as the client takes them.
// An answer that breaks off breaks off here too; it never ends as if it were whole.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { forwarded, type HeaderList } from './header-list.ts';

export type Relayed = { readonly kind: 'whole' | 'broken'; readonly bytes: number };

export interface HeldAnswer {
  readonly answer: IncomingMessage;
  /** What was read of it already. */
  readonly head?: Buffer;
}

export async function relay(
  { answer, head }: HeldAnswer,
  response: ServerResponse,
  own: HeaderList,
  seen: (chunk: Buffer) => void = () => {},
): Promise<Relayed> {
  response.sendDate = false;
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', [
    // A cookie would be one of this origin, where people sign in.
    ...forwarded(answer, (name) => name.startsWith('x-percept-') || name === 'set-cookie'),
    ...own,
  ]);
  let bytes = head?.length ?? 0;
  if (head) {
    response.write(head);
    seen(head);
  }
  // A stream's client waits for the headers, not for the first word.
  else if (answer.headers['content-length'] === undefined) response.flushHeaders();
  if (answer.readableEnded) {
    response.end();
    return { kind: 'whole', bytes };
  }
  const flowing = pipeline(answer, response);
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    seen(chunk);
  });
  try {
    await flowing;
    return { kind: 'whole', bytes };
  } catch {
    response.destroy();
    return { kind: 'broken', bytes };
  }
}
