// Reads as much of an answer as is needed to see whether it is a refusal over media, and loses none of it: what was read
// goes on to the client when nothing better comes.
import type { IncomingMessage } from 'node:http';
import { inside, parseJson, readCount } from '@percept/core/internal';
import type { Refusal } from './repair.ts';
import { unpack } from './held-body.ts';
import type { HeldAnswer } from './relay.ts';

export interface ReadAnswer extends HeldAnswer {
  readonly refusal?: Refusal;
}

export async function readRefusal(
  answer: IncomingMessage,
  maxBytes: number,
  hadMedia: boolean,
): Promise<ReadAnswer> {
  const status = answer.statusCode ?? 0;
  if (status >= 400) {
    const { head, whole } = await readHead(answer, maxBytes);
    if (!whole) return { answer, head };
    const text = await unpack(head, answer.headers['content-encoding'], maxBytes * 8);
    if (text.kind !== 'held') return { answer, head };
    return { answer, head, refusal: { status, text: text.bytes.toString('utf8') } };
  }
  if (!hadMedia || status !== 200 || !isPlainEventStream(answer)) return { answer };
  const { head } = await readHead(answer, 0);
  const refusal = refusalIn(head.toString('utf8'));
  return { answer, head, ...(refusal && { refusal }) };
}

function isPlainEventStream({ headers }: IncomingMessage): boolean {
  return (
    /^text\/event-stream\b/i.test(headers['content-type'] ?? '') &&
    headers['content-encoding'] === undefined
  );
}

/** Some servers say yes before they know, and refuse in the first event of the stream. */
export function refusalIn(head: string): Refusal | undefined {
  const [, data] =
    /^(?:event: ?error\r?\n)?data: ?(\{(?:"type": ?"error"|"error": ?\{).*\})\r?\n/.exec(head) ??
    [];
  if (data === undefined) return undefined;
  const value = parseJson(data);
  if (value === undefined) return undefined;
  const code = readCount(inside(value, 'error', 'code')) ?? 400;
  return { status: code >= 400 && code < 600 ? code : 400, text: data };
}

/** Up to the first chunk beyond `max`, or the end. */
async function readHead(
  answer: IncomingMessage,
  max: number,
): Promise<{ readonly head: Buffer; readonly whole: boolean }> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const onData = (chunk: Buffer): void => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes <= max) return;
    answer.pause();
    resolve(false);
  };
  const onEnd = (): void => resolve(true);
  const onClose = (): void => resolve(false);
  answer.on('data', onData).once('end', onEnd).once('close', onClose).on('error', onClose);
  const whole = await promise;
  answer.off('data', onData).off('end', onEnd).off('close', onClose);
  return { head: Buffer.concat(chunks, bytes), whole };
}
